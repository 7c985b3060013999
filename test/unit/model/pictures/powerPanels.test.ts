import { describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { withDocuments } from '../../../../src/model/pictures/editedRecords.js';
import { powerPanels, powerTicks, strayFeeds } from '../../../../src/model/pictures/racks/powerPanels.js';
import { drawPower } from '../../../../src/model/pictures/racks/powerDrawing.js';
import { filteredPicture, partsOf } from '../../../../src/model/pictures/pictureKind.js';
import { powerPicture, type PowerPicture } from '../../../../src/model/pictures/racks/powerPicture.js';
import { powerScale, powerTable, saidPanel } from '../../../../src/words/powerWords.js';

const feed = (id: number, fields: Record<string, unknown> = {}): InventoryRecord => ({
  id,
  name: `Feed ${id}`,
  power_panel_id: 1,
  voltage: 230,
  amperage: 32,
  max_utilization: 80,
  ...fields,
});
const records = (
  feeds: readonly InventoryRecord[],
  racks: readonly InventoryRecord[] = [],
  panels: readonly InventoryRecord[] = [{ id: 1, name: 'Main' }],
) => ({
  panels: withDocuments('power_panels', panels, []),
  feeds: withDocuments('power_feeds', feeds, []),
  racks: withDocuments('racks', racks, []),
});
const panelOf = (...given: Parameters<typeof records>) => powerPanels(records(...given))[0]!;
const shownOf = (...given: Parameters<typeof records>) =>
  saidPanel(panelOf(...given), (_type, id) => (id === 7 ? 'Core' : undefined));

describe('the power of a panel', () => {
  it('is volts times amps, up to the limit, and times √3 for three phases', () => {
    const [single, three] = panelOf([feed(1), feed(2, { voltage: 400, power_feed_phase_id: 2 })]).feeds;
    expect(single).toMatchObject({ capacity: 7.36 });
    expect(single!.usable).toBeCloseTo(5.888);
    expect(three!.capacity).toBeCloseTo(22.17, 2);
  });

  it('adds up redundant feeds apart, and none that is not in use', () => {
    const panel = panelOf([
      feed(1),
      feed(4, { power_feed_status_id: 4 }),
      feed(2, { power_feed_type_id: 1 }),
      feed(3, { power_feed_type_id: 2 }),
    ]);
    expect([panel.usable, panel.redundant].map(kva => kva.toFixed(2))).toEqual(['11.78', '5.89']);
  });

  it('is not known without volts or amps, not limited without a limit, and never below zero', () => {
    const { feeds } = panelOf([
      feed(1, { voltage: null }),
      feed(2, { amperage: 'x' }),
      feed(3, { max_utilization: null }),
      feed(4, { voltage: -48, max_utilization: 250 }),
      feed(5, { max_utilization: 0 }),
    ]);
    const known = feeds.map(({ capacity, usable }) => [capacity, usable]);
    expect(known).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [7.36, undefined],
      [1.536, 1.536],
      [7.36, 0],
    ]);
  });

  it('leads to racks where the manager has a field for that, on either side', () => {
    const racks = [
      { id: 7, name: 'Core', power_feed_ids: [2] },
      { id: 8, name: 'Edge' },
    ];
    const { feeds } = panelOf([feed(1, { rack_id: 8 }), feed(2, { rack_ids: [7, 8] })], racks);
    expect(feeds.map(served => served.racks)).toEqual([[8], [7, 8]]);
    const [first] = saidPanel(panelOf([feed(2)], racks), () => 'Core').feeds;
    expect(first!.texts.racks).toEqual(['Core']);
  });

  it('has a place for feeds of a panel that is not there', () => {
    const all = records([feed(1), feed(2, { power_panel_id: 9 }), feed(3, { power_panel_id: null })]);
    expect(strayFeeds(all)?.feeds.map(({ id }) => id)).toEqual([2, 3]);
    expect(strayFeeds(records([feed(1)]))).toBeUndefined();
  });
});

describe('the picture of power', () => {
  it('has one scale of round values from 0 for all panels', () => {
    const ticksOf = (amperage: number) => powerTicks([panelOf([feed(1, { voltage: 1000, amperage })])]);
    expect(ticksOf(22)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(ticksOf(1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(powerTicks([])).toEqual([0]);
    expect(ticksOf(2_000_000_000).at(-1)).toBeGreaterThanOrEqual(2_000_000_000);
  });

  it('draws bars as long as the capacity, the limit where it is, and none without numbers', () => {
    const panels = [shownOf([feed(1), feed(2, { amperage: 16 }), feed(3, { voltage: null })])];
    const { parts } = drawPower({ panels, scale: powerScale(panels), title: 'Power', width: 1000 });
    const bars = parts.flatMap(part =>
      part.kind === 'mark' && part.id.startsWith('feed')
        ? [part.shapes.flatMap(shape => (shape.kind === 'box' && shape.stroke ? [shape.width] : []))]
        : [],
    );
    const [[first], [second], third] = bars as [[number], [number], []];
    expect(third).toEqual([]);
    expect(first / second).toBeCloseTo(2);
    const fill = parts
      .flatMap(part => (part.kind === 'mark' ? part.shapes : []))
      .find(shape => shape.kind === 'box' && shape.fill === 'series0');
    expect(fill?.kind === 'box' && fill.width / first).toBeCloseTo(0.8);
  });

  it('says in words and rows what it shows, and what is only guessed', () => {
    const panel = shownOf([
      feed(1, { power_feed_status_id: 4, power_feed_phase_id: 1, rack_id: 7 }),
      feed(2, { amperage: null }),
    ]);
    expect(panel.texts.summary).toBe('2 feeds');
    expect(panel.feeds.map(({ texts }) => texts.said)).toEqual([
      'Feed 1, 230 V × 32 A · single-phase, 5.9 of 7.4 kVA (80 %), failed (probably)',
      'Feed 2, 230 V, No amps are given',
    ]);
    const { columns, rows } = powerTable([panel]);
    expect(rows.map(({ opens }) => opens?.type)).toEqual(['power_panels', 'power_feeds', 'power_feeds']);
    expect(rows.every(({ cells }) => cells.length === columns.length)).toBe(true);
    expect(powerScale([panel]).notes).toHaveLength(1);
    expect(powerScale([shownOf([feed(1)])]).notes.join()).toContain('not known');
  });

  it('is filtered by panel, feed and rack, and parted for paper', () => {
    const panels = ['Main', 'Roof', 'Cellar'].map((name, index) => ({
      ...shownOf([feed(index)]),
      texts: { name, summary: '' },
    }));
    const picture = { title: 'Power', panels, scale: powerScale(panels) };
    const names = (shown: PowerPicture) => shown.panels.map(({ texts }) => texts.name);
    expect(names(filteredPicture(powerPicture, picture, { filter: 'roof' }))).toEqual(['Roof']);
    expect(names(filteredPicture(powerPicture, picture, { filter: 'feed 2' }))).toEqual(['Cellar']);
    expect(partsOf(powerPicture, picture, 2).map(names)).toEqual([['Main', 'Roof'], ['Cellar']]);
    expect(partsOf(powerPicture, { ...picture, panels: [] }, 2)).toEqual([]);
  });
});
