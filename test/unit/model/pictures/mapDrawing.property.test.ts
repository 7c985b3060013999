import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark, TextShape } from '../../../../src/model/pictures/drawing.js';
import { drawMap } from '../../../../src/model/pictures/maps/mapDrawing.js';
import { clipped } from '../../../../src/model/pictures/maps/mapLand.js';
import {
  fromWindow,
  scaleAt,
  toWindow,
  toWorld,
  viewAround,
  viewOf,
} from '../../../../src/model/pictures/maps/mapPlane.js';
import { mapNodes } from '../../../../src/model/pictures/maps/mapPoints.js';
import type { ShownMap } from '../../../../src/model/pictures/maps/shownMap.js';
import { worldLand } from '../../../../src/model/pictures/maps/worldLand.js';
import { textWidth } from '../../../../src/model/pictures/textWidth.js';
import { paperPalette } from '../../../../src/model/pictures/printPage.js';
import { writeSvg } from '../../../../src/model/pictures/writeSvg.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import { mapTable, saidMap } from '../../../../src/words/mapWords.js';
import { runs } from '../../../support/depth.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...hostileTexts));
const degrees = (most: number) =>
  fc.oneof(
    fc.double({ min: -most, max: most, noNaN: true }),
    fc.constantFrom(null, undefined, 'x', '38.7', 1e9, most, -most, 0, 12.5),
  );
const anyNode = fc.record({
  name,
  latitude: degrees(90),
  longitude: degrees(180),
  status: fc.integer({ min: -1, max: 2 }),
  id: fc.option(fc.integer({ min: -1, max: 40 })),
});
const anyTree = fc
  .record({
    points: fc.array(anyNode, { maxLength: 25 }),
    sites: fc.array(fc.record({ node: anyNode, points: fc.array(anyNode, { maxLength: 5 }) }), {
      maxLength: 5,
    }),
  })
  .map(({ points, sites }) => {
    const children = sites.map(({ node, points: own }, index) => ({
      ...node,
      uuid: `site ${index}`,
      type: index % 2 === 0 ? 1 : 5,
      access_points: own,
    }));
    return new SensorIndex({ uuid: 'top', name: 'root', type: 1, children, access_points: points });
  });
const window = fc.record({
  width: fc.integer({ min: 300, max: 3_000 }),
  height: fc.integer({ min: 300, max: 2_000 }),
});
const view = fc.option(
  fc.record({
    x: fc.double({ min: -1, max: 2, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    span: fc.double({ min: 1e-9, max: 2, noNaN: true }),
  }),
  { nil: undefined },
);

const marksOf = (map: ShownMap, size: { width: number; height: number }) => {
  const { drawing } = drawMap(map, 'Map', size);
  return (drawing.ground ?? []).filter((part): part is Mark => part.kind === 'mark');
};

/** Where a text begins and ends. */
function endsOf({ x, text, size, anchor }: TextShape): { left: number; right: number } {
  const width = textWidth(text, size);
  const left = x - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
  return { left, right: left + width };
}

describe('any nodes on a map', () => {
  it('are all in the window at first, each once, by itself or in a cluster', () => {
    fc.assert(
      fc.property(anyTree, window, (tree, size) => {
        const map = saidMap(mapNodes(tree, 0, []));
        const sizes = marksOf(map, size).map(({ id, isGroup, box }) => {
          const x = box.x + box.width / 2;
          const y = box.y + box.height / 2;
          expect(Math.min(x, y, size.width - x, size.height - y)).toBeGreaterThan(-1);
          return isGroup ? Number(id.slice(id.lastIndexOf(' '))) : 1;
        });
        expect(sizes.reduce((sum, count) => sum + count, 0)).toBe(map.points.length);
      }),
      { numRuns: runs({ broad: 25, deep: 500 }) },
    );
  });

  it('are drawn wherever one looks, under names of their own, and no name is markup', () => {
    fc.assert(
      fc.property(anyTree, window, view, (tree, size, looked) => {
        const map = { ...saidMap(mapNodes(tree, 0, [])), view: looked, around: 0.5 };
        const ids = marksOf(map, size).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const svg = writeSvg(drawMap(map, 'Map', size).drawing, paperPalette);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        const tags = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
        const known = ['svg', 'defs', 'rect', 'path', 'circle', 'text', 'g', 'title'];
        expect([...tags].filter(tag => !known.includes(tag ?? ''))).toEqual([]);
      }),
      { numRuns: runs({ broad: 25, deep: 500 }) },
    );
  });

  it('are said as rows too, each by its record', () => {
    fc.assert(
      fc.property(anyTree, tree => {
        const nodes = mapNodes(tree, 0, []);
        const { columns, rows } = mapTable(nodes);
        expect(rows.every(({ cells }) => cells.length === columns.length)).toBe(true);
        const all = [...nodes.points, ...nodes.placeless].map(({ opens }) => JSON.stringify(opens));
        expect(rows.map(({ opens }) => JSON.stringify(opens)).toSorted()).toEqual(all.toSorted());
      }),
      { numRuns: runs({ broad: 40, deep: 300 }) },
    );
  });
});

describe('a map', () => {
  const size = { width: 1000, height: 700 };
  const at = (id: number, longitude: number, latitude: number, status = 1) => ({
    id,
    name: `AP ${id}`,
    longitude,
    latitude,
    status,
  });
  const mapOf = (...access_points: object[]) =>
    saidMap(mapNodes(new SensorIndex({ uuid: '1', name: 'root', type: 1, access_points }), 0, []));

  it('shows one node with the country around it, and two that are 100 m apart beside each other', () => {
    const span = ({ map: plane }: ReturnType<typeof drawMap>) => plane.width / plane.scale;
    expect(span(drawMap(mapOf(at(1, -9.1, 38.7)), 'Map', size))).toBeGreaterThan(0.01);
    expect(span(drawMap(mapOf(at(1, -9.1, 38.7), at(2, -9.101, 38.7)), 'Map', size))).toBeLessThan(0.0001);
  });

  it('tells clusters of one campus apart by what is in them, and of equal names by what is above', () => {
    const building = (name: string, longitude: number) => ({
      uuid: name,
      name,
      type: 1,
      domain_type: 5,
      access_points: [1, 2].map(id => ({ ...at(longitude * 10 + id, longitude, 38), name: `${name} ${id}` })),
    });
    const campus = (uuid: string, children: object[]) => ({
      uuid,
      name: 'Lisbon',
      type: 1,
      domain_type: 4,
      children,
    });
    const market = (name: string, child: object) => ({ uuid: name, name, type: 1, children: [child] });
    const names = (...children: object[]) =>
      marksOf(saidMap(mapNodes(new SensorIndex({ uuid: '1', name: 'root', type: 1, children }), 0, [])), size)
        .map(({ label = '' }) => label.replace(/, .* down$/, ''))
        .toSorted();
    const pairs = [
      building('Library', 1),
      building('Hall', 1),
      building('Harbour', 40),
      building('Dock', 40),
    ];
    expect(names(campus('a', pairs))).toEqual(['4 nodes in Harbour +1', '4 nodes in Library +1']);
    const twins = [campus('a', pairs.slice(0, 2)), campus('b', pairs.slice(2))] as const;
    expect(names(market('Iberia', twins[0]), market('Brazil', twins[1]))).toEqual([
      '4 nodes in Lisbon, Brazil',
      '4 nodes in Lisbon, Iberia',
    ]);
  });

  it('goes the short way around the world', () => {
    const places = [toWorld(170, -40), toWorld(-160, 20)];
    const { x, span } = viewAround(places, size, { insets: { side: 50, top: 50, bottom: 50 } });
    expect(x).toBeCloseTo(toWorld(-175, 0).x + 1, 3);
    expect(span).toBeLessThan(0.3);
  });

  it('tells which place on earth is under a point of the window', () => {
    const { map: plane } = drawMap(mapOf(at(1, 10, 50), at(2, 20, 40)), 'Map', size);
    const { x, y } = fromWindow(plane, toWindow(plane, { x: 0.53, y: 0.36 }));
    expect([x, y]).toEqual([expect.closeTo(0.53), expect.closeTo(0.36)]);
  });

  it('has coasts that bear looking closer, and no more of them from afar than one sees', () => {
    const lisbon = mapOf(at(1, -9.1, 38.7));
    const view = viewOf({ middle: toWorld(-9.1, 38.7), scale: scaleAt(6), ...size });
    const { ground = [], parts } = drawMap({ ...lisbon, view }, 'Map', size).drawing;
    const cornersOf = (drawn: typeof parts) =>
      drawn.flatMap(part => (part.kind === 'path' && part.fill ? part.data.split(/[ l]/) : [])).length / 2;
    // From Lisbon to the north and the south, and all of the world in the corner of the window.
    expect(cornersOf(ground)).toBeGreaterThan(20);
    expect(cornersOf(parts)).toBeLessThan(6_000);
    expect(
      worldLand().reduce((sum, { rings }) => sum + rings.flatMap(({ points }) => points).length, 0),
    ).toBeGreaterThan(15_000);
  });

  it('has coasts that fade where one looks nearer than they are exact, and says how exact they are', () => {
    const looked = (level: number) => {
      const view = viewOf({ middle: toWorld(-9.1, 38.7), scale: scaleAt(level), ...size });
      const { ground = [], parts } = drawMap({ ...mapOf(at(1, -9.1, 38.7)), view }, 'Map', size).drawing;
      const strengths = ground.flatMap(part => (part.kind === 'path' && part.fill ? part.opacity : []));
      const scale = parts.flatMap(part =>
        part.kind === 'text' && / k?m\b/.test(part.text) ? part.text : [],
      );
      return { strength: Math.max(0, ...strengths.map(each => each ?? 1)), scale: scale.at(-1) };
    };
    const far = looked(4);
    const near = looked(6.5);
    const nearer = looked(10);
    expect([far.strength, nearer.strength]).toEqual([0.16, 0]);
    expect(near.strength).toBeGreaterThan(0.02);
    expect(near.strength).toBeLessThan(0.1);
    expect(far.scale).toMatch(/^\d+ km$/);
    for (const { scale } of [near, nearer])
      expect(scale).toMatch(/^\d+ km · Coasts are exact to about 10 km$/);
  });

  it('writes no names where the legend or the small map lie over it', () => {
    const view = viewOf({ middle: toWorld(5, 47), scale: scaleAt(4), ...size });
    const { ground = [], parts } = drawMap({ ...mapOf(at(1, 5, 47)), view }, 'Map', size).drawing;
    const plates = parts.filter(part => part.kind === 'box');
    const texts = ground.flatMap(part => (part.kind === 'text' && part.size === 10.5 ? part : []));
    expect(texts.length).toBeGreaterThan(8);
    const isUnder = (text: TextShape) => {
      const { left, right } = endsOf(text);
      return plates.some(
        ({ x, y, width, height }) => left < x + width && right > x && text.y - 8 < y + height && text.y > y,
      );
    };
    expect(texts.filter(isUnder)).toEqual([]);
  });

  it('says of a cluster how many of it are down, in words and beside it', () => {
    const [mark] = marksOf(mapOf(at(1, 10, 50), at(2, 10, 50, 0), at(3, 10, 50, 0)), size);
    expect(mark).toMatchObject({ label: '3 nodes in root, 2 of 3 access points down', isGroup: true });
    const [other] = marksOf(mapOf(at(1, 10, 50), at(2, 10, 50, 0)), size);
    expect(other).toMatchObject({ label: '2 nodes in root, 1 of 2 access points down' });
    const texts = mark!.shapes.flatMap(shape => (shape.kind === 'text' ? shape.text : []));
    expect(texts).toEqual(['3', '2', 'root']);
  });

  it('names a cluster after the domains in it, or after one and how many more', () => {
    const domain = (name: string) => ({ uuid: name, name, type: 1, longitude: 10, latitude: 50 });
    const nameOf = (names: string, inside: object = { uuid: '1', name: 'root', type: 1 }) => {
      const tree = new SensorIndex({ ...inside, children: [...names].map(domain) });
      const [mark] = marksOf(saidMap(mapNodes(tree, 0, [])), size);
      return mark!.shapes.flatMap(shape => (shape.kind === 'text' ? shape.text : [])).at(-1);
    };
    expect(nameOf('AB')).toBe('A, B');
    expect(nameOf('ABCDE')).toBe('A +4');
    // Where one of them holds all others.
    expect(nameOf('AB', domain('Lisbon'))).toBe('Lisbon');
  });

  it('lets the window cut no name, though it draws more than is seen', () => {
    const point = { ...at(1, 10, 50), name: 'A name that is long' };
    const { x, y } = toWorld(10, 50);
    const map = { ...mapOf(point), view: { x: x - 0.0069, y, span: 0.01 }, around: 0.5 };
    const [mark] = marksOf(map, size);
    const label = mark!.shapes.find(shape => shape.kind === 'text')!;
    expect(mark!.box.x).toBeGreaterThan(950);
    expect(endsOf(label).right).toBeLessThan(1000);
    // It ends beside its symbol, however wide the letters of a font are.
    expect(label).toMatchObject({ anchor: 'end' });
    expect(label.x).toBeLessThan(mark!.box.x);
  });

  it('spreads what is in one place around it, with a line to each', () => {
    const map = mapOf(...Array.from({ length: 400 }, (_, index) => at(index, 10, 50)));
    const [cluster] = marksOf(map, size);
    const spread = { ...map, spread: cluster!.id.slice('at '.length) };
    const marks = marksOf(spread, size);
    expect(new Set(marks.map(({ box }) => `${box.x} ${box.y}`)).size).toBe(300);
    const svg = writeSvg(drawMap(spread, 'Map', size).drawing, paperPalette);
    expect(svg).toContain('100 more: see the table');
  });
});

describe('a polygon that is cut by a window', () => {
  it('keeps to it, and keeps what is inside', () => {
    const coordinate = fc.integer({ min: -300, max: 300 });
    const box = { x: 0, y: 0, width: 100, height: 80 };
    const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && x <= 100 && y >= 0 && y <= 80;
    fc.assert(
      fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 9 }), polygon => {
        const kept = clipped(polygon, box);
        for (const { x, y } of kept) {
          expect(Math.min(x, y, 100 - x, 80 - y)).toBeGreaterThan(-1e-6);
        }
        expect(kept).toEqual(expect.arrayContaining(polygon.filter(isInside)));
      }),
      { numRuns: runs({ broad: 200, deep: 1_500 }) },
    );
  });
});
