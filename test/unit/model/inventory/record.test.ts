import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import {
  createSchema,
  documentSchema,
  recordName,
  readStored,
  readUnrepeated,
  type InventoryRecord,
  parseRecordPath,
  recordPath,
} from 'netsensor-contract/inventory/inventoryRecord';
import { readRows } from 'netsensor-contract/text/listAnswer';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { toJsonSchema } from 'netsensor-contract/schemas/jsonSchema';
import { readList } from '../../../../src/model/inventory/listDocument.js';
import { parseRecord, printRecord, RecordTextError } from '../../../../src/model/inventory/recordText.js';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';

/** A value that a field of the type accepts, from the field itself. */
const sample = (type: (typeof inventoryTypeNames)[number]) =>
  Object.fromEntries(
    Object.keys(inventoryType(type).fields).map(name => {
      const values = [1, 'text', 'aa1409', '1,2', true, ['DcimRack'], '1', 'a;b'];
      const field = createSchema(type).shape[name] as z.ZodType;
      return [name, values.find(value => field.safeParse(value).success)];
    }),
  );

describe('inventory types', () => {
  it('are the 14 of the contract', () => {
    expect(inventoryTypeNames).toHaveLength(14);
    expect(new Set(inventoryTypeNames.map(type => inventoryType(type).key)).size).toBe(14);
  });

  it.each(inventoryTypeNames)('%s: zod and the JSON Schema agree on good and bad records', type => {
    const ajv = new Ajv({ strict: false });
    const check = ajv.compile(toJsonSchema(createSchema(type)));
    const good = sample(type);
    expect(createSchema(type).safeParse(good).success).toBe(true);
    expect(check(good)).toBe(true);
    for (const name of Object.keys(good)) {
      for (const bad of [
        { ...good, [name]: {} },
        { ...good, [name]: undefined },
        { ...good, surprise: 1 },
      ]) {
        const plain: unknown = JSON.parse(JSON.stringify(bad));
        expect(check(plain), JSON.stringify(plain)).toBe(createSchema(type).safeParse(plain).success);
      }
    }
    expect(documentSchema(type).safeParse({ id: 1, ...good, extra: 'kept' }).success).toBe(true);
  });

  it.each(inventoryTypeNames)('%s: reads numbers as text, nulls and unknown fields', type => {
    const stored = Object.fromEntries(
      Object.entries(sample(type)).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : null,
      ]),
    );
    const record = readStored(type)({ id: '12', ...stored, extra: { kept: true } }) as InventoryRecord;
    expect(record.id).toBe(12);
    expect(record.extra).toEqual({ kept: true });
    for (const [name, value] of Object.entries(stored)) {
      if (value !== null) expect(typeof record[name], name).not.toBe('object');
    }
  });
});

describe('a list of records', () => {
  const digits = '9007199254740993';

  it('is read but for what is no record, has no id that can be used, or repeats one', () => {
    const odd = [null, [], 'text', {}, { id: 0 }, { id: digits }, { id: 1.5 }, { id: { n: 1 } }, { id: '7' }];
    const { rows, unread } = readRows(
      [{ id: 7, name: 'A' }, ...odd, { id: '8', name: 'B' }],
      readUnrepeated('racks'),
    );
    expect(rows).toEqual([
      { id: 7, name: 'A' },
      { id: 8, name: 'B' },
    ]);
    expect(unread.map(({ raw }) => raw)).toEqual(odd);
    expect(unread.map(({ position, reason }) => `${position} ${reason}`)).toEqual([
      '2 noRecord',
      '3 noRecord',
      '4 noRecord',
      '5 noId',
      '6 noId',
      '7 noId',
      '8 noId',
      '9 noId',
      '10 sameId',
    ]);
  });

  it('keeps what it does not understand as it came', () => {
    const odd = { id: 1, name: { first: 'A' }, u_height: 'NaN', width: '19', serial: digits, tag_ids: null };
    expect(readRows([odd], readUnrepeated('racks')).rows).toEqual([{ ...odd, width: 19 }]);
  });
});

describe('record text', () => {
  it('never shows a secret', () => {
    const text = printRecord('account_keys', { id: 1, name: 'n', username: 'u', password: 'hunter2' });
    expect(text).not.toContain('hunter2');
    expect(text).toContain(secretPlaceholder);
  });

  it('keeps what it does not know, in a stable order', () => {
    const text = printRecord('racks', {
      updated_at: 'b',
      extra: 1,
      width: 19,
      name: 'A',
      id: 3,
      created_at: 'a',
      u_height: 42,
    });
    expect(Object.keys(parseRecord(text))).toEqual([
      'id',
      'name',
      'u_height',
      'width',
      'extra',
      'created_at',
      'updated_at',
    ]);
  });

  it('says where broken JSON is broken', () => {
    expect(() => parseRecord('{\n  "a": 1,\n  "b" 2\n}')).toThrow(
      expect.objectContaining({ line: 3, column: 7 }) as Error,
    );
  });

  it.each(['1e400', '-1e400', '1e-400', '9007199254740993', '12345678901234567.5'])(
    'refuses %s, which would be sent as another number, in a record and in a list',
    number => {
      expect(() => parseRecord(`{\n  "a": [${number}]\n}`)).toThrow(
        expect.objectContaining({ line: 2, column: 9 }) as Error,
      );
      expect(readList(`[{"id": 1, "a": ${number}}]`).problems).toMatchObject([
        { code: 'syntax', offset: 16, length: number.length },
      ]);
    },
  );

  it.each([1e308, 5e-324, 2 ** 70, 12345678901234567000, 0.1])('takes %s as it was printed', a => {
    expect(parseRecord(JSON.stringify({ a }))).toEqual({ a });
  });

  it.each(['[]', '1', 'null', '"x"', '', '{"a": 1,}', '// no\n{}'])('refuses %j as a record', text => {
    expect(() => parseRecord(text)).toThrow(RecordTextError);
  });
});

describe('record paths', () => {
  it('lead back to the record whatever its name is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...inventoryTypeNames),
        fc.nat(),
        fc.string({ unit: 'binary' }),
        (type, id, name) => {
          const path = recordPath({ type, id }, name);
          expect(path.split('/')).toHaveLength(4);
          expect(parseRecordPath(path)).toEqual({ type, id });
        },
      ),
    );
  }, 30_000);

  it.each([
    '/',
    '/inventory/racks',
    '/inventory/nope/a.1.json',
    '/inventory/racks/a.json',
    '/x/racks/a.1.json',
    '/inventory/__proto__/a.1.json',
  ])('do not take %s for a record', path => {
    expect(parseRecordPath(path)).toBeUndefined();
  });

  it('names a record without a name by its type and id', () => {
    expect(recordName('racks', { id: 4, name: null })).toBe('Rack 4');
  });
});

describe('sensor records', () => {
  it('are read with numbers as text, missing children and unknown fields', () => {
    const tree = {
      id: '1',
      uuid: 258,
      name: 'root',
      type: '1',
      domain_type: '101',
      children: null,
      novel: 1,
    };
    expect(sensorRecord.parse(tree)).toMatchObject({
      id: 1,
      uuid: '258',
      type: 1,
      domain_type: 101,
      children: [],
      access_points: [],
      novel: 1,
    });
  });

  it('are refused with the place of what is wrong', () => {
    const result = sensorRecord.safeParse({
      uuid: '1',
      name: 'a',
      type: 1,
      children: [{ uuid: '2', type: 1 }],
    });
    expect(result.error?.issues[0]?.path).toEqual(['children', 0, 'name']);
  });
});
