import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/depth.js';
import { startTestManager, type Json, type TestManager } from '../testManager.js';
import { OverwriteModel, type BodyNode, type ModelNode } from './overwriteModel.js';

const sensors = '/api/v1/sensors';

/** A node of a body before it is known which nodes exist. */
interface Drawn extends Omit<BodyNode, 'uuidOf' | 'children'> {
  readonly pick?: number | undefined;
  readonly children?: readonly Drawn[] | undefined;
}

const name = fc.constantFrom('a', 'b', 'c');
const domainType = fc.constantFrom(undefined, 2, 101);
const pick = fc.nat(1000);
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const { node: drawn } = fc.letrec<{ node: Drawn }>(tie => ({
  node: fc.record({
    name,
    domainType,
    type: rarely(fc.constant(5)),
    pick: rarely(pick),
    children: fc.option(fc.array(tie('node'), { maxLength: 3 }), { nil: undefined, depthSize: 'small' }),
  }),
}));

const step = fc.oneof(
  fc.record({ step: fc.constant('create' as const), name, type: fc.constantFrom(1, 1, 5), parent: pick }),
  fc.record({ step: fc.constant('change' as const), name, node: pick, parent: pick }),
  fc.record({ step: fc.constant('delete' as const), node: pick }),
  fc.record({
    step: fc.constant('overwrite' as const),
    children: fc.option(fc.array(drawn, { maxLength: 4 }), { nil: undefined }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

describe('random overwrites between single changes', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const chosen = (model: OverwriteModel, number: number): ModelNode => {
    const nodes = [...model.nodes];
    return nodes[number % nodes.length] as ModelNode;
  };
  const bodyOf = (model: OverwriteModel, given: Drawn): BodyNode => ({
    name: given.name,
    type: given.type,
    domainType: given.domainType,
    uuidOf: given.pick === undefined ? undefined : chosen(model, given.pick),
    children: given.children?.map(child => bodyOf(model, child)),
  });
  const sent = ({ name, type, domainType, uuidOf, children }: BodyNode): object => ({
    name,
    type,
    domain_type: domainType,
    uuid: uuidOf?.uuid,
    children: children?.map(sent),
  });
  const send = async (
    isAllowed: boolean,
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => {
    const answer = await manager.send(method, `${sensors}${path}`, body);
    expect(answer.status, answer.text).toBe(isAllowed ? 200 : 422);
    return answer.json().sensor as Json;
  };

  const create = async (model: OverwriteModel, given: { name: string; type: number; parent: number }) => {
    const parent = chosen(model, given.parent);
    const isAllowed = parent.type === 1;
    const body = { name: given.name, ip: '10.0.0.1', parent_uuid: parent.uuid };
    const sensor = await send(isAllowed, 'POST', given.type === 5 ? '/flow' : '/domain', body);
    if (isAllowed) model.add(parent, given).uuid = sensor.uuid;
  };
  const change = async (model: OverwriteModel, given: { name: string; node: number; parent: number }) => {
    const node = chosen(model, given.node);
    const parent = chosen(model, given.parent);
    if (node === model.top) return;
    const isAllowed = parent === node.parent || (parent.type === 1 && !model.isBelow(parent, node));
    const body = { name: given.name, ip: '10.0.0.2', parent_uuid: parent.uuid };
    await send(isAllowed, 'PATCH', `/${node.uuid}${node.type === 5 ? '/flow' : ''}`, body);
    if (isAllowed) Object.assign(node, { name: given.name, parent });
  };
  const take = async (model: OverwriteModel, given: Step): Promise<void> => {
    switch (given.step) {
      case 'create':
        return create(model, given);
      case 'change':
        return change(model, given);
      case 'delete': {
        const node = chosen(model, given.node);
        if (node === model.top) return;
        await send(true, 'DELETE', `/${node.uuid}`);
        return model.remove(node);
      }
      case 'overwrite': {
        const children = given.children?.map(child => bodyOf(model, child));
        const body = { sensor: { children: children?.map(sent) } };
        await send(model.overwrite(children), 'POST', `/${model.top.uuid}/override_all`, body);
      }
    }
  };

  /** Compares the trees, and learns the uuids that the manager chose. */
  const compare = (model: OverwriteModel, node: ModelNode, record: Json): void => {
    node.uuid ??= record.uuid;
    const { uuid, name, type, domainType: domain_type } = node;
    expect(record).toMatchObject({ uuid, name, type, domain_type });
    const children = model.childrenOf(node);
    expect(record.children.map((child: Json) => child.name)).toEqual(children.map(child => child.name));
    children.forEach((child, index) => compare(model, child, record.children[index]));
  };

  it('leave the same tree as a plain model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
        const created = await manager.send('POST', `${sensors}/domain`, { name: 'top' });
        const model = new OverwriteModel(created.json().sensor);
        for (const each of steps) {
          await take(model, each);
          const answer = await manager.get(`${sensors}/${model.top.uuid}/tree`);
          compare(model, model.top, answer.json().sensor);
        }
        await manager.send('DELETE', `${sensors}/${model.top.uuid}`);
      }),
      { numRuns: runs({ broad: 3, deep: 20 }) },
    );
    const left = await manager.sql(`SELECT name FROM sensors WHERE name IN ('a', 'b', 'c', 'top')`);
    expect(left).toEqual([]);
  });
});
