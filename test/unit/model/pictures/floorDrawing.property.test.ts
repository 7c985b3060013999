import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, Mark } from '../../../../src/model/pictures/drawing.js';
import { drawFloor } from '../../../../src/model/pictures/floors/floorDrawing.js';
import { layeredTable } from '../../../../src/model/pictures/floors/floorLayer.js';
import { fromPlane, toPlane } from '../../../../src/model/pictures/floors/floorPlane.js';
import { floorPoints } from '../../../../src/model/pictures/floors/floorPlan.js';
import { labelPlaces } from '../../../../src/model/pictures/labelPlaces.js';
import type { LayerFrame } from '../../../../src/model/pictures/floors/shownFloor.js';
import { textWidth } from '../../../../src/model/pictures/textWidth.js';
import { paperPalette } from '../../../../src/model/pictures/printPage.js';
import { writeSvg } from '../../../../src/model/pictures/writeSvg.js';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { askedLayer, floorTable, saidFloor } from '../../../../src/words/floorWords.js';
import { runs } from '../../../support/depth.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...hostileTexts));
const coordinate = fc.oneof(
  fc.integer({ min: 0, max: 500 }),
  fc.constantFrom(null, undefined, 'x', '20', 2_147_483_647, -2_147_483_648, 0),
);
const anyPoint = fc.record({
  name,
  x: coordinate,
  y: coordinate,
  id: fc.option(fc.integer({ min: -1, max: 40 })),
  status: fc.integer({ min: -1, max: 2 }),
  clients: fc.oneof(fc.integer(), fc.constant(null)),
});
const anyFloor = fc.array(anyPoint, { maxLength: 30 }).map(points => saidFloor(floorPoints(points, [])));
const sheet = fc.record({
  width: fc.integer({ min: 1, max: 3_000 }),
  height: fc.integer({ min: 1, max: 2_000 }),
  zoom: fc.constantFrom(0.1, 1, 1.25, 4, 12),
});

describe('any access points on any sheet', () => {
  it('are drawn each once, marks inside the picture, and no name as markup', () => {
    fc.assert(
      fc.property(anyFloor, sheet, (floor, place) => {
        const { drawing } = drawFloor(floor, 'Floor', place);
        const marks = drawing.parts.filter((part): part is Mark => part.kind === 'mark');
        expect(marks.map(({ id }) => id).toSorted()).toEqual(
          floor.points.map(({ key }) => `point ${key} `).toSorted(),
        );
        for (const { box } of marks) {
          expect(box.x + box.width).toBeLessThanOrEqual(drawing.width);
          expect(box.y + box.height).toBeLessThanOrEqual(drawing.height);
        }
        const svg = writeSvg(drawing, paperPalette);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        const tags = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
        const known = ['svg', 'defs', 'rect', 'path', 'circle', 'text', 'g', 'title'];
        expect([...tags].filter(tag => !known.includes(tag ?? ''))).toEqual([]);
      }),
      { numRuns: runs({ broad: 60, deep: 500 }) },
    );
  });

  it('are said as rows too, each by its record', () => {
    fc.assert(
      fc.property(anyFloor, floor => {
        const { columns, rows } = floorTable(floor.points);
        expect(rows.every(({ cells }) => cells.length === columns.length)).toBe(true);
        const known = floor.points.filter(({ isKnown }) => isKnown).map(({ key }) => key);
        const opened = rows.flatMap(({ opens }) => (opens && 'key' in opens ? opens.key : []));
        expect(opened.toSorted()).toEqual(known.toSorted());
      }),
      { numRuns: runs({ broad: 40, deep: 300 }) },
    );
  });
});

describe('a floor', () => {
  const floor = saidFloor(
    floorPoints(
      [
        { id: 1, x: 0, y: 0 },
        { id: 2, x: 300, y: 100 },
      ],
      [],
    ),
  );

  it('is seen as a whole at first, whatever is around it', () => {
    const { drawing } = drawFloor(floor, 'Floor', { width: 900, height: 600, zoom: 1 });
    expect(drawing.width).toBeLessThanOrEqual(900);
    expect(drawing.height).toBeLessThanOrEqual(600);
  });

  it('tells which place is under a point of the drawing', () => {
    const { plane } = drawFloor(floor, 'Floor', { width: 900, height: 600, zoom: 2 });
    const { x, y } = fromPlane(plane, toPlane(plane, { x: 120, y: 70 }));
    expect([x, y]).toEqual([expect.closeTo(120), expect.closeTo(70)]);
  });

  const textsOf = (records: readonly RawRecord[], width = 900) => {
    const shown = saidFloor(floorPoints(records, []));
    const { drawing, plane } = drawFloor(shown, 'Floor', { width, height: 600, zoom: 1 });
    const shapes = drawing.parts.flatMap(part => (part.kind === 'mark' ? part.shapes : [part]));
    return { plane, texts: shapes.filter(shape => shape.kind === 'text') };
  };

  it('names all points or, where most names have no room, none of their state', () => {
    const crowd = (count: number) =>
      Array.from({ length: count }, (_, id) => ({
        id,
        name: `AP ${id}`,
        status: 1,
        x: (id % 40) * 10,
        y: Math.floor(id / 40) * 10,
      }));
    const named = (records: readonly RawRecord[]) =>
      textsOf(records).texts.filter(({ text }) => text.startsWith('AP ')).length;
    expect(named(crowd(12))).toBe(12);
    expect(named(crowd(1_200))).toBe(0);
    const broken = { id: 5_000, name: 'AP down', status: 0, x: 450, y: 150 };
    expect(named([...crowd(1_200), broken])).toBe(1);
  });

  it('lets a name end at its symbol where there is no room behind that', () => {
    const { plane, texts } = textsOf([
      { id: 1, name: 'Left', x: 0, y: 0 },
      { id: 2, name: '"quoted" & <b>bold</b>', x: 300, y: 100 },
    ]);
    const name = texts.find(({ text }) => text.startsWith('"quoted"'))!;
    expect(name.anchor).toBe('end');
    expect(name.x).toBeLessThan(toPlane(plane, { x: 300, y: 100 }).x - 6);
  });

  it('has what waits for a place below the plan where there is no room beside it', () => {
    const waiting = ['North', 'South', 'East'].map((name, index) => ({ id: 10 + index, name }));
    const records = [{ id: 1, x: 0, y: 0 }, { id: 2, x: 300, y: 200 }, ...waiting];
    for (const [width, isBelow] of [
      [900, false],
      [480, true],
    ] as const) {
      const { plane, texts } = textsOf(records, width);
      const bottom = toPlane(plane, { x: 0, y: plane.extent.bottom }).y;
      const [north, south] = ['North', 'South'].map(name => texts.find(({ text }) => text === name)!);
      expect(north!.y > bottom).toBe(isBelow);
      expect(south!.y === north!.y).toBe(isBelow);
    }
  });

  it('says every class of a signal on one sheet of any width, and leaves the plan most of a low window', () => {
    const values = { 1: -60, 2: -90 };
    const layer = askedLayer('signal', [{ label: 'last 24 hours', values }]);
    const records = [
      { id: 1, name: 'Stairs', x: 0, y: 0, status: 1 },
      { id: 2, name: 'Lobby', x: 300, y: 200, status: 0 },
      ...Array.from({ length: 9 }, (_, index) => ({ id: 10 + index, name: `Waiting ${index}` })),
    ];
    for (const width of [300, 420, 552, 700, 1_400]) {
      const shown = saidFloor(floorPoints(records, []), {}, layer);
      const { drawing, plane } = drawFloor(shown, 'Floor', { width, height: 410, zoom: 1 });
      const texts = drawing.parts.flatMap(part => (part.kind === 'text' ? [part] : []));
      for (const band of layer.bands) {
        const found = texts.find(({ text }) => text === band);
        expect([band, found && found.x + textWidth(band, found.size) <= width]).toEqual([band, true]);
      }
      const { extent, scale } = plane;
      if (width >= 552) expect((extent.bottom - extent.top) * scale).toBeGreaterThan(0.5 * 410);
    }
  });

  it('has the values of its layer in its table, with their unit and for the time that is shown', () => {
    const frames: LayerFrame[] = [
      { label: 'last hour', values: { 1: -61.25, 2: -90 } },
      { label: '9:00', values: { 2: -85 } },
    ];
    const shown = saidFloor(
      floorPoints(
        [
          { id: 1, name: 'Lobby' },
          { id: 2, name: 'Stairs' },
        ],
        [],
      ),
      {},
      askedLayer('signal', frames),
    );
    const columnOf = (frame: number) => {
      const { columns, rows } = layeredTable(floorTable(shown.points), { ...shown, frame });
      return [columns.at(-2), ...rows.map(({ cells }) => cells.at(-2))];
    };
    expect(columnOf(0)).toEqual(['Mean signal, last hour', '-61.3 dBm', '-90 dBm']);
    expect(columnOf(1)).toEqual(['Mean signal, 9:00', '', '-85 dBm']);
    expect(layeredTable(floorTable(shown.points), saidFloor([]))).toEqual(floorTable(shown.points));
  });

  it('keeps points apart that have the same place', () => {
    const same = saidFloor(
      floorPoints(
        [1, 2, 3].map(id => ({ id, x: 5, y: 5 })),
        [],
      ),
    );
    const { drawing } = drawFloor(same, 'Floor', { width: 900, height: 600, zoom: 1 });
    const places = drawing.parts.flatMap(part => (part.kind === 'mark' ? `${part.box.x} ${part.box.y}` : []));
    expect(new Set(places).size).toBe(3);
  });
});

describe('labels', () => {
  it('cover neither each other nor a symbol', () => {
    const symbol = fc.record({
      x: fc.integer({ min: 0, max: 400 }),
      y: fc.integer({ min: 0, max: 300 }),
      radius: fc.constant(6),
      width: fc.integer({ min: 5, max: 130 }),
      height: fc.constant(13),
    });
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 40 }), labels => {
        const places = labelPlaces(labels, { x: 0, y: 0, width: 400, height: 300 });
        const found = places.flatMap(place => place ?? []);
        const symbols = labels.map(({ x, y, radius }) => ({
          x: x - radius,
          y: y - radius,
          width: 2 * radius,
          height: 2 * radius,
        }));
        for (const [index, one] of found.entries())
          for (const other of [...found.slice(0, index), ...symbols]) expect(overlap(one, other)).toBe(0);
      }),
      { numRuns: runs({ broad: 60, deep: 500 }) },
    );
  });
});

/** The area that two boxes share. */
const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));
