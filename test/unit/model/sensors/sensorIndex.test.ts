import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childGroup, kindWords, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const domain = (name: string, fields: object = {}): RawRecord => ({
  name,
  uuid: `uuid of ${name}`,
  type: 1,
  domain_type: 1,
  ...fields,
});
const point = (name: string, status: unknown, mac?: string): RawRecord => ({
  name,
  status,
  mac_address: mac,
});

const children = (index: SensorIndex, number: number) =>
  Object.values(childGroup).flatMap(group => index.members(number, group));
const labels = (index: SensorIndex, number: number) =>
  children(index, number).map(child => index.label(child));

describe('the index of a sensor tree', () => {
  const index = new SensorIndex(
    domain('root', {
      children: [
        { name: 'Flow 1', uuid: '5', type: 5, ip: '10.0.0.1' },
        domain('Rack 10'),
        domain('rack 2', {
          children: [domain('Inner')],
          access_points: [
            point('AP 10', 1, 'aa:bb:cc:00:00:10'),
            point('ap 9', 0, 'aa:bb:cc:00:00:09'),
            point('Äp 8', '0', 'AA:BB:CC:00:00:08'),
          ],
        }),
      ],
    }),
  );
  const numberOf = (uuid: string) => index.find({ connectionId: 'c', uuid }) ?? -1;

  it('orders domains before sensors before access points, each as people read names', () => {
    expect(labels(index, 0)).toEqual(['rack 2', 'Rack 10', 'Flow 1']);
    expect(labels(index, numberOf('uuid of rack 2'))).toEqual(['Inner', 'Äp 8', 'ap 9', 'AP 10']);
  });

  it('counts what stands below a node at any depth, and what is down', () => {
    expect(index.counts(0)).toEqual({ domains: 3, sensors: 1, accessPoints: 3, down: 2 });
    expect(index.counts(numberOf('uuid of rack 2'))).toEqual({
      domains: 1,
      sensors: 0,
      accessPoints: 3,
      down: 2,
    });
    expect(index.counts(numberOf('uuid of Inner'))).toEqual({
      domains: 0,
      sensors: 0,
      accessPoints: 0,
      down: 0,
    });
  });

  it('knows the domains below one at any depth, parents first', () => {
    const named = (number: number) => index.domainsFrom(number).map(each => index.label(each));
    expect(named(0)).toEqual(['root', 'Rack 10', 'rack 2', 'Inner']);
    expect(named(numberOf('uuid of rack 2'))).toEqual(['rack 2', 'Inner']);
    expect(named(numberOf('uuid of Inner'))).toEqual(['Inner']);
  });

  it('knows the path of a node, and finds access points by MAC address in any case', () => {
    const found = index.find({ connectionId: 'c', macAddress: 'aa:bb:cc:00:00:08' }) ?? -1;
    expect(index.path(found)).toEqual(['root', 'rack 2', 'Äp 8']);
  });

  it('gives a node the same identity after it was moved and renamed', () => {
    const moved = new SensorIndex(
      domain('root', { children: [{ ...domain('Other name'), uuid: 'uuid of Inner' }] }),
    );
    const number = moved.find({ connectionId: 'c', uuid: 'uuid of Inner' }) ?? -1;
    expect(moved.identity(number)).toBe(index.identity(numberOf('uuid of Inner')));
  });

  it('keeps what can be read of a hostile answer', () => {
    const hostile = new SensorIndex({
      name: 7,
      children: [
        null,
        'text',
        ['list'],
        {},
        { uuid: 12, type: '5', name: null },
        { uuid: 'same', type: {}, name: 'first', children: { not: 'a list' } },
        { uuid: 'same', type: 32.5, name: 'second', access_points: [point('AP', 'up'), false] },
      ],
    });
    expect(hostile.size).toBe(6);
    expect(hostile.label(0)).toBe('7');
    expect(labels(hostile, 0)).toEqual(['', '12', 'first', 'second']);
    expect(hostile.find({ connectionId: 'c', uuid: 'same' })).toBe(3);
    const identities = Array.from({ length: hostile.size }, (_, number) => hostile.identity(number));
    expect(new Set(identities).size).toBe(hostile.size);
  });

  it('holds every record of any JSON, each under the node that lists it, with identities of their own', () => {
    const { tree } = fc.letrec(tie => ({
      tree: fc.record(
        {
          uuid: fc.oneof(fc.constantFrom('a', 'b'), fc.integer(), fc.json()),
          name: fc.oneof(fc.string(), fc.constant(null), fc.constant('__proto__')),
          type: fc.anything(),
          status: fc.constantFrom(0, 1, '0', null, []),
          children: fc.oneof(fc.array(fc.oneof(tie('tree'), fc.anything()), { maxLength: 3 }), fc.anything()),
          access_points: fc.array(fc.oneof(tie('tree'), fc.constant(null)), { maxLength: 3 }),
        },
        { requiredKeys: [] },
      ),
    }));
    fc.assert(
      fc.property(tree, record => {
        const found = new SensorIndex(record as RawRecord);
        const numbers = Array.from({ length: found.size }, (_, number) => number);
        expect(new Set(numbers.map(number => found.identity(number))).size).toBe(found.size);
        for (const number of numbers.slice(1))
          expect(children(found, found.parent(number))).toContain(number);
      }),
      { numRuns: 300 },
    );
  });

  it('takes 5,000 levels', () => {
    let record = domain('bottom');
    for (let level = 0; level < 5000; level += 1) record = domain(`level ${level}`, { children: [record] });
    const deep = new SensorIndex(record);
    expect(deep.counts(0).domains).toBe(5000);
    expect(deep.path(deep.find({ connectionId: 'c', uuid: 'uuid of bottom' }) ?? -1)).toHaveLength(5001);
  });

  it('names kinds that nobody documents by their number', () => {
    expect(kindWords({ type: 99 })).toBe('type 99');
    expect(kindWords({ type: '1', domain_type: '101' })).toBe('Floor');
    expect(kindWords({ type: 1, domain_type: 55 })).toBe('Domain type 55');
  });
});

describe('a node whose uuid stands twice', () => {
  const index = new SensorIndex(
    domain('root', { children: [domain('A'), domain('A', { name: 'Twin' }), domain('B', { uuid: null })] }),
  );

  it('is a twin of the first one with it, and so is one without any', () => {
    const [first, twin, bare] = index.members(0, childGroup.domain).toSorted((one, other) => one - other);
    expect([0, first, twin, bare].map(number => index.isTwin(number!))).toEqual([false, false, true, true]);
    expect(index.identity(first!)).not.toBe(index.identity(twin!));
  });

  it('is never taken for one whose uuid reads like what stands for a missing one', () => {
    const bare = { uuid: null };
    const lookalikes = [' 1', ' 2', '1 2'].map(uuid => ({ uuid }));
    const children = [bare, bare, { uuid: '1' }, { uuid: '1' }, ...lookalikes].map((fields, name) =>
      domain(String(name), fields),
    );
    const near = new SensorIndex(domain('root', { children }));
    const identities = Array.from({ length: near.size }, (_, number) => near.identity(number));
    expect(new Set(identities).size).toBe(8);
  });
});
