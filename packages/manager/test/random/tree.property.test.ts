import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/depth.js';
import { flatten } from '../asUser.js';
import { startTestManager, type Answer, type Json, type TestManager } from '../testManager.js';
import { domain, flowSensor, shapeOf, TreeModel, type ModelNode, type ModelOverwrite } from './treeModel.js';
import { treeSteps, type TreeStep } from './treeSteps.js';

const points = '/api/v1/access_points';

describe('random sequences of tree and access point requests', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const post = (path: string, body: object) => manager.send('POST', path, body);
  const sensor = (node: ModelNode, more = '') => `/api/v1/sensors/${node.uuid}${more}`;

  /** A model of a new domain that nothing stands below. */
  const newModel = async (): Promise<TreeModel> => {
    const made = (await post('/api/v1/sensors/domain', { name: 'Sandbox' })).json().sensor;
    const { id, uuid, type, name, domain_type: kind } = made;
    return new TreeModel({ id, uuid, type, name, kind, parent: undefined });
  };

  const treeOf = async (node: ModelNode): Promise<Json> =>
    (await manager.get(sensor(node, '/tree'))).json().sensor;

  const shapeOfRecord = (record: Json): object =>
    shapeOf({
      name: record.name,
      type: record.type,
      kind: record.domain_type,
      points: (record.access_points ?? []).map((point: Json) => ({
        name: point.name,
        mac: point.mac_address,
        status: point.status,
      })),
      children: record.children.map(shapeOfRecord),
    });

  const accepted = (answer: Answer, isAccepted: boolean, otherwise = 422) =>
    expect(answer.status, answer.text).toBe(isAccepted ? 200 : otherwise);

  /** Takes the ids and uuids that the manager chose over into the model; both have the same shape. */
  const adopt = async (model: TreeModel): Promise<void> => {
    const root = await treeOf(model.top);
    expect(shapeOfRecord(root)).toEqual(model.shape());
    const places = (record: Json, path: string): [string, Json][] => [
      [path, record],
      ...record.children.flatMap((child: Json) =>
        places(child, `${path}/${child.type} ${child.domain_type} ${child.name}`),
      ),
    ];
    const stored = places(root, '');
    const pathOf = (node: ModelNode): string =>
      node.parent ? `${pathOf(node.parent)}/${node.type} ${node.kind} ${node.name}` : '';
    const unknown = model.nodes.filter(node => node.uuid === '');
    const known = new Set(model.nodes.map(node => node.uuid));
    for (const node of unknown) {
      const path = pathOf(node);
      const [, record] = stored.find(([each, { uuid }]) => each === path && !known.has(uuid)) ?? [];
      if (!record) throw new Error(`The manager has no ${path}.`);
      known.add(record.uuid);
      Object.assign(node, { id: record.id, uuid: record.uuid });
    }
    model.nodes.sort((one, other) => one.id - other.id);
  };

  const bodyOf = ({ name, kind, points: list, children }: ModelOverwrite): object => ({
    name,
    domain_type: kind,
    type: domain,
    access_points: list.map(({ mac, name }) => ({ mac_address: mac, name })),
    ...(children && { children: children.map(bodyOf) }),
  });

  const create = async (model: TreeModel, parent: ModelNode, body: { kind: string; fields: object }) => {
    const answer = await post(`/api/v1/sensors/${body.kind}`, { parent_uuid: parent.uuid, ...body.fields });
    accepted(answer, parent.type === domain);
    if (answer.status !== 200) return;
    const { id, uuid, name, type = flowSensor, domain_type: kind = 1 } = answer.json().sensor;
    model.addNode({ id, uuid, name, type, kind, parent });
  };

  const take = async (model: TreeModel, step: TreeStep): Promise<void> => {
    const at = (index: number) => model.nodes[index % model.nodes.length] as ModelNode;
    switch (step.step) {
      case 'domain': {
        const fields = { name: step.name, domain_type: step.kind };
        return create(model, at(step.at), { kind: 'domain', fields });
      }
      case 'flow':
        return create(model, at(step.at), { kind: 'flow', fields: { name: step.name, ip: '10.0.0.1' } });
      case 'rename': {
        const node = at(step.at);
        const { name, kind } = step;
        const answer = await manager.send('PATCH', sensor(node), { name, domain_type: kind });
        accepted(answer, node.type === domain, 404);
        if (node.type === domain) Object.assign(node, { name, kind });
        return;
      }
      case 'move': {
        const node = at(step.at);
        const parent = at(step.to);
        if (node.type !== domain || node === model.top) return;
        const answer = await manager.send('PATCH', sensor(node), { parent_uuid: parent.uuid });
        return void accepted(answer, model.move(node, parent));
      }
      case 'remove': {
        const node = at(step.at);
        if (node === model.top) return;
        accepted(await manager.send('DELETE', sensor(node)), true);
        return model.remove(node);
      }
      case 'override': {
        const node = at(step.at);
        const access_points = step.elements.map(({ mac, name, deployment, organization }) => ({
          mac_address: mac,
          name,
          deployment_name: deployment,
          organization_name: organization,
        }));
        const answer = await post(sensor(node, '/access_point/override'), { access_points });
        accepted(answer, model.override(node, step.elements));
        return adopt(model);
      }
      case 'overwrite': {
        const node = at(step.at);
        if (node.type !== domain) return;
        const answer = await post(sensor(node, '/override_all'), { sensor: bodyOf(step.body) });
        accepted(answer, model.overwrite(node, step.body));
        return adopt(model);
      }
      case 'point':
      case 'change':
      case 'removePoints':
      case 'removeBelow':
        return takePointStep(model, step);
    }
  };

  const takePointStep = async (
    model: TreeModel,
    step: Extract<TreeStep, { step: 'point' | 'change' | 'removePoints' | 'removeBelow' }>,
  ): Promise<void> => {
    const at = (index: number) => model.nodes[index % model.nodes.length] as ModelNode;
    switch (step.step) {
      case 'point': {
        const { mac, name, status } = step;
        const owner = at(step.at);
        const answer = await post(points, { mac_address: mac, name, status, sensor_uuid: owner.uuid });
        return void accepted(answer, model.addPoint({ mac, name, status, owner }));
      }
      case 'change': {
        const point = model.owns(step.mac);
        const owner = step.to === undefined ? undefined : at(step.to);
        const body = { ...step.change, ...(owner && { sensor_uuid: owner.uuid }) };
        const answer = await manager.send('PATCH', `${points}/${step.mac}`, body);
        if (!point) return void accepted(answer, false, 404);
        const { mac_address: mac = point.mac, ...rest } = step.change;
        return void accepted(answer, model.changePoint(point, { ...rest, mac, ...(owner && { owner }) }));
      }
      case 'removePoints': {
        const named = step.macs.map(mac => model.owns(mac));
        const access_points = step.macs.map(mac => ({ mac_address: mac }));
        const areKnown = named.every(point => point !== undefined);
        accepted(await manager.send('DELETE', points, { access_points }), areKnown, 404);
        if (areKnown) model.points = model.points.filter(point => !named.includes(point));
        return;
      }
      case 'removeBelow': {
        const node = at(step.at);
        accepted(await manager.send('DELETE', sensor(node, '/access_points')), true);
        return model.removePointsBelow(node);
      }
    }
  };

  it('leave what a plain model says they leave', async () => {
    const before = (await manager.get('/api/v1/sensors/tree')).json();
    await fc.assert(
      fc.asyncProperty(treeSteps, async steps => {
        const model = await newModel();
        try {
          for (const step of steps) await take(model, step);
          const record = await treeOf(model.top);
          expect(shapeOfRecord(record)).toEqual(model.shape());
          const rows = (await manager.get(points)).json().access_points as Json[];
          const listed = rows.map(row => row.mac_address).filter((mac: string) => /^02:aa/i.test(mac));
          expect(listed.sort()).toEqual(model.points.map(({ mac }) => mac).sort());
          for (const node of flatten(record)) expect((await treeOf(node)).id).toBe(node.id);
        } finally {
          await manager.send('DELETE', sensor(model.top));
        }
      }),
      { numRuns: runs({ broad: 6, deep: 40 }) },
    );
    expect((await manager.get('/api/v1/sensors/tree')).json()).toEqual(before);
  });
});
