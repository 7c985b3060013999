import fc from 'fast-check';
import type { ModelElement, ModelOverwrite } from './treeModel.js';

/** A step of a sequence; `at` and `to` choose among the nodes that exist when it is taken. */
export type TreeStep =
  | { readonly step: 'domain'; readonly at: number; readonly name: string; readonly kind: number }
  | { readonly step: 'flow'; readonly at: number; readonly name: string }
  | { readonly step: 'rename'; readonly at: number; readonly name: string; readonly kind: number }
  | { readonly step: 'move'; readonly at: number; readonly to: number }
  | { readonly step: 'remove'; readonly at: number }
  | {
      readonly step: 'point';
      readonly at: number;
      readonly mac: string;
      readonly name: string;
      readonly status: 0 | 1;
    }
  | {
      readonly step: 'change';
      readonly mac: string;
      readonly to: number | undefined;
      readonly change: PointChange;
    }
  | { readonly step: 'removePoints'; readonly macs: readonly string[] }
  | { readonly step: 'removeBelow'; readonly at: number }
  | { readonly step: 'override'; readonly at: number; readonly elements: readonly ModelElement[] }
  | { readonly step: 'overwrite'; readonly at: number; readonly body: ModelOverwrite };

export interface PointChange {
  readonly name?: string | undefined;
  readonly status?: 0 | 1 | undefined;
  readonly mac_address?: string | undefined;
}

const is = <Name extends TreeStep['step']>(name: Name) => fc.constant(name);
const at = fc.nat(20);
const name = fc.constantFrom('a', 'b');
const kind = fc.constantFrom(1, 2, 7);
/** Few addresses, some in two spellings, so that they meet. */
const mac = fc.constantFrom(
  '02:aa:00:00:00:01',
  '02:AA:00:00:00:01',
  '02:aa:00:00:00:02',
  '02:aa:00:00:00:03',
  '02:aa:00:00:00:04',
);
const status = fc.constantFrom<(0 | 1)[]>(0, 1);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const element = fc.record({ mac, name, deployment: optional(name), organization: optional(name) });
const overwrite: fc.Arbitrary<ModelOverwrite> = fc.letrec<{ node: ModelOverwrite }>(tie => ({
  node: fc.record({
    name,
    kind,
    points: fc.array(fc.record({ mac, name }), { maxLength: 2 }),
    children: fc.option(fc.array(tie('node'), { maxLength: 3, depthIdentifier: 'tree' }), {
      nil: undefined,
      depthIdentifier: 'tree',
      maxDepth: 3,
    }),
  }),
})).node;

const step: fc.Arbitrary<TreeStep> = fc.oneof(
  fc.record({ step: is('domain'), at, name, kind }),
  fc.record({ step: is('domain'), at, name, kind }),
  fc.record({ step: is('flow'), at, name }),
  fc.record({ step: is('rename'), at, name, kind }),
  fc.record({ step: is('move'), at, to: at }),
  fc.record({ step: is('remove'), at }),
  fc.record({ step: is('point'), at, mac, name, status }),
  fc.record({ step: is('point'), at, mac, name, status }),
  fc.record({
    step: is('change'),
    mac,
    to: optional(at),
    change: fc.record({ name, status, mac_address: mac }, { requiredKeys: [] }),
  }),
  fc.record({ step: is('removePoints'), macs: fc.array(mac, { maxLength: 3 }) }),
  fc.record({ step: is('removeBelow'), at }),
  fc.record({ step: is('override'), at, elements: fc.array(element, { maxLength: 4 }) }),
  fc.record({ step: is('overwrite'), at, body: overwrite }),
);

export const treeSteps: fc.Arbitrary<TreeStep[]> = fc.array(step, { minLength: 1, maxLength: 20 });
