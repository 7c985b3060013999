import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, Mark, PathShape } from '../../../../src/model/pictures/drawing.js';
import { foundNodes } from '../../../../src/model/pictures/topology/foundNodes.js';
import { topologyOf } from '../../../../src/model/pictures/topology/topology.js';
import { drawTopology } from '../../../../src/model/pictures/topology/topologyDrawing.js';
import { nodeTraffic } from '../../../../src/model/pictures/topology/nodeTraffic.js';
import { paperPalette } from '../../../../src/model/pictures/printPage.js';
import { writeSvg } from '../../../../src/model/pictures/writeSvg.js';
import { NodeSearch } from '../../../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import type { Inert } from '../../../../src/words/inert.js';
import { saidTopology, topologyTable } from '../../../../src/words/topologyWords.js';
import { runs } from '../../../support/depth.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...hostileTexts));
const loose = fc.constantFrom(0, 1, 5, 101, '1', null, 'x', -3);
const record = { name, uuid: fc.option(fc.string({ maxLength: 4 })), type: loose, domain_type: loose };
const anyPoint = fc.record({ name, id: fc.option(fc.nat(30)), status: loose, clients: loose });
const anyNode = (levels: number): fc.Arbitrary<object> =>
  fc.record({
    ...record,
    children: levels === 0 ? fc.constant([]) : fc.array(anyNode(levels - 1), { maxLength: 3 }),
    access_points: fc.array(anyPoint, { maxLength: 16 }),
  });
const anyTree = anyNode(3).map(top => new SensorIndex(top as Record<string, unknown>));
const bytes = fc.constantFrom(0, 1, 5_000, 2_500_000, 1e15);

/** All of a tree that can be opened, with some traffic. */
const saidWhole = (tree: SensorIndex, amounts: readonly number[]) => {
  const owners = Array.from({ length: tree.size }, (_, number) => tree.identity(number));
  const folds = owners.flatMap(owner => [13, 14, 15, 16].map(count => `fold 2 0-${count} ${owner}`));
  const topology = topologyOf(tree, 0, new Set([...owners, ...folds]));
  const places = amounts.map((amount, number) => ({
    uuids: [String(tree.record(number + 1)['uuid'])],
    bytes: amount,
  }));
  const words = { traffic: nodeTraffic(tree, places, undefined), when: 'now' as Inert };
  return { ...saidTopology(tree, topology, words), kept: {} };
};
const anyTopology = fc.tuple(anyTree, fc.array(bytes, { maxLength: 6 })).map(of => saidWhole(...of));
const sheet = { width: 900, height: 600, zoom: 1 };
const marksOf = (parts: readonly object[]) =>
  parts.filter((part): part is Mark => (part as Mark).kind === 'mark');

describe('any tree', () => {
  it('is drawn with each box once, apart from the others and inside the picture, and no name as markup', () => {
    fc.assert(
      fc.property(anyTopology, topology => {
        const { drawing } = drawTopology(topology, 'Site', sheet);
        const marks = marksOf(drawing.parts);
        expect(new Set(marks.map(({ id }) => id)).size).toBe(topology.branches.length);
        const boxes = marks.map(({ box }) => box);
        const isInside = ({ x, y, width, height }: Box) =>
          x >= 0 && y >= 0 && x + width <= drawing.width && y + height <= drawing.height;
        const touches = (box: Box, index: number) =>
          boxes.slice(0, index).some(other => !isApart(box, other));
        expect(boxes.filter((box, index) => !isInside(box) || touches(box, index))).toEqual([]);
        const svg = writeSvg(drawing, paperPalette);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        const tags = new Set([...svg.matchAll(/<([^\s/>]+)/g)].map(([, tag]) => tag));
        const known = ['svg', 'defs', 'rect', 'path', 'circle', 'text', 'g', 'title'];
        expect([...tags].filter(tag => !known.includes(tag ?? ''))).toEqual([]);
      }),
      { numRuns: runs({ broad: 40, deep: 400 }) },
    );
  });

  it('has lines as wide as their share of the most traffic, and thin ones that are still seen', () => {
    fc.assert(
      fc.property(anyTopology, topology => {
        const { drawing } = drawTopology(topology, 'Site', sheet);
        const widths = drawing.parts
          .filter((part): part is PathShape => part.kind === 'path' && part.stroke === 'series0')
          .map(({ strokeWidth = 0 }) => strokeWidth);
        const below = topology.branches.slice(1).map(({ bytes: of = 0 }) => of);
        const most = Math.max(0, ...below);
        const wanted = below.filter(of => of > 0).map(of => Math.max((18 * of) / most, 0.75));
        expect(widths.toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b));
      }),
      { numRuns: runs({ broad: 40, deep: 300 }) },
    );
  });

  it('is said as rows too', () => {
    fc.assert(
      fc.property(anyTopology, topology => {
        const { columns, rows } = topologyTable(topology.branches);
        expect(rows.map(({ cells }) => cells.length)).toEqual(topology.branches.map(() => columns.length));
      }),
      { numRuns: runs({ broad: 40, deep: 300 }) },
    );
  });

  it('shows of what is looked for all of it and what it hangs on, however deep, and nothing else', () => {
    fc.assert(
      fc.property(anyTree, fc.constantFrom('a', 'down', 'domain', '1'), (tree, words) => {
        const search = new NodeSearch(tree);
        for (const _ of search.prepare());
        const found = foundNodes(search, 0, words);
        const open = new Set([...found.ways.keys()].map(number => tree.identity(number)));
        const { branches } = topologyOf(tree, 0, open, found.ways);
        const numbers = branches.map(({ box }) => box as number);
        const above = (number: number): number[] =>
          number < 0 ? [] : [number, ...above(tree.parent(number))];
        const wanted = new Set([0, ...[...found.shown].flatMap(above)]);
        expect(numbers.toSorted((a, b) => a - b)).toEqual([...wanted].toSorted((a, b) => a - b));
        expect(found.total).toBe(search.matches(words).length);
        for (const [index, { parent, depth }] of branches.entries()) {
          expect(parent).toBeLessThan(index);
          expect(depth).toBe(parent < 0 ? 0 : branches[parent]!.depth + 1);
        }
      }),
      { numRuns: runs({ broad: 40, deep: 300 }) },
    );
  });
});

describe('a tree', () => {
  const tree = new SensorIndex({
    name: 'root',
    uuid: 'r',
    type: 1,
    domain_type: 1,
    children: [{ name: 'Seville', uuid: 's', type: 1, domain_type: 4, children: [{ name: 'R', type: 5 }] }],
    access_points: Array.from({ length: 39 }, (_, id) => ({ id, name: `AP ${id}`, status: id < 2 ? 0 : 1 })),
  });
  const said = (traffic = nodeTraffic(tree, [{ uuids: ['s'], bytes: 2e9 }], undefined)) =>
    saidTopology(tree, topologyOf(tree, 0, new Set(['sensor r'])), { traffic, when: 'until now' as Inert });

  it('says how many are down by number, shape and in words', () => {
    const fold = said().branches.find(({ kind }) => kind === 'fold')!;
    expect(fold.texts).toMatchObject({ name: '39 access points', detail: 'AP 0 to AP 38', down: '2' });
    expect(fold.texts.said).toBe('39 access points, AP 0 to AP 38, 2 down');
    expect(said().texts.state).toBe('2 of 39 access points are down');
    const ofOne = [{ id: 1, status: 0 }];
    const states = [[...ofOne, { id: 2, status: 1 }], ofOne].map(access_points => {
      const index = new SensorIndex({ uuid: 'r', type: 1, access_points });
      const shown = { traffic: nodeTraffic(index, [], undefined), when: 'until now' as Inert };
      return saidTopology(index, topologyOf(index, 0, new Set()), shown).texts.state;
    });
    expect(states).toEqual(['1 of 2 access points is down', 'The only access point is down']);
  });

  it('has a scale of a round number, and says what branches do not add up to', () => {
    expect(said().scale).toEqual({ bytes: 1e9, label: '1 GB' });
    expect(said().texts.summary).toBe('1 domain · 1 sensor · 39 access points · 2 GB of traffic, until now');
    expect(said().texts.notes).toHaveLength(1);
    const elsewhere = nodeTraffic(tree, [{ uuids: ['x'], bytes: 3_000 }], undefined);
    expect(said(elsewhere).scale).toBeUndefined();
    expect(said(elsewhere).texts.notes[1]).toBe('3 kB of the traffic name nothing of this tree.');
  });

  it('is a tree for those who hear it, too', () => {
    const { drawing } = drawTopology({ ...said(), kept: {} }, 'Site', sheet);
    const svg = writeSvg(drawing, paperPalette);
    expect(svg).toContain('role="tree" aria-label="Site"');
    expect(svg).toContain('data-mark="branch sensor r " role="treeitem" aria-level="1" aria-expanded="true"');
    expect(svg).toContain(
      'data-mark="branch sensor s " role="treeitem" aria-level="2" aria-expanded="false"',
    );
  });

  it('stands on a sheet of one node, too', () => {
    const one = new SensorIndex({ name: 'alone', uuid: '1', type: 1 });
    const shown = saidTopology(one, topologyOf(one, 0, new Set()), {
      traffic: undefined,
      when: 'not known' as Inert,
    });
    const { drawing, glance } = drawTopology({ ...shown, kept: {} }, 'Site', sheet);
    expect(marksOf(drawing.parts)).toHaveLength(1);
    expect(glance).toBeGreaterThan(0);
  });
});

const isApart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x + 1e-6 ||
  other.x + other.width <= one.x + 1e-6 ||
  one.y + one.height <= other.y + 1e-6 ||
  other.y + other.height <= one.y + 1e-6;
