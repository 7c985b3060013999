import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLargeJson } from '../../../src/api/incrementalJson.js';
import { planList } from '../../../src/changes/lists/planList.js';
import { planOverwrite } from '../../../src/changes/trees/overwrite.js';
import { readStored, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { printRecordsCsv, readRecordsCsv } from '../../../src/model/inventory/recordsCsv.js';
import { checkItems, printRecords, readList } from '../../../src/model/inventory/listDocument.js';
import { fieldsToCreate } from '../../../src/model/inventory/recordText.js';
import { inventoryRules, planPatch, type RecordRules } from '../../../src/model/inventory/recordRules.js';
import {
  documentFields,
  parseRecord,
  printFields,
  printRecord,
  type RecordFields,
} from '../../../src/model/inventory/recordText.js';
import {
  fullWrite,
  nodeFields,
  nodeRules,
  placedAccessPoint,
  placedSensor,
} from '../../../src/model/sensors/nodeDocument.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { checkTreeText } from '../../../src/model/trees/checkTreeText.js';
import { flattenTree } from '../../../src/model/trees/flatTree.js';
import { printSubtree } from '../../../src/model/trees/treeDocument.js';
import { isNone } from '../../../src/changes/trees/treeChanges.js';

const oddNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', 'toJSON'];
const value = fc.jsonValue({ maxDepth: 2 }).filter(given => !JSON.stringify(given).includes('__proto__'));

/** JSON text of fields with odd ones among them, which no literal could hold. */
const withOddFields = (fields: object) =>
  fc.dictionary(fc.constantFrom(...oddNames), value).map(odd => {
    const members = [...Object.entries(fields), ...Object.entries(odd)];
    return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(',')}}`;
  });

/** As large answers are read. */
const parsed = (json: string) => parseExactJson(json, digits => digits) as RecordFields;

const oddOf = (fields: RecordFields): RecordFields =>
  Object.fromEntries(oddNames.filter(name => Object.hasOwn(fields, name)).map(name => [name, fields[name]]));

const withName = (fields: RecordFields, name: string): RecordFields => ({ ...fields, name });

/** What a save of the text with another name sends; the odd fields are shown and stay. */
function savedName(text: string, rules: RecordRules, sent: RecordFields) {
  const base = parseRecord(text);
  expect(oddOf(base)).toEqual(oddOf(sent));
  const edited = parseRecord(printFields(withName(base, 'New')));
  const plan = planPatch({ rules, base, edited, current: parseRecord(text) });
  return plan.kind === 'patch' ? plan.changes : plan;
}

describe('fields with the names of what every object has', () => {
  it('are shown in a record and sent with no save', () => {
    fc.assert(
      fc.property(withOddFields({ id: 7, name: 'Old', color: 'ff8800' }), json => {
        const raw = JSON.parse(json) as RecordFields;
        const record = readStored('rack_roles')(raw) as InventoryRecord;
        expect(savedName(printRecord('rack_roles', record), inventoryRules('rack_roles'), raw)).toEqual({
          name: 'New',
        });
        expect(fieldsToCreate('rack_roles', record)).toEqual({ name: 'Old', color: 'ff8800' });
      }),
    );
  });

  it('are the same for every type, and an edit of one is refused by name', () => {
    for (const type of inventoryTypeNames) {
      const record = readStored(type)(
        JSON.parse('{"id":1,"__proto__":{"a":1},"constructor":"c","toString":3}') as RecordFields,
      ) as InventoryRecord;
      const base = documentFields(type, record);
      expect(oddOf(base)).toEqual(oddOf(record));
      for (const field of ['__proto__', 'constructor', 'toString']) {
        const edited = parseRecord(printFields(base).replace(/"c"|3(?=,|\n)|\{\s*"a": 1\s*\}/g, '"changed"'));
        const plan = planPatch({ rules: inventoryRules(type), base, edited, current: base });
        expect(plan).toMatchObject({ kind: 'rejected' });
        expect(plan.kind === 'rejected' && plan.problems).toContainEqual({ field, code: 'readOnly' });
      }
    }
  });

  it('are no words for a switch in a file, and print as cells', () => {
    const { problems } = readRecordsCsv('table_configs', 'name,shared\nA,constructor\n');
    expect(problems).toMatchObject([{ subject: 'shared' }]);
    const tag = { id: 1, name: 'T', allowed_object_types: [{ toString: 1 }, 'rack'] };
    expect(printRecordsCsv('tags', [tag])).toContain('{""toString"":1};rack');
  });

  it('are shown in a list and sent with no save', () => {
    const item = fc.nat(1000).chain(at => withOddFields({ id: at + 1, name: `R${at}` }));
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { selector: json => (JSON.parse(json) as { id: number }).id }),
        items => {
          const raw = items.map(json => JSON.parse(json) as RecordFields);
          const current = raw.map(each => readStored('rack_roles')(each) as InventoryRecord);
          const text = printRecords('rack_roles', current);
          const base = readList(text).items.map(({ fields }) => fields);
          expect(base.map(oddOf)).toEqual(raw.map(oddOf));
          const edited = readList(printFields(base.map(fields => withName(fields, 'New')))).items;
          expect(checkItems('rack_roles', edited, base)).toEqual([]);
          const plan = planList({ type: 'rack_roles', base, items: edited, current });
          expect(plan.updates.map(({ changes }) => changes)).toEqual(raw.map(() => ({ name: 'New' })));
          expect([plan.creates, plan.deletes, plan.conflicts, plan.gone]).toEqual([[], [], [], []]);
        },
      ),
    );
  });

  it('are shown in the tree and sent with no save, nor with its subtree', async () => {
    const point = withOddFields({ id: 5, name: 'Old', mac_address: 'aa:bb:cc:00:00:01', status: 'up' });
    const sensor = withOddFields({
      uuid: 's',
      name: 'Old',
      type: 5,
      ip: '10.0.0.1',
      domain_type: 1,
      children: [],
    });
    await fc.assert(
      fc.asyncProperty(
        point,
        sensor,
        withOddFields({ uuid: 'd', name: 'Old', type: 1, domain_type: 1 }),
        async (ap, flow, top) => {
          const json = `{"sensor":${top.slice(0, -1)},"access_points":[${ap}],"children":[${flow}]}}`;
          const whole = (await parseLargeJson([json.slice(0, 40), json.slice(40)])) as {
            sensor: RecordFields;
          };
          const tree = readSensorTree(whole.sensor);
          const [below] = tree.children;
          const [owned] = tree.access_points;
          if (!below || !owned) throw new Error('The tree lost a record');
          const domain = nodeFields('domain', placedSensor(tree, undefined));
          expect(savedName(printFields(domain), nodeRules('domain'), parsed(top))).toEqual({
            name: 'New',
          });
          const fields = nodeFields('flow', placedSensor(below, 'd'));
          const changes = savedName(printFields(fields), nodeRules('flow'), parsed(flow));
          expect(changes).toEqual({ name: 'New' });
          expect(oddOf(fullWrite('flow', fields, { name: 'New' }).body)).toEqual({});
          const shown = nodeFields('accessPoint', placedAccessPoint(owned, 'd'));
          expect(savedName(printFields(shown), nodeRules('accessPoint'), parsed(ap))).toEqual({
            name: 'New',
          });
          const checked = checkTreeText(printSubtree(tree), 'd');
          expect(checked.problems).toEqual([]);
          if (!checked.body) throw new Error('The subtree has no body');
          const { changes: subtree } = planOverwrite(checked.body, flattenTree(tree));
          expect([isNone(subtree.nodes), isNone(subtree.points)]).toEqual([true, true]);
        },
      ),
      { numRuns: 40 },
    );
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});
