import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countDeleted,
  deletedKeys,
  planNodeDeletion,
  planAccessPointDeletion,
  survivors,
} from '../../../../src/changes/deletion/nodeDeletionPlan.js';
import { treeOf } from '../../../../src/model/sensors/visitNodes.js';
import type { AccessPointTarget, SensorTarget } from '../../../../src/model/sensors/nodeTarget.js';
import { type SensorRecord, walkTree } from 'netsensor-contract/sensors/sensors';

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

const planOf = async (...[top, chosen]: [SensorRecord, Parameters<typeof planNodeDeletion>[1]]) =>
  (await planNodeDeletion(treeOf(top), chosen)).plan;
const pointsPlanOf = async (top: SensorRecord, chosen: SensorTarget) =>
  (await planAccessPointDeletion(treeOf(top), chosen))?.plan;
const leftOf = async (plan: Parameters<typeof survivors>[0], after: SensorRecord) => {
  const { sensors, accessPoints } = await survivors(plan, treeOf(after));
  return {
    sensors: sensors.map(({ record }) => record['uuid']),
    points: accessPoints.map(({ mac_address: mac, id }) => mac ?? id),
  };
};

describe('a plan to delete', () => {
  it('counts what goes with a node', async () => {
    const plan = await planOf(tree, [sensor('a')]);
    expect(plan.sensors).toMatchObject([
      { parentUuid: 'top', path: ['Domain top', 'Domain a'], subordinates: 2, accessPoints: 3 },
    ]);
    expect(countDeleted(plan)).toEqual({ sensors: 3, accessPoints: 3 });
  });

  it('takes each node once, and none that goes with a node above it', async () => {
    const chosen = [sensor('a1'), point('AA:02'), sensor('a'), sensor('a'), point('aa:03'), point('AA:04')];
    const plan = await planOf(tree, chosen);
    expect(plan.sensors.map(at => at.sensor.uuid)).toEqual(['a']);
    expect(plan.accessPoints.map(at => at.accessPoint.mac_address)).toEqual(['aa:04']);
    expect(plan.missing).toEqual([]);
  });

  it('names what the tree does not have any more', async () => {
    const plan = await planOf(tree, [sensor('gone'), point('aa:99'), sensor('b')]);
    expect(plan.missing).toEqual(['gone', 'aa:99']);
  });

  it('holds all access points below a domain, and none of the domain beside it', async () => {
    const macs = (await pointsPlanOf(tree, sensor('a')))?.accessPoints.map(at => at.accessPoint.mac_address);
    expect(macs).toEqual(['aa:03', 'AA:01', 'aa:02']);
    expect(await pointsPlanOf(tree, sensor('gone'))).toBeUndefined();
    expect((await pointsPlanOf(tree, sensor('a1')))?.accessPoints[0]).toMatchObject({
      sensorUuid: 'a1',
      path: ['Domain top', 'Domain a', 'Domain a1', 'AP AA:01'],
    });
  });

  it('knows an access point without an address by its id, and says where it stands', async () => {
    const floor = { ...domain('floor'), access_points: [6, 7].map(id => ({ id, name: `AP ${id}` })) };
    const chosen = [7, 8].map(id => ({ ...point(''), macAddress: undefined, id, name: `AP ${id}` }));
    const plan = await planOf(domain('top', [floor]), chosen);
    expect(plan.accessPoints).toEqual([
      {
        accessPoint: { id: 7, name: 'AP 7' },
        sensorUuid: 'floor',
        path: ['Domain top', 'Domain floor', 'AP 7'],
      },
    ]);
    expect(plan.missing).toEqual(['AP 8']);
    expect((await leftOf(plan, domain('top', [floor]))).points).toEqual([7]);
  });

  it('is another plan when somebody adds a node below a chosen one', async () => {
    const grown = domain('top', [
      domain('a', [domain('a1', [domain('new')], ['AA:01', 'aa:02']), domain('a2')], ['aa:03']),
    ]);
    const keys = deletedKeys(await planOf(tree, [sensor('a')]));
    expect(deletedKeys(await planOf(grown, [sensor('a')]))).not.toEqual(keys);
    expect(deletedKeys(await planOf(tree, [sensor('a'), sensor('a1')]))).toEqual(keys);
  });

  it('finds what survived, below a chosen node too', async () => {
    const left = await leftOf(await planOf(tree, [sensor('a'), point('aa:04')]), tree);
    expect(left.sensors).toEqual(['a', 'a1', 'a2']);
    expect(left.points).toEqual(['aa:03', 'AA:01', 'aa:02', 'aa:04']);
    const after = domain('top', [domain('b')]);
    expect(await leftOf(await planOf(tree, [sensor('a')]), after)).toEqual({ sensors: [], points: [] });
  });

  it('deletes exactly the chosen nodes and what is below them, in any tree', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(30)),
        async (parents, picks) => {
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
          const plan = await planOf(nodes[0]!, chosen.map(sensor));
          expect(countDeleted(plan)).toEqual({ sensors: gone.size, accessPoints: gone.size });
          const left = await leftOf(plan, nodes[0]!);
          expect(new Set(left.sensors)).toEqual(gone);
        },
      ),
    );
  });
});
