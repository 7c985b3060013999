import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../../src/model/pictures/drawing.js';
import { drawMatrix } from '../../../../src/model/pictures/topology/matrixDrawing.js';
import {
  flowAddresses,
  inOrderOf,
  levelsOf,
  siteFlows,
  usualLevel,
  type FlowEnd,
  type SiteAnswers,
} from '../../../../src/model/pictures/topology/siteFlows.js';
import { paperPalette } from '../../../../src/model/pictures/printPage.js';
import { writeSvg } from '../../../../src/model/pictures/writeSvg.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import type { Inert } from '../../../../src/words/inert.js';
import { matrixTable, saidMatrix } from '../../../../src/words/matrixWords.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const domain = (name: string, type: number, children: readonly object[] = []) => ({
  name,
  uuid: name,
  type: 1,
  domain_type: type,
  children,
});
const tree = new SensorIndex(
  domain('root', 1, [
    domain('Lisbon', 4, [domain('L1', 5), domain('L2', 5)]),
    domain('Basel', 4, [domain('B1', 5)]),
    domain('Iberia', 3),
  ]),
);
const at = (uuid: string) => tree.find({ connectionId: '', uuid })!;
const answers: SiteAnswers = {
  owners: [
    { site: 'Lisbon', address: '10.0.0.1', bytes: 90 },
    // It was somewhere else for a while.
    { site: 'Basel', address: '10.0.0.1', bytes: 5 },
    { site: 'Basel', address: '10.0.0.2', bytes: 30 },
    { site: undefined, address: '10.0.0.9', bytes: 30 },
  ],
  ends: [
    { site: 'Basel', address: '10.0.0.1', bytes: 20 },
    { site: 'Basel', address: '10.0.0.2', bytes: 4 },
    { site: 'Lisbon', address: '10.0.0.9', bytes: 7 },
    { site: 'elsewhere', address: '10.0.0.1', bytes: 1 },
  ],
  totals: [
    { site: 'Lisbon', address: undefined, bytes: 100 },
    { site: 'Basel', address: undefined, bytes: 50 },
    { site: undefined, address: undefined, bytes: 3 },
  ],
};
const said = (flows = siteFlows(tree, answers), level: number | undefined = 4) =>
  saidMatrix(tree, { levels: levelsOf(tree, 0), level, flows, isCut: false, when: 'now' as Inert });
const sheet = { width: 900, height: 600, zoom: 1 };

describe('who talks to whom', () => {
  it('is told by the site where a flow was seen, and the one that its other address belongs to', () => {
    const { rows, columns, unplaced } = siteFlows(tree, answers);
    const basel = at('Basel');
    const lisbon = at('Lisbon');
    expect(columns).toEqual([lisbon, basel, 'unknown']);
    expect(rows).toEqual([
      { site: lisbon, total: 100, outside: 93, ends: new Map([['unknown', 7]]) },
      {
        site: basel,
        total: 50,
        outside: 26,
        ends: new Map([
          [lisbon, 20],
          [basel, 4],
        ]),
      },
    ]);
    const between = (site: number, end: FlowEnd) => flowAddresses(tree, answers, { site, end, columns });
    expect(between(basel, lisbon)).toEqual(['10.0.0.1']);
    expect(between(lisbon, 'unknown')).toEqual(['10.0.0.9']);
    expect(flowAddresses(tree, answers, { site: basel, end: 'others', columns: [lisbon] })).toEqual([
      '10.0.0.2',
    ]);
    expect(unplaced).toBe(3);
  });

  it('keeps the order that sites had before, with new ones behind them and what has no site last', () => {
    const basel = at('Basel');
    const lisbon = at('Lisbon');
    const keyOf = (end: FlowEnd) => (typeof end === 'number' ? tree.label(end) : end);
    const order = (before: readonly string[]) => {
      const { rows, columns } = inOrderOf(siteFlows(tree, answers), keyOf, before);
      return [rows.map(({ site }) => site), columns];
    };
    expect(order(['Iberia', 'Basel'])).toEqual([
      [basel, lisbon],
      [basel, lisbon, 'unknown'],
    ]);
    expect(order([])).toEqual([
      [lisbon, basel],
      [lisbon, basel, 'unknown'],
    ]);
  });

  it('compares kinds of sites of which there are two, the likeliest first', () => {
    expect(levelsOf(tree, 0)).toEqual([
      { level: 4, count: 2 },
      { level: 5, count: 3 },
    ]);
    expect(usualLevel(levelsOf(tree, 0))).toBe(4);
    expect(usualLevel(levelsOf(tree, at('Lisbon')))).toBe(5);
    expect(usualLevel(levelsOf(tree, at('B1')))).toBe(5);
    expect(levelsOf(tree, at('Iberia'))).toEqual([]);
  });

  it('keeps to what one can read, and adds the rest up', () => {
    const count = 40;
    const many = new SensorIndex(
      domain(
        'root',
        1,
        Array.from({ length: count }, (_, index) => domain(`S${index}`, 4)),
      ),
    );
    const every = <T>(make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
    const flows = siteFlows(many, {
      owners: every(index => ({ site: `S${index}`, address: `${index}`, bytes: 1 })),
      ends: every(index => ({ site: 'S39', address: `${index}`, bytes: index + 1 })),
      totals: every(index => ({ site: `S${index}`, address: undefined, bytes: 1_000 * (index + 1) })),
    });
    expect(flows.rows).toHaveLength(24);
    expect(flows.rows.map(({ site }) => many.label(site))).toContain('S16');
    expect(flows.columns).toHaveLength(25);
    expect(flows.columns.at(-1)).toBe('others');
    const last = flows.rows.find(({ site }) => many.label(site) === 'S39')!;
    expect(last.ends.get('others')).toBe((16 * 17) / 2);
    expect(flows.omitted).toEqual({ count: 16, bytes: 1_000 * ((16 * 17) / 2) });
  });

  it('says each pair and what it cannot know', () => {
    const { flows, texts, levels } = said();
    expect(flows.map(({ texts: { said: words } }) => words)).toEqual([
      'Lisbon with Not known: 7 bytes',
      'Basel with Lisbon: 20 bytes',
      'Basel with Basel: 4 bytes',
    ]);
    expect(levels.map(({ label }) => label)).toEqual(['Campus (2)', 'Building (3)']);
    expect(texts.notes.at(-1)).toBe('3 bytes of the flows name no site of this kind.');
    expect(texts.empty).toBe('');
    const { rows } = matrixTable(said());
    expect(rows.map(({ cells }) => cells.join(' '))).toEqual([
      '20 bytes Lisbon Basel',
      '7 bytes Not known Lisbon',
      '4 bytes Basel Basel',
      '93 bytes Outside Lisbon',
      '26 bytes Outside Basel',
    ]);
  });

  it('says why there is nothing to be seen', () => {
    const nothing = siteFlows(tree, { owners: [], ends: [], totals: [] });
    expect(said(nothing).texts.empty).toBe('No flow of this hour names a site of this kind.');
    const alone = saidMatrix(tree, {
      levels: [],
      level: undefined,
      flows: undefined,
      isCut: false,
      when: 'now' as Inert,
    });
    expect(alone.texts.empty).toContain('no two of one kind');
  });

  /** Flows of a site with itself and others, in bytes: which shades there are, and which ones the cells have. */
  const shadesOf = (bytes: readonly number[]) => {
    const sites = bytes.map((_, index) => domain(`S${index}`, 4));
    const wide = new SensorIndex(domain('root', 1, sites));
    const flows = siteFlows(wide, {
      owners: bytes.map((_, index) => ({ site: `S${index}`, address: `${index}`, bytes: 1 })),
      ends: bytes.map((of, index) => ({ site: 'S0', address: `${index}`, bytes: of })),
      totals: [{ site: 'S0', address: undefined, bytes: 1 }],
    });
    const shown = saidMatrix(wide, { levels: [], level: 4, flows, isCut: false, when: 'now' as Inert });
    const { parts } = drawMatrix({ ...shown, kept: {} }, 'Site', sheet).drawing;
    const opacityOf = (shape: Shape | undefined) => (shape as { opacity?: number }).opacity ?? 1;
    const legend = parts.flatMap(part =>
      part.kind === 'box' && part.height === 11 ? [opacityOf(part)] : [],
    );
    const cells = parts.flatMap(part =>
      part.kind === 'mark' && part.id.startsWith('flow ') ? [opacityOf(part.shapes[0])] : [],
    );
    const byBytes = shown.flows.map((flow, index) => ({ of: flow.bytes, opacity: cells[index] ?? 0 }));
    return {
      labels: shown.shades.map(({ label }) => label),
      inLegend: byBytes
        .toSorted((one, other) => one.of - other.of)
        .map(({ opacity }) => legend.indexOf(opacity)),
    };
  };

  it('is drawn in shades of which each is ten times the one before, so that small flows are seen beside a large one', () => {
    expect(shadesOf([3e3, 8e6, 2e9, 35e9])).toEqual({
      labels: ['less than 10 MB', 'from 10 MB', 'from 100 MB', 'from 1 GB', 'from 10 GB'],
      inLegend: [0, 0, 3, 4],
    });
    expect(shadesOf([5, 70])).toEqual({ labels: ['from 1 byte', 'from 10 bytes'], inLegend: [0, 1] });
    expect(shadesOf([20e6, 30e6])).toEqual({ labels: ['from 10 MB'], inLegend: [0, 0] });
  });

  it('lets no name be markup', () => {
    fc.assert(
      fc.property(fc.constantFrom(...hostileTexts), name => {
        const hostile = new SensorIndex(
          domain('r', 1, [{ ...domain('Basel', 4), name }, domain('Lisbon', 4)]),
        );
        const words = {
          levels: [],
          level: 4,
          flows: siteFlows(hostile, answers),
          isCut: true,
          when: 'now' as Inert,
        };
        const svg = writeSvg(
          drawMatrix({ ...saidMatrix(hostile, words), kept: {} }, name, sheet).drawing,
          paperPalette,
        );
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        const tags = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
        expect([...tags].toSorted()).toEqual(['defs', 'g', 'path', 'rect', 'svg', 'text', 'title']);
      }),
      { numRuns: hostileTexts.length },
    );
  });
});
