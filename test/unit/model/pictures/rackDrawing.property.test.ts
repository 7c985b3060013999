import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../../src/model/pictures/drawing.js';
import { withDocuments } from '../../../../src/model/pictures/editedRecords.js';
import { drawRacks } from '../../../../src/model/pictures/racks/rackDrawing.js';
import { rackElevations } from '../../../../src/model/pictures/racks/rackElevation.js';
import { paperPalette } from '../../../../src/model/pictures/printPage.js';
import { writeSvg } from '../../../../src/model/pictures/writeSvg.js';
import { rackTable, saidRack } from '../../../../src/words/rackWords.js';
import { runs } from '../../../support/depth.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...hostileTexts));
const anyUnits = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 130 }), { minLength: 1, maxLength: 12 }).map(units => units.join(',')),
  fc.constantFrom('', 'x', '1,1,1', '99999999999999999999', null),
);
const anyRacks = fc
  .record({
    racks: fc.array(
      fc.record({
        name,
        u_height: fc.constantFrom(0, 1, 12, 42, 100, 5_000, null, '9'),
        width: fc.constantFrom(10, 19, 1e9, null),
      }),
      { maxLength: 6 },
    ),
    reservations: fc.array(
      fc.record({ rack_id: fc.integer({ min: 1, max: 7 }), units: anyUnits, description: name }),
      { maxLength: 12 },
    ),
  })
  .map(({ racks, reservations }) => {
    const numbered = <T>(fields: readonly T[]) => fields.map((some, index) => ({ ...some, id: index + 1 }));
    return rackElevations(
      withDocuments('racks', numbered(racks), []),
      withDocuments('rack_reservations', numbered(reservations), []),
    ).map(saidRack);
  });

describe('any racks', () => {
  it('are drawn with each unit in one piece of its rack, marks that do not overlap, and all inside the picture', () => {
    fc.assert(
      fc.property(
        anyRacks,
        fc.integer({ min: 1, max: 4_000 }),
        fc.constantFrom(0.2, 0.6, 1, 3),
        (racks, width, zoom) => {
          const { drawing, grids } = drawRacks(racks, 'Racks', { width, zoom });
          expect(grids).toHaveLength(racks.length);
          for (const { segments, drawnUnits } of racks) {
            const units = segments.flatMap(({ from, to }) =>
              Array.from({ length: to - from + 1 }, (_, n) => from + n),
            );
            expect(units).toEqual(Array.from({ length: drawnUnits }, (_, n) => n + 1));
          }
          const marks = drawing.parts.filter((part): part is Mark => part.kind === 'mark');
          expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
          for (const [index, { box, lane }] of marks.entries()) {
            expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= drawing.width).toBe(true);
            expect(box.y + box.height).toBeLessThanOrEqual(drawing.height);
            const next = marks[index + 1];
            const isBelow =
              !next || next.lane !== lane || next.box.x !== box.x || next.box.y >= box.y + box.height - 0.01;
            expect(isBelow).toBe(true);
          }
        },
      ),
      { numRuns: runs({ broad: 60, deep: 500 }) },
    );
  });

  it('are said as rows too, each reservation by its record', () => {
    fc.assert(
      fc.property(anyRacks, racks => {
        const { columns, rows } = rackTable(racks);
        expect(rows.every(({ cells }) => cells.length === columns.length)).toBe(true);
        const opened = new Set(
          rows.map(({ opens }) => `${opens?.type} ${opens && 'id' in opens ? opens.id : ''}`),
        );
        for (const { id, reservations } of racks)
          for (const key of [`racks ${id}`, ...reservations.map(other => `rack_reservations ${other.id}`)])
            expect([key, opened.has(key)]).toEqual([key, true]);
      }),
      { numRuns: runs({ broad: 40, deep: 300 }) },
    );
  });

  it('have each unit numbered, or every fifth where there are hundreds of them', () => {
    const numbersOf = (count: number) => {
      const records = Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        name: 'R',
        u_height: 12,
      }));
      const racks = rackElevations(withDocuments('racks', records, []), []).map(saidRack);
      const { parts } = drawRacks(racks, 'Racks', { width: 900, zoom: 1 }).drawing;
      const texts = parts.flatMap(part => (part.kind === 'text' ? part.text : []));
      return texts.slice(0, texts.length / count);
    };
    expect(numbersOf(2)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
    expect(numbersOf(500)).toEqual(['1', '5', '10', '12']);
  });

  it('make an SVG in which no name is markup', () => {
    fc.assert(
      fc.property(anyRacks, racks => {
        const svg = writeSvg(drawRacks(racks, 'Racks', { width: 900, zoom: 1 }).drawing, paperPalette);
        const tags = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
        const known = ['svg', 'defs', 'pattern', 'rect', 'path', 'text', 'g', 'title'];
        expect([...tags].filter(tag => !known.includes(tag ?? ''))).toEqual([]);
        expect(svg).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\son\w+=(?!&)["']/);
      }),
      { numRuns: runs({ broad: 60, deep: 500 }) },
    );
  });
});
