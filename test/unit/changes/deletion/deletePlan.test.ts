import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countDeleted,
  deletedKeys,
  planDelete,
  planDeleteAccessPoints,
  survivors,
} from '../../../../src/changes/deletion/deletePlan.js';
import type { AccessPointTarget, SensorTarget } from '../../../../src/model/sensors/nodeTarget.js';
import { type SensorRecord, walkTree } from '../../../../src/model/sensors/sensors.js';

const domain = (uuid: string, children: SensorRecord[] = [], macs: string[] = []): SensorRecord => ({
  uuid,
  name: `Domain ${uuid}`,
  type: 1,
  domain_type: 1,
  children,
  access_points: macs.map(mac => ({ name: `AP ${mac}`, mac_address: mac })),
});

const tree = domain('top', [
  domain('a', [domain('a1', [], ['AA:01', 'aa:02']), domain('a2')], ['aa:03']),
  domain('b', [], ['aa:04']),
]);

const sensor = (uuid: string): SensorTarget => ({
  kind: 'sensor',
  connectionId: 'c',
  name: uuid,
  path: [],
  uuid,
  sensorKind: 'domain',
  type: 1,
  domainType: 1,
  parentUuid: undefined,
});
const point = (macAddress: string): AccessPointTarget => ({
  kind: 'accessPoint',
  connectionId: 'c',
  name: macAddress,
  path: [],
  id: undefined,
  macAddress,
  sensorUuid: '',
});

describe('a plan to delete', () => {
  it('counts what goes with a node', () => {
    const plan = planDelete(tree, [sensor('a')]);
    expect(plan.sensors).toMatchObject([
      { parentUuid: 'top', path: ['Domain top', 'Domain a'], subordinates: 2, accessPoints: 3 },
    ]);
    expect(countDeleted(plan)).toEqual({ sensors: 3, accessPoints: 3 });
  });

  it('takes each node once, and none that goes with a node above it', () => {
    const chosen = [sensor('a1'), point('AA:02'), sensor('a'), sensor('a'), point('aa:03'), point('AA:04')];
    const plan = planDelete(tree, chosen);
    expect(plan.sensors.map(at => at.sensor.uuid)).toEqual(['a']);
    expect(plan.accessPoints.map(at => at.accessPoint.mac_address)).toEqual(['aa:04']);
    expect(plan.missing).toEqual([]);
  });

  it('names what the tree does not have any more', () => {
    const plan = planDelete(tree, [sensor('gone'), point('aa:99'), sensor('b')]);
    expect(plan.missing).toEqual(['gone', 'aa:99']);
  });

  it('holds all access points below a domain, and none of the domain beside it', () => {
    const macs = planDeleteAccessPoints(tree, sensor('a'))?.accessPoints.map(
      at => at.accessPoint.mac_address,
    );
    expect(macs).toEqual(['aa:03', 'AA:01', 'aa:02']);
    expect(planDeleteAccessPoints(tree, sensor('gone'))).toBeUndefined();
    expect(planDeleteAccessPoints(tree, sensor('a1'))?.accessPoints[0]).toMatchObject({
      sensorUuid: 'a1',
      path: ['Domain top', 'Domain a', 'Domain a1', 'AP AA:01'],
    });
  });

  it('knows an access point without an address by its id, and says where it stands', () => {
    const floor = { ...domain('floor'), access_points: [6, 7].map(id => ({ id, name: `AP ${id}` })) };
    const chosen = [7, 8].map(id => ({ ...point(''), macAddress: undefined, id, name: `AP ${id}` }));
    const plan = planDelete(domain('top', [floor]), chosen);
    expect(plan.accessPoints).toEqual([
      {
        accessPoint: { id: 7, name: 'AP 7' },
        sensorUuid: 'floor',
        path: ['Domain top', 'Domain floor', 'AP 7'],
      },
    ]);
    expect(plan.missing).toEqual(['AP 8']);
    expect(survivors(plan, domain('top', [floor])).accessPoints.map(({ id }) => id)).toEqual([7]);
  });

  it('is another plan when somebody adds a node below a chosen one', () => {
    const grown = domain('top', [
      domain('a', [domain('a1', [domain('new')], ['AA:01', 'aa:02']), domain('a2')], ['aa:03']),
    ]);
    const keys = deletedKeys(planDelete(tree, [sensor('a')]));
    expect(deletedKeys(planDelete(grown, [sensor('a')]))).not.toEqual(keys);
    expect(deletedKeys(planDelete(tree, [sensor('a'), sensor('a1')]))).toEqual(keys);
  });

  it('finds what survived, below a chosen node too', () => {
    const left = survivors(planDelete(tree, [sensor('a'), point('aa:04')]), tree);
    expect(left.sensors.map(at => at.sensor.uuid)).toEqual(['a', 'a1', 'a2']);
    expect(left.accessPoints.map(at => at.mac_address)).toEqual(['aa:03', 'AA:01', 'aa:02', 'aa:04']);
    const after = domain('top', [domain('b')]);
    expect(survivors(planDelete(tree, [sensor('a')]), after)).toEqual({ sensors: [], accessPoints: [] });
  });

  it('deletes exactly the chosen nodes and what is below them, in any tree', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(30)),
        (parents, picks) => {
          const nodes = parents.map((_, index) => ({
            ...domain(`${index}`, [], [`aa:${index}`]),
            children: [] as SensorRecord[],
          }));
          nodes.forEach((node, index) => {
            if (index > 0) nodes[parents[index]! % index]!.children.push(node);
          });
          const chosen = picks.filter(pick => pick < nodes.length).map(String);
          const gone = new Set<string>();
          for (const { sensor: at, parent } of walkTree(nodes[0]!))
            if (chosen.includes(at.uuid) || (parent && gone.has(parent.sensor.uuid))) gone.add(at.uuid);
          const plan = planDelete(nodes[0]!, chosen.map(sensor));
          expect(countDeleted(plan)).toEqual({ sensors: gone.size, accessPoints: gone.size });
          const left = survivors(plan, nodes[0]!).sensors.map(at => at.sensor.uuid);
          expect(new Set(left)).toEqual(gone);
        },
      ),
    );
  });
});
