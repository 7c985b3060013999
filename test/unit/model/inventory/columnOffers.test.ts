import { describe, expect, it } from 'vitest';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { columnOffers } from '../../../../src/model/inventory/columnOffers.js';
import { modelOf, typeOfModel, typesLike } from '../../../../src/model/inventory/models.js';
import { referenceProblems, type KnownLists } from '../../../../src/model/inventory/referenceProblems.js';
import { RecordList } from '../../../../src/model/inventory/recordList.js';

const role = { kind: 'columns', of: 'inventory_type' } as const;
/** What is offered at `|`, and the text with the first of it. */
function offered(text: string) {
  const offset = text.indexOf('|');
  const plain = text.replace('|', '');
  const found = columnOffers(plain, offset, role);
  if (!found) return undefined;
  const { names, isInside, start, end } = found;
  const [first = ''] = names;
  const written = isInside ? first : JSON.stringify(first);
  return { names, text: `${plain.slice(0, start)}${written}${plain.slice(end)}` };
}

describe('the columns of a layout', () => {
  it('are offered of the type that the record names, without those that are there', () => {
    const found = offered('{ "inventory_type": "DcimRack", "column_order": "name;|" }');
    expect(found?.names).toEqual(['id', 'u_height', 'width', 'created_at', 'updated_at']);
    expect(found?.text).toBe('{ "inventory_type": "DcimRack", "column_order": "name;id" }');
  });

  it('take the place of the one at the cursor alone, also in a list, and behind a comma that should be none', () => {
    const text =
      '[{ "inventory_type": "RackRole" }, { "column_order": "id;w|i;name", "inventory_type": "rack" }]';
    expect(offered(text)).toEqual({
      names: ['u_height', 'width', 'created_at', 'updated_at'],
      text: '[{ "inventory_type": "RackRole" }, { "column_order": "id;u_height;name", "inventory_type": "rack" }]',
    });
    expect(offered('{ "inventory_type": "DcimRack", "column_order": "id,|" }')?.text).toMatch(/"id,name"/);
  });

  it('stand in quotes where there are none yet, in text that is no JSON', () => {
    expect(offered('{ "inventory_type": "DcimRack", "column_order": | }')?.text).toBe(
      '{ "inventory_type": "DcimRack", "column_order": "id" }',
    );
    expect(offered('{ "inventory_type": "DcimRack", "column_order": "name;|')?.names).toContain('width');
  });

  it('are not guessed of a type that nobody knows', () => {
    expect(offered('{ "inventory_type": "DcimCable", "column_order": "|" }')).toBeUndefined();
    expect(offered('{ "column_order": "|" }')).toBeUndefined();
  });
});

describe('names of types and columns', () => {
  const none: KnownLists = () => undefined;
  const problems = (fields: object, lists = none) =>
    referenceProblems({ type: 'table_configs', id: 1, fields: { ...fields } }, lists);

  it('are those of all types, and known again however they are written', () => {
    const models = inventoryTypeNames.map(modelOf);
    expect(models.slice(0, 2)).toEqual(['DcimRack', 'RackRole']);
    expect(models.map(typeOfModel)).toEqual(inventoryTypeNames);
    expect(typeOfModel('Dcim::Rack')).toBe('racks');
  });

  it('are a problem when there are none such', () => {
    expect(problems({ inventory_type: 'DcimCable', column_order: 'length' })).toEqual([
      { field: 'inventory_type', code: 'noModel', names: ['DcimCable'] },
    ]);
    expect(problems({ inventory_type: 'DcimRack', column_order: 'name;heigth; id' })).toEqual([
      { field: 'column_order', code: 'noColumn', names: ['heigth'], type: 'racks' },
    ]);
    const tag = { type: 'tags', id: 1, fields: { allowed_object_types: ['DcimRack', 'Cable', 7] } } as const;
    expect(referenceProblems(tag, none)).toEqual([
      { field: 'allowed_object_types', code: 'noModel', names: ['Cable'] },
    ]);
    expect(problems({ inventory_type: '', column_order: null })).toEqual([]);
  });

  it('are none where the manager stores a field that the contract does not have', () => {
    const racks = new RecordList('racks', [{ id: 1, site: 'BSL' }], { readAt: 0 });
    const lists: KnownLists = type => (type === 'racks' ? racks : undefined);
    expect(problems({ inventory_type: 'DcimRack', column_order: 'name;site' }, lists)).toEqual([]);
  });
});

describe('the types of a word that is typed', () => {
  it.each([
    ['rack', ['racks', 'rack_roles', 'rack_types', 'rack_reservations']],
    ['Rack r', ['rack_roles', 'rack_reservations']],
    ['Dcim', ['racks']],
    ['lan', ['wireless_lans', 'wireless_lan_groups']],
  ])('are of %s those that it means, begins or is in, in this order', (typed, types) => {
    expect(typesLike(typed)).toEqual(types);
  });

  it('are all where it is like none', () => {
    for (const typed of ['', 'device']) expect(typesLike(typed)).toHaveLength(14);
  });
});
