import { describe, expect, it } from 'vitest';
import {
  boxBytes,
  boxCounts,
  boxesBelow,
  boxTarget,
  isFold,
  openTo,
  topologyOf,
  usuallyOpen,
} from '../../../../src/model/pictures/topology/topology.js';
import { flowPlace, nodeTraffic } from '../../../../src/model/pictures/topology/nodeTraffic.js';
import { foundNodes } from '../../../../src/model/pictures/topology/foundNodes.js';
import { NodeSearch } from '../../../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const points = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({
    id: first + index,
    name: `AP ${index}`,
    mac_address: `00:00:00:00:00:${first + index}`,
    status: index % 10 === 3 ? 0 : 1,
  }));
const domain = (name: string, fields: object = {}) => ({
  name,
  uuid: name,
  type: 1,
  domain_type: 4,
  ...fields,
});
const sensor = (name: string) => ({ name, uuid: name, type: 5 });

/** Two campuses: one of a floor with many access points and a router, one of a floor with few. */
const site = () =>
  new SensorIndex(
    domain('root', {
      children: [
        domain('North', {
          children: [domain('N1', { domain_type: 101, access_points: points(39) }), sensor('Router N')],
        }),
        domain('South', { children: [domain('S1', { domain_type: 101, access_points: points(3, 100) })] }),
      ],
    }),
  );
const names = (tree: SensorIndex, open: Iterable<string>) =>
  topologyOf(tree, 0, new Set(open)).branches.map(({ box, depth, isOpen }) => {
    const sign = isOpen === undefined ? '' : isOpen ? '−' : '+';
    const name = isFold(box) ? `${box.from}-${box.to}` : tree.label(box);
    return `${'  '.repeat(depth)}${sign}${name}`;
  });

describe('a topology', () => {
  it('shows what is open, parents before their children, and whether there is more', () => {
    expect(names(site(), ['sensor root', 'sensor North'])).toEqual([
      '−root',
      '  −North',
      '    +N1',
      '    Router N',
      '  +South',
    ]);
  });

  it('finds what is in closed branches and folds, below its own domain, and shows no more of many than one reads', () => {
    const search = (tree: SensorIndex) => {
      const made = new NodeSearch(tree);
      for (const _ of made.prepare());
      return made;
    };
    const tree = site();
    const find = (top: string, words: string) => {
      const { total, shown } = foundNodes(search(tree), tree.find({ connectionId: '', uuid: top })!, words);
      return [total, ...[...shown].map(number => tree.label(number))];
    };
    expect(find('root', 'AP 38')).toEqual([1, 'AP 38']);
    expect(find('root', 'router n')).toEqual([1, 'Router N']);
    expect(find('South', 'access point')).toEqual([3, 'AP 0', 'AP 1', 'AP 2']);
    expect(find('South', 'router')).toEqual([0]);
    const many = new SensorIndex(domain('root', { access_points: points(5_000) }));
    const { total, shown, ways } = foundNodes(search(many), 0, 'ap');
    expect([total, shown.size, ways.get(0)?.length]).toEqual([5_000, 200, 200]);
  });

  it('keeps what is open below what was closed, for when it is opened again', () => {
    expect(names(site(), ['sensor root', 'sensor N1'])).toEqual(['−root', '  +North', '  +South']);
  });

  it('folds many access points into one box, which opens', () => {
    const tree = site();
    const [fold] = boxesBelow(tree, tree.find({ connectionId: '', uuid: 'N1' })!);
    expect(boxCounts(tree, fold!)).toEqual({ domains: 0, sensors: 0, accessPoints: 39, down: 4 });
    const open = ['root', 'North', 'N1'].map(uuid => `sensor ${uuid}`);
    expect(names(tree, open)).toContain('      +0-39');
    expect(names(tree, [...open, 'fold 2 0-39 sensor N1'])).toContain('        AP 38');
    expect(names(tree, ['sensor root', 'sensor South', 'sensor S1'])).toContain('      AP 2');
  });

  it('opens a fold of tens of thousands in ranges that one can read', () => {
    const tree = new SensorIndex(domain('root', { access_points: points(30_000) }));
    const widths: number[] = [];
    let boxes = boxesBelow(tree, 0);
    while (boxes.length > 0) {
      widths.push(boxes.length);
      boxes = boxesBelow(tree, boxes[0]!);
    }
    expect(widths).toEqual([1, 12, 50, 50]);
  });

  it('draws no more than a picture holds, and says so, however much is open', () => {
    const below = (depth: number, name: string): object[] =>
      depth === 0
        ? []
        : Array.from({ length: 40 }, (_, index) =>
            domain(`${name}.${index}`, { children: below(depth - 1, `${name}.${index}`) }),
          );
    const tree = new SensorIndex(domain('root', { children: below(2, '') }));
    const open = new Set(Array.from({ length: tree.size }, (_, number) => tree.identity(number)));
    const { branches, isCut } = topologyOf(tree, 0, open);
    expect(isCut).toBe(true);
    expect(branches.length).toBeLessThanOrEqual(1_500);
    expect(branches.length).toBeGreaterThan(1_400);
  });

  it('begins with whole levels, as many as one sees at a glance, and without access points', () => {
    const tree = site();
    expect([...usuallyOpen(tree, 0)]).toEqual(['sensor root', 'sensor North', 'sensor South']);
    const floor = tree.find({ connectionId: '', uuid: 'N1' })!;
    expect([...usuallyOpen(tree, floor)]).toEqual(['sensor N1', 'fold 2 0-39 sensor N1']);
    const wide = new SensorIndex(
      domain('root', {
        children: Array.from({ length: 15 }, (_, index) =>
          domain(`${index}`, { children: [sensor(`a${index}`), sensor(`b${index}`)] }),
        ),
      }),
    );
    expect([...usuallyOpen(wide, 0)]).toEqual(['sensor root']);
  });

  it('opens the way to a node, through folds too', () => {
    const tree = site();
    const point = tree.find({ connectionId: '', accessPointId: 20 })!;
    const way = openTo(tree, 0, point)!;
    expect(way).toEqual(['sensor root', 'sensor North', 'sensor N1', 'fold 2 0-39 sensor N1']);
    expect(names(tree, way)).toContain('        AP 20');
    expect(openTo(tree, tree.find({ connectionId: '', uuid: 'South' })!, point)).toBeUndefined();
    expect(openTo(tree, 0, 0)).toEqual([]);
  });

  it('leads to the records of nodes that have a document', () => {
    const tree = new SensorIndex(
      domain('root', { children: [sensor('a'), sensor('a')], access_points: points(1, 7) }),
    );
    expect([0, 1, 2, 3].map(number => boxTarget(tree, number))).toEqual([
      { type: 'sensor', key: 'root' },
      { type: 'sensor', key: 'a' },
      undefined,
      { type: 'accessPoint', key: '7' },
    ]);
  });
});

describe('the traffic of a topology', () => {
  const tree = site();
  const at = (uuid: string) => tree.find({ connectionId: '', uuid })!;
  const flows = [
    { uuids: ['North', 'N1', 'Router N'], bytes: 100 },
    { uuids: ['South'], bytes: 20 },
    { uuids: ['nobody'], bytes: 3 },
  ];

  it('counts a flow once for whatever it names and for all above, and tells what it cannot place', () => {
    const { bytesOf, total, unplaced } = nodeTraffic(tree, flows, undefined);
    expect(['root', 'North', 'N1', 'Router N', 'South', 'S1'].map(uuid => bytesOf(at(uuid)))).toEqual([
      120, 100, 100, 100, 20, 0,
    ]);
    expect([total, unplaced]).toEqual([123, 3]);
  });

  it('is that of access points by their MAC address, and of a fold the sum of them, as soon as somebody asked', () => {
    const point = tree.find({ connectionId: '', accessPointId: 2 })!;
    const [fold] = boxesBelow(tree, at('N1'));
    const before = nodeTraffic(tree, flows, undefined);
    expect([before.bytesOf(point), boxBytes(tree, fold!, before.bytesOf)]).toEqual([undefined, undefined]);
    const asked = new Map([
      ['00:00:00:00:00:02', 40],
      ['00:00:00:00:00:05', 2],
    ]);
    const { bytesOf } = nodeTraffic(tree, flows, asked);
    expect([bytesOf(point), boxBytes(tree, fold!, bytesOf)]).toEqual([40, 42]);
  });
});

describe('the namespaces whose flows belong to a topology', () => {
  const generic = (name: string, children: object[] = []) => domain(name, { domain_type: 1, children });
  const tree = new SensorIndex(
    generic('root', [
      generic('A', [domain('Campus', { children: [generic('A1')] })]),
      generic('B'),
      sensor('S'),
    ]),
  );
  const placeOf = (name: string) => flowPlace(tree, tree.find({ connectionId: '', uuid: name }) ?? -1);
  const around = (name: string) => placeOf(name).namespaces.toSorted();

  it('are those at it and below it, and above what a filter keeps to itself, the top one too', () => {
    expect(around('root')).toEqual(['A', 'A1', 'B', 'root']);
    expect(around('Campus')).toEqual(['A', 'A1', 'root']);
    expect(around('A')).toEqual(['A', 'A1']);
    // Flows of the namespace above it are not its own.
    expect(around('A1')).toEqual(['A1']);
  });

  it('keep a question about one of them to itself in every source, since a manager may have only one', () => {
    expect(placeOf('root').scope).toBeUndefined();
    expect(placeOf('A').scope).toEqual({ dimension: 'namespace_uuid', values: ['A', 'A1'] });
    expect(placeOf('Campus').scope).toEqual({ dimension: 'campus_uuid', values: ['Campus'] });
  });

  it('are no more than a question can name, and the others are counted', () => {
    const many = Array.from({ length: 700 }, (_, index) => generic(`N${index}`));
    const { namespaces, unasked } = flowPlace(new SensorIndex(generic('root', many)), 0);
    expect([namespaces.length, unasked]).toEqual([500, 201]);
  });
});
