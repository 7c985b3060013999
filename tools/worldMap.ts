// Writes src/model/pictures/world.json from world-atlas, which is Natural Earth's public domain data, by
// `node esbuild.mjs && node out/tools/worldMap.js`.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { cutAtDateLine } from './maps/cutAtDateLine.js';
import { encodeRing, type Ring } from './maps/encodeRing.js';

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Square degrees of a corner that nobody would miss; steps of the coordinates per degree; smallest island kept. */
const [leastCorner, steps, leastIsland] = [0.9, 4, 6] as const;

/** Countries that have no ISO number; XK is what most data calls Kosovo. */
const unnumbered: Readonly<Record<string, string>> = { Kosovo: 'XK' };

await runTool(async () => {
  const outlines: Record<string, string> = {};
  for (const [code, rings] of countryRings(simplified(read('countries-110m')))) {
    // Around the pole there is no outline to draw.
    if (code === 'AQ') continue;
    const shown = rings.filter((ring, index) => ring.length > 3 && (index === 0 || area(ring) > leastIsland));
    outlines[code] = shown.map(ring => encodeRing(ring, steps)).join(' ');
  }
  // Countries too small for the coarse map are points.
  for (const [code, [ring = []]] of countryRings(read('countries-50m')))
    outlines[code] ??= encodeRing([middle(ring)], steps);
  const sorted = Object.fromEntries(Object.entries(outlines).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(
    repositoryPath('src', 'model', 'pictures', 'world.json'),
    `${JSON.stringify(sorted, null, 2)}\n`,
  );
  console.log(`${Object.keys(sorted).length} countries`);
  return 0;
});

function read(name: string): Atlas {
  return createRequire(import.meta.url)(`world-atlas/${name}.json`) as Atlas;
}

function simplified(atlas: Atlas): Atlas {
  return simplify(presimplify(atlas), leastCorner) as Atlas;
}

/** The outer rings of each country, largest first, by ISO 3166 alpha-2 code. */
function countryRings(atlas: Atlas): [code: string, rings: Ring[]][] {
  return feature(atlas, atlas.objects.countries).features.flatMap(({ id, geometry, properties }) => {
    const code = countries.numericToAlpha2(String(id ?? '')) ?? unnumbered[properties.name];
    if (code === undefined) return [];
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    const rings = polygons.flatMap(([outer = []]) => cutAtDateLine(outer as unknown as Ring));
    return [[code, rings.sort((one, other) => area(other) - area(one))] as [string, Ring[]]];
  });
}

/** Square degrees. */
function area(ring: Ring): number {
  let doubled = 0;
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    doubled += x * nextY - nextX * y;
  });
  return Math.abs(doubled) / 2;
}

function middle(ring: Ring): [number, number] {
  const mean = (axis: 0 | 1) => ring.reduce((sum, point) => sum + point[axis], 0) / (ring.length || 1);
  return [mean(0), mean(1)];
}
