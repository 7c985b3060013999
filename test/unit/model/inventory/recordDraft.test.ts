import { describe, expect, it } from 'vitest';
import { createProblems } from '../../../../src/model/inventory/recordRules.js';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { createSchema, findRecordTwins } from 'netsensor-contract/inventory/inventoryRecord';
import {
  copiedFields,
  keptInTemplate,
  newRecordFields,
  parseRecordDraft,
  recordDraftAddress,
  templateFields,
} from '../../../../src/model/inventory/recordDraft.js';

describe('a draft of a record', () => {
  it.each(inventoryTypeNames)('of %s has exactly the required fields', type => {
    const fields = newRecordFields(type);
    const codes = createProblems(createSchema(type), fields).map(({ code }) => code);
    expect(codes.filter(code => code !== 'invalid')).toEqual([]);
    for (const name of Object.keys(fields)) {
      const { [name]: _left, ...others } = fields;
      expect(createProblems(createSchema(type), others)).toContainEqual({ field: name, code: 'missing' });
    }
  });

  it.each([{ type: 'racks' }, { type: 'account_keys', copyOf: 12 }] as const)(
    'is found again from its address',
    draft => {
      expect(parseRecordDraft(recordDraftAddress(draft, 'New thing 2'))).toEqual({
        copyOf: undefined,
        ...draft,
      });
    },
  );

  it.each([
    '/new/domain/New domain.json',
    '/inventory/racks/A.1.json',
    '/new/racks/a/b.json',
    '/new/__proto__/x.json',
  ])('is not behind %s', path => {
    expect(parseRecordDraft({ path, query: '' })).toBeUndefined();
  });

  it('that copies a record takes what can be written, says that it is a copy, and no secret', () => {
    const stored = {
      id: 7,
      name: 'Root',
      username: 'root',
      password: 'hunter2',
      key_type: null,
      extra: 1,
      created_at: 'then',
    };
    expect(copiedFields('account_keys', stored)).toEqual({
      name: 'Root copy',
      username: 'root',
      password: '(secret, not shown)',
    });
    const units = { units: '1,2', rack_id: 7 };
    expect(copiedFields('rack_reservations', { id: 3, ...units })).toEqual(units);
  });

  it('leaves no secret in a template, not even its place', () => {
    const record = { id: 7, name: 'K', username: 'root', password: 'hunter2', created_at: 'then' };
    expect(keptInTemplate('account_keys', record)).toEqual({ name: 'K', username: 'root' });
  });

  it('from a template has what the template says, the required fields, and no secret', () => {
    const template = { id: 7, username: 'root', password: 'hunter2', colour: 'red', description: null };
    expect(templateFields('account_keys', template)).toEqual({
      name: '',
      username: 'root',
      password: '(secret, not shown)',
      colour: 'red',
    });
  });

  it('may have become records with its name and its references, the newest first', () => {
    const stored = [
      { id: 1, name: 'Feed', power_panel_id: 3, voltage: 230 },
      { id: 2, name: 'Feed', power_panel_id: 4 },
      { id: 5, name: 'Feed', power_panel_id: 3 },
      { id: 6, name: 'Other', power_panel_id: 3 },
    ];
    const twins = findRecordTwins({ type: 'power_feeds' }, stored, { name: 'Feed', power_panel_id: 3 });
    expect(twins.map(({ id }) => id)).toEqual([5, 1]);
  });

  it.each([
    ['racks', { name: 'Lost rack' }, { name: 'LOST-RACK ' }],
    ['racks', { name: 'Co\u0301rdoba' }, { name: 'CORDOBA' }],
    ['racks', { name: 'Straße 1' }, { name: 'STRASSE 1' }],
    ['rack_reservations', { rack_id: 1, units: '8,9,10' }, { rack_id: 1, units: '8-10' }],
    ['rack_reservations', { rack_id: 1, units: '9, 8' }, { rack_id: 1, units: '8,9' }],
  ] as const)(
    'may have become one of %s that the manager spells otherwise: %j, %j',
    (type, fields, stored) => {
      expect(findRecordTwins({ type }, [{ id: 3, ...stored }], fields)).toHaveLength(1);
    },
  );

  it.each([
    ['racks', { name: 'Rack 1' }, { name: 'Rack 11' }],
    ['rack_reservations', { rack_id: 1, units: '8,9' }, { rack_id: 1, units: '89' }],
  ] as const)('has not become one of %s with another name: %j, %j', (type, fields, stored) => {
    expect(findRecordTwins({ type }, [{ id: 3, ...stored }], fields)).toEqual([]);
  });
});
