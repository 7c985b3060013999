import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../../src/model/pictures/drawing.js';
import { withDocuments } from '../../../../src/model/pictures/editedRecords.js';
import { drawPower } from '../../../../src/model/pictures/racks/powerDrawing.js';
import { powerPanels, strayFeeds } from '../../../../src/model/pictures/racks/powerPanels.js';
import { paperPalette } from '../../../../src/model/pictures/printPage.js';
import { writeSvg } from '../../../../src/model/pictures/writeSvg.js';
import { powerScale, saidPanel } from '../../../../src/words/powerWords.js';
import { runs } from '../../../support/depth.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...hostileTexts));
const anyNumber = fc.oneof(fc.integer(), fc.constantFrom(null, undefined, 'x', '230', 1e300, -48));
const anyFeed = fc.record({
  name,
  power_panel_id: fc.integer({ min: 1, max: 5 }),
  voltage: anyNumber,
  amperage: anyNumber,
  max_utilization: anyNumber,
  power_feed_status_id: fc.integer({ min: -1, max: 6 }),
  power_feed_type_id: anyNumber,
  power_feed_phase_id: anyNumber,
  rack_ids: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
});
const anyPanels = fc
  .record({
    panels: fc.array(fc.record({ name }), { maxLength: 4 }),
    feeds: fc.array(anyFeed, { maxLength: 10 }),
  })
  .map(({ panels, feeds }) => {
    const numbered = <T>(fields: readonly T[]) => fields.map((some, index) => ({ ...some, id: index + 1 }));
    const records = {
      panels: withDocuments('power_panels', numbered(panels), []),
      feeds: withDocuments('power_feeds', numbered(feeds), []),
      racks: [],
    };
    return [...powerPanels(records), strayFeeds(records) ?? []]
      .flat()
      .map(panel => saidPanel(panel, () => undefined));
  });

describe('any panels and feeds', () => {
  it('are drawn with each feed once, marks inside the picture, and no name as markup', () => {
    fc.assert(
      fc.property(anyPanels, fc.integer({ min: 1, max: 4_000 }), (panels, width) => {
        const drawing = drawPower({ panels, scale: powerScale(panels), title: 'Power', width });
        const marks = drawing.parts.filter((part): part is Mark => part.kind === 'mark');
        const feeds = panels.flatMap(panel => panel.feeds.map(({ key }) => `feed ${key}`));
        expect(marks.map(({ id }) => id).filter(id => id.startsWith('feed '))).toEqual(feeds);
        expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
        for (const { box } of marks) {
          expect(box.x >= 0 && box.x + box.width <= drawing.width).toBe(true);
          expect(box.y >= 0 && box.y + box.height <= drawing.height).toBe(true);
        }
        const svg = writeSvg(drawing, paperPalette);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        const tags = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
        const known = ['svg', 'defs', 'pattern', 'rect', 'path', 'text', 'g', 'title'];
        expect([...tags].filter(tag => !known.includes(tag ?? ''))).toEqual([]);
      }),
      { numRuns: runs({ broad: 60, deep: 500 }) },
    );
  });
});
