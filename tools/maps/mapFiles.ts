import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import { planarTriangleArea, presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { cutAtDateLine } from './cutAtDateLine.js';
import { encodeRing, type Ring } from './encodeRing.js';

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** How exact a map is: what fits into a chart, and what bears looking closer. */
interface Grain {
  readonly file: string;
  readonly source: string;
  /** Square degrees of a corner that nobody would miss. */
  readonly leastCorner: number;
  /** Of the coordinates, per degree. */
  readonly steps: number;
  /** Square degrees of the smallest island that is kept. */
  readonly leastIsland: number;
  /** How much a place is worth by its latitude: there is much coast in the north, and little to be looked for. */
  readonly weightAt: (latitude: number) => number;
}

const grains: readonly Grain[] = [
  {
    file: 'world',
    source: 'countries-110m',
    leastCorner: 0.9,
    steps: 4,
    leastIsland: 6,
    weightAt: () => 1,
  },
  {
    file: 'coasts',
    source: 'countries-50m',
    leastCorner: 0.01,
    steps: 25,
    leastIsland: 0.05,
    weightAt: latitude => Math.cos((latitude * Math.PI) / 180) ** 2,
  },
];

/** Countries that have no ISO number; XK is what most data calls Kosovo. */
const unnumbered: Readonly<Record<string, string>> = { Kosovo: 'XK' };

/** The files of borders and coasts with what makes the text of each, which is the same from the same data. */
export const mapFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
  grains.map(grain => [
    `src/model/pictures/maps/${grain.file}.json`,
    () => {
      const outlines = Object.entries(outlinesOf(grain)).sort(([a], [b]) => (a < b ? -1 : 1));
      return `${JSON.stringify(Object.fromEntries(outlines), null, 2)}\n`;
    },
  ]),
);

/** The outlines of countries, encoded, by their codes. */
function outlinesOf(grain: Grain): Record<string, string> {
  const { source, steps, leastIsland, weightAt } = grain;
  const outlines: Record<string, string> = {};
  const isSeen = (ring: Ring) => ring.length > 3 && area(ring) * weightAt(ring[0]?.[1] ?? 0) > leastIsland;
  for (const [code, rings] of countryRings(simplified(read(source), grain))) {
    // Around the pole there is no outline to draw.
    if (code === 'AQ') continue;
    const shown = rings.filter((ring, index) => (index === 0 ? ring.length > 3 : isSeen(ring)));
    outlines[code] = shown.map(ring => encodeRing(ring, steps)).join(' ');
  }
  // Countries too small for the coarse map are points.
  for (const [code, [ring = []]] of countryRings(read('countries-50m')))
    outlines[code] ||= encodeRing([middle(ring)], steps);
  return outlines;
}

function read(name: string): Atlas {
  return createRequire(import.meta.url)(`world-atlas/${name}.json`) as Atlas;
}

function simplified(atlas: Atlas, { leastCorner, weightAt }: Grain): Atlas {
  const weighted = presimplify(atlas, corner => planarTriangleArea(corner) * weightAt(corner[1]?.[1] ?? 0));
  return simplify(weighted, leastCorner) as Atlas;
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
