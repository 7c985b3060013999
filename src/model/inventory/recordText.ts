import {
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
  type ParseErrorCode,
} from 'jsonc-parser';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isBeyondNumbers } from 'netsensor-contract/text/exactJson';
import { firstNumber } from '../text/jsonEdit.js';
import { isRecord, jsonIn, printable } from 'netsensor-contract/text/looseValues';
import { secretNames, secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { readOnlyFields, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';

/** Stands in a document where a new secret is kept in memory until the document is saved. */
export const newSecretPlaceholder = '(new secret, sent when you save)';

/** Entries of a list as a manager sent them, without what may be a secret. */
export function printRaw(entries: readonly unknown[]): string {
  const replace = (name: string, value: unknown) => (secretNames.test(name) ? secretPlaceholder : value);
  return `${JSON.stringify(entries.map(printable), replace, 2)}\n`;
}

/** A record as an editor document holds it. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** Text that is not the JSON object of a record; `line` and `column` start at 1. */
export class RecordTextError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** The fields of a record as its document shows them: known fields first, secrets replaced. */
export function documentFields(type: InventoryType, record: InventoryRecord): RecordFields {
  const { fields, secretFields = [] } = inventoryType(type);
  const known = ['id', ...Object.keys(fields)];
  const extra = Object.keys(record).filter(name => !known.includes(name) && !readOnlyFields.includes(name));
  const order = [...known, ...extra, ...readOnlyFields.filter(name => name !== 'id')];
  return Object.fromEntries(
    order
      .filter(name => Object.hasOwn(record, name) || secretFields.includes(name))
      .map(name => [name, secretFields.includes(name) ? secretPlaceholder : record[name]]),
  );
}

/** Secret fields of a type. */
export const secretFieldsOf = (type: InventoryType): readonly string[] =>
  inventoryType(type).secretFields ?? [];

/** Secret fields of a document for which a new value is to be sent. */
export const fieldsWithNewSecret = (type: InventoryType, fields: RecordFields): readonly string[] =>
  secretFieldsOf(type).filter(name => fields[name] === newSecretPlaceholder);

/** Fields of a record with every secret as it stands in a document that nobody changed. */
export function withoutNewSecrets(type: InventoryType, fields: RecordFields): RecordFields {
  const placeholders = fieldsWithNewSecret(type, fields).map(name => [name, secretPlaceholder] as const);
  return { ...fields, ...Object.fromEntries(placeholders) };
}

/** What can be written of a record to create it once more: what the contract knows, without what is empty. */
export function fieldsToCreate(type: InventoryType, record: RecordFields): RecordFields {
  const { fields, secretFields = [] } = inventoryType(type);
  return Object.fromEntries(
    Object.keys(fields)
      .filter(name => secretFields.includes(name) || (record[name] !== undefined && record[name] !== null))
      .map(name => [name, secretFields.includes(name) ? secretPlaceholder : record[name]]),
  );
}

/** The text of a record document: stable field order, two spaces, one trailing newline. */
export function printRecord(type: InventoryType, record: InventoryRecord): string {
  return printFields(documentFields(type, record));
}

/** The text of fields, or of the items of a list, that are in document form already. */
export function printFields(fields: RecordFields | readonly RecordFields[]): string {
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/**
 * Reads a record document.
 * @throws {RecordTextError} when the text is not one JSON object
 */
export function parseRecord(text: string): RecordFields {
  const plain = hasLongNumber.test(text) ? undefined : jsonIn(text);
  if (isRecord(plain)) return plain;
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first) throw errorAt(text, first.offset, sentence(syntaxWords(first.error)));
  const lost = firstNumber(text, isLost);
  if (lost) throw errorAt(text, lost.offset, sentence(lostWords));
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RecordTextError('A record is one JSON object', 1, 1);
  }
  return value as RecordFields;
}

/** The fields of a record; undefined for text that is none while it is being typed. */
export function readFields(text: string): RecordFields | undefined {
  try {
    return parseRecord(text);
  } catch (error) {
    if (error instanceof RecordTextError) return undefined;
    throw error;
  }
}

/** A number of which digits may be lost is long, or has an exponent; a text without one is read at once. */
const hasLongNumber = /\d[\d.]{14}|\d[eE]/;

/** What stands in a text that we print is what a number of JavaScript is printed as. */
const isLost = (written: string): boolean => isBeyondNumbers(written) && String(Number(written)) !== written;

const lostWords = 'number that cannot be sent as it is written';

function errorAt(text: string, offset: number, message: string): RecordTextError {
  const before = text.slice(0, offset).split('\n');
  return new RecordTextError(message, before.length, (before.at(-1)?.length ?? 0) + 1);
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What a parser says about text that is no JSON, as words: `CommaExpected` → `comma expected`. */
export const syntaxWords = (code: ParseErrorCode): string =>
  printParseErrorCode(code)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Reads strict JSON with the places of its parts, and what a parser says about it in words. */
export function parseJsonTree(text: string) {
  const errors: ParseError[] = [];
  const root: Node | undefined = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
  });
  const problems = errors.map(({ error, ...place }) => ({ ...place, subject: syntaxWords(error) }));
  const lost = problems.length > 0 ? undefined : firstNumber(text, isLost);
  return { root, errors: lost ? [{ ...lost, subject: lostWords }] : problems };
}
