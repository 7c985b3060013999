import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeRules } from '../../../../src/model/sensors/nodeDocument.js';
import { changedFields, planPatch, inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';

const base = { id: 7, name: 'A', u_height: 42, width: 19, updated_at: 'then' };
const plan = (edited: RecordFields, current: RecordFields = base) =>
  planPatch({ rules: inventoryRules('racks'), base, edited, current });

describe('planPatch', () => {
  it('sends only the changed fields', () => {
    expect(plan({ ...base, u_height: 45 })).toEqual({
      kind: 'patch',
      changes: { u_height: 45 },
      mergedFields: [],
    });
  });

  it('sends nothing for an edit that changes nothing', () => {
    expect(plan({ ...base })).toEqual({ kind: 'nothing' });
  });

  it("keeps other people's changes to other fields", () => {
    expect(plan({ ...base, u_height: 45 }, { ...base, name: 'B', updated_at: 'now' })).toEqual({
      kind: 'patch',
      changes: { u_height: 45 },
      mergedFields: ['name'],
    });
  });

  it('does not call my own change one of somebody else, who made it too', () => {
    const theirs = { ...base, u_height: 45, name: 'B' };
    expect(plan({ ...base, u_height: 45, width: 21 }, theirs)).toEqual({
      kind: 'patch',
      changes: { width: 21 },
      mergedFields: ['name'],
    });
  });

  it('is a conflict when both sides changed a field to different values', () => {
    expect(plan({ ...base, u_height: 45 }, { ...base, u_height: 44 })).toEqual({
      kind: 'conflict',
      conflicts: [{ field: 'u_height', base: 42, mine: 45, theirs: 44 }],
    });
  });

  it('is no conflict when both sides changed a field to the same value', () => {
    expect(plan({ ...base, u_height: 45 }, { ...base, u_height: 45 })).toEqual({ kind: 'nothing' });
  });

  it('refuses of a list what somebody typed, and nothing that the manager had so', () => {
    const [odd, wrong] = ['001e.bd4a.6001', 'lobby'].map(value => ({ name: 'a', value }));
    const rules = nodeRules('flow');
    const was = { router_macs: [odd, { name: 'b', value: '00:1e:bd:4a:60:02' }] };
    const planned = (...router_macs: unknown[]) =>
      planPatch({ rules, base: was, edited: { router_macs }, current: was }).kind;
    expect(planned({ ...odd, name: 'renamed' })).toBe('patch');
    expect(planned(odd, { name: 'b', value: '00:1e:bd:4a:60:03' })).toBe('patch');
    expect(planned(odd, wrong)).toBe('rejected');
    expect(planned(odd, { name: 'b' })).toBe('rejected');
  });

  it.each([
    ['id', { ...base, id: 8 }, 'readOnly'],
    ['hight', { ...base, hight: 3 }, 'unknown'],
    ['width', { id: 7, name: 'A', u_height: 42, updated_at: 'then' }, 'removed'],
    ['u_height', { ...base, u_height: 'tall' }, 'invalid'],
    ['u_height', { ...base, u_height: null }, 'invalid'],
  ])('refuses a bad edit of %s', (field, edited, code) => {
    expect(plan(edited)).toMatchObject({ kind: 'rejected', problems: [{ field, code }] });
  });

  it('says of a removed field whether null would empty it', () => {
    const panel = { id: 7, name: 'A', description: 'B' };
    const rules = inventoryRules('power_panels');
    expect(planPatch({ rules, base: panel, edited: { id: 7 }, current: panel })).toEqual({
      kind: 'rejected',
      problems: [
        { field: 'name', code: 'removed' },
        { field: 'description', code: 'removedOptional' },
      ],
    });
  });

  it.each([
    [
      { ...base, u_height: 'tall' },
      { kind: 'type', type: 'number' },
    ],
    [
      { ...base, u_height: 4.5 },
      { kind: 'type', type: 'number' },
    ],
    [
      { ...base, u_height: 0 },
      { kind: 'atLeast', bound: 1 },
    ],
    [{ ...base, name: '' }, { kind: 'filled' }],
    [
      { ...base, name: 7 },
      { kind: 'type', type: 'string' },
    ],
  ])('says what a field takes for %j', (edited, wanted) => {
    expect(plan(edited)).toMatchObject({ kind: 'rejected', problems: [{ code: 'invalid', wanted }] });
  });

  it('takes no notice of times that the manager keeps, as undo after a save brings them back', () => {
    expect(plan({ ...base, updated_at: 'before' })).toEqual({ kind: 'nothing' });
    expect(plan({ ...base, u_height: 45, updated_at: 'before' })).toMatchObject({
      changes: { u_height: 45 },
    });
  });

  it('accepts null for an optional field', () => {
    const role = { name: 'r', description: 'x' };
    const options = {
      rules: inventoryRules('rack_roles'),
      base: role,
      edited: { ...role, description: null },
      current: role,
    } as const;
    expect(planPatch(options)).toMatchObject({ kind: 'patch', changes: { description: null } });
  });

  it('refuses text typed over a secret', () => {
    const key = { name: 'k', password: '(secret, not shown)' };
    const options = {
      rules: inventoryRules('account_keys'),
      base: key,
      edited: { ...key, password: 'x' },
      current: key,
    } as const;
    expect(planPatch(options)).toMatchObject({
      kind: 'rejected',
      problems: [{ field: 'password', code: 'secret' }],
    });
  });

  it('never loses an accepted change of anyone', () => {
    const rack = fc.record({
      name: fc.constantFrom('A', 'B', 'C'),
      u_height: fc.integer({ min: 1, max: 3 }),
      width: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(rack, rack, rack, (start, mine, theirs) => {
        const result = planPatch({
          rules: inventoryRules('racks'),
          base: start,
          edited: mine,
          current: theirs,
        });
        if (result.kind === 'rejected') throw new Error('every field is valid');
        if (result.kind === 'conflict') return;
        const stored: RecordFields = { ...theirs, ...(result.kind === 'patch' ? result.changes : {}) };
        for (const field of ['name', 'u_height', 'width'] as const) {
          const wanted = mine[field] === start[field] ? theirs[field] : mine[field];
          expect(stored[field]).toBe(wanted);
        }
      }),
    );
  });
});

describe('the fields that changed', () => {
  const same = { a: [1, { b: null }], c: { d: 1, e: 2 }, f: NaN };

  it('are none between equal values, whatever the order of their fields', () => {
    expect(changedFields(same, { f: NaN, c: { e: 2, d: 1 }, a: [1, { b: null }] })).toEqual([]);
    expect(changedFields({ a: undefined }, {})).toEqual([]);
  });

  it.each([
    [{ b: 1 }, { b: 2 }],
    [{ b: 1 }, { c: 1 }],
    [{}, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [[], {}],
    [['x'], { 0: 'x' }],
    [{}, null],
    [null, {}],
    [null, undefined],
    [{}, 'text'],
    ['text', {}],
    [{}, 7],
    ['7', 7],
    ['a', 'b'],
    [0, false],
  ])('are those whose values differ: %j and %j', (before, after) => {
    expect(changedFields({ field: before }, { field: after })).toEqual(['field']);
    expect(changedFields({ field: { in: before } }, { field: { in: after } })).toEqual(['field']);
  });

  it('stand in the order of the edit, then those that are gone', () => {
    expect(changedFields({ gone: 1, a: 1, b: 1 }, { b: 2, a: 1, new: 1 })).toEqual(['b', 'new', 'gone']);
  });

  it('are own fields only', () => {
    expect(changedFields({}, JSON.parse('{"__proto__":{}}') as RecordFields)).toEqual(['__proto__']);
  });
});
