import * as z from 'zod';
import { earlierAt, isSameValue } from './recordRules.js';
import type { RecordFields } from './recordText.js';
import { rightMac } from 'netsensor-contract/sensors/macAddress';
import { bareField } from 'netsensor-contract/sensors/tolerant';
import { rackUnits } from 'netsensor-contract/inventory/unitList';
import { booleanFromText, isRecord, numberFromText } from 'netsensor-contract/text/looseValues';

/**
 * Fields as they are meant: what people paste in another form than the manager takes is put right where only one thing
 * can be meant, such as `#ff8800`, units `8-11`, `"42"` for a number or a MAC address with dashes. The rest stays.
 * @param shape what each field takes
 * @param base what the edit began from: what the manager itself has in another form is no edit
 */
export function withPastedRight(
  shape: z.ZodRawShape,
  fields: RecordFields,
  base: RecordFields = {},
): RecordFields {
  return fieldsMeant(shape, fields, [base]);
}

/** @param earlier what the record was, or each record that it may have been */
const fieldsMeant = (
  shape: z.ZodRawShape,
  fields: RecordFields,
  earlier: readonly unknown[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
      return [name, schema ? meant(schema, value, earlierAt(earlier, name)) : value];
    }),
  );

/** @param earlier what stood in its place, which was not edited and stays as it is */
function meant(schema: z.ZodType, value: unknown, earlier: readonly unknown[]): unknown {
  if (earlier.some(one => isSameValue(one, value)) || schema.safeParse(value).success) return value;
  const inner = bareField(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item: unknown, index) =>
      meant(inner.element as z.ZodType, item, earlierAt(earlier, index)),
    );
  if (inner instanceof z.ZodObject && isRecord(value))
    return fieldsMeant(inner.shape as z.ZodRawShape, value, earlier);
  if (isVague(schema, value)) return value;
  return (
    readings.map(read => read(value)).find(read => read !== undefined && schema.safeParse(read).success) ??
    value
  );
}

/** What a list in a field of any text would be is anybody's guess, and so is a switch in one of any number. */
function isVague(schema: z.ZodType, value: unknown): boolean {
  if (Array.isArray(value)) return schema.safeParse(anyText).success;
  return typeof value === 'boolean' && schema.safeParse(anyNumber).success;
}

/** No unit, colour or address: only a field of any text takes it. */
const anyText = '?';
/** Neither on nor off. */
const anyNumber = 2;

/** What a value may be meant as; the first that the field takes is it. */
const readings: readonly ((value: unknown) => unknown)[] = [
  value => (typeof value === 'string' ? value.trim() : value),
  rightMac,
  hexColour,
  unitList,
  numberFromText,
  booleanFromText,
  value => (typeof value === 'boolean' ? Number(value) : value),
  value => (Number.isSafeInteger(value) ? String(value) : value),
];

/** Six hex digits of `#ff8800`, `#F80` or `0xff8800`; three without a sign may be anything. */
function hexColour(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  const plain = value
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const short = /^#([\da-f]{3})$/i.exec(plain)?.[1];
  return short?.replace(/./g, '$&$&') ?? /^(?:#|0x)([\da-f]{6})$/i.exec(plain)?.[1];
}

/** Rack units one by one, separated by commas; a list or a single number is taken as well. */
function unitList(value: unknown): unknown {
  const text = typeof value === 'number' || Array.isArray(value) ? String(value) : value;
  return rackUnits(text)?.join(',');
}
