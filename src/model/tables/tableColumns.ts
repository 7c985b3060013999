import * as z from 'zod';
import { fieldMetadata } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ColumnsRole, FieldRole, ModelRole } from 'netsensor-contract/inventory/references';
import { bareField, fieldType } from 'netsensor-contract/sensors/tolerant';
import { modelOf } from '../inventory/models.js';
import type { RecordFields } from '../inventory/recordText.js';
import type { NodeRole, TableKind, TableType } from './tableType.js';
import { tableKind } from './tableKinds.js';

/** What a value of a column is typed or chosen with. */
export type CellEditor =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'colour' | 'secret' | 'time' | 'json' }
  /** How many records refer to this one; of no field. */
  | { readonly kind: 'uses' }
  /** The uuid of a domain or a sensor. */
  | { readonly kind: 'node' }
  /** Texts, parted by semicolons as in a CSV file. */
  | { readonly kind: 'texts' }
  /** The id of a record of a type, or a list of them. */
  | { readonly kind: 'reference' | 'references'; readonly to: InventoryType }
  /** A number of a list that the contract does not describe: what the numbers from 1 up probably mean. Others fit, too. */
  | { readonly kind: 'choice'; readonly likely: readonly string[] };

/** A column of a table of records: plain JSON, as a page is given it. */
export interface TableColumn {
  /** The name of the field, which heads the column, too. */
  readonly field: string;
  /** What the field means, in words of the contract; undefined for fields that it does not know. */
  readonly description: string | undefined;
  readonly editor: CellEditor;
  /** Whether no record can get another value there: the manager sets it, or it is not of the contract. */
  readonly isReadOnly: boolean;
  /** Whether it is not of the contract. */
  readonly isUnknown?: boolean;
  /** Whether it cannot be empty. */
  readonly isRequired: boolean;
  /** Usual values, which the contract names as examples. */
  readonly suggestions: readonly (string | number)[];
}

/**
 * All columns of a type in the order in which documents show fields: the id, what the contract knows, what the records
 * have besides, and what the manager keeps itself.
 * @param rows the records of the table
 */
export function tableColumns(type: TableType, rows: readonly RecordFields[]): TableColumn[] {
  const kind = tableKind(type);
  const { readOnlyFields, bookkeepingFields } = kind.rules;
  const first = readOnlyFields.filter(field => !bookkeepingFields.includes(field));
  const known = Object.entries(kind.fields);
  const names = new Set([...first, ...known.map(([field]) => field), ...bookkeepingFields]);
  const extra = new Set<string>();
  for (const row of rows) for (const field of Object.keys(row)) if (!names.has(field)) extra.add(field);
  const shown = (field: string) => readOnlyColumn(field, extraEditor(kind, field, rows));
  return [
    ...first.map(field => (field === 'id' ? readOnlyColumn(field, { kind: 'number' }) : shown(field))),
    ...known.map(([field, schema]) => knownColumn(kind, field, schema)),
    ...[...extra].map(field => ({ ...shown(field), isUnknown: true })),
    ...bookkeepingFields.map(field => readOnlyColumn(field, { kind: 'time' })),
  ];
}

/** Whether a row in the place of another leaves {@link tableColumns} as they are. */
export function haveSameColumns(type: TableType, one: RecordFields, other: RecordFields): boolean {
  const { fields } = tableKind(type);
  const names = Object.keys(one);
  const others = Object.keys(other);
  return (
    names.length === others.length &&
    names.every(
      (name, at) =>
        name === others[at] && (Object.hasOwn(fields, name) || kindOf(one[name]) === kindOf(other[name])),
    )
  );
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

function knownColumn(kind: TableKind, field: string, schema: z.ZodType): TableColumn {
  const { description, examples = [] } = fieldMetadata(schema);
  return {
    field,
    description,
    editor: knownEditor(kind, field, schema),
    isReadOnly: false,
    isRequired: !canBeEmpty(kind, field),
    suggestions:
      kind.roleOf(field)?.kind === 'model'
        ? inventoryTypeNames.map(modelOf)
        : [...(examples as unknown[]), ...literalsOf(schema)].filter(isSuggestion),
  };
}

/** Whether `null` empties a field (contract 000, Resources and fields). */
const canBeEmpty = ({ rules }: TableKind, field: string): boolean =>
  rules.fields[field]?.safeParse(null).success ?? false;

/** The values that a field takes alone, where it has such. */
function literalsOf(schema: z.ZodType): readonly unknown[] {
  const inner = bareField(schema);
  return inner instanceof z.ZodLiteral ? [...inner.values] : [];
}

/** Several in one text show how it is written, and are no usual value. */
const isSuggestion = (example: unknown): example is string | number =>
  typeof example === 'number' || (typeof example === 'string' && !/[,;]/.test(example));

const readOnlyColumn = (field: string, editor: CellEditor): TableColumn => ({
  field,
  description: undefined,
  editor,
  isReadOnly: true,
  isRequired: false,
  suggestions: [],
});

function knownEditor(table: TableKind, field: string, schema: z.ZodType): CellEditor {
  if (table.rules.secretFields.includes(field)) return { kind: 'secret' };
  if (bareField(schema) instanceof z.ZodObject) return { kind: 'json' };
  const plain = fieldType(schema);
  const role = table.roleOf(field);
  if (role && !isOfNames(role)) return roleEditor(role, plain === 'array');
  if (plain === 'array') return { kind: 'texts' };
  return { kind: plain === 'string' ? 'text' : plain };
}

/** Whether a field holds names of types or of fields, which are texts. */
const isOfNames = (role: FieldRole | NodeRole): role is ModelRole | ColumnsRole =>
  role.kind === 'model' || role.kind === 'columns';

function roleEditor(
  role: Exclude<FieldRole | NodeRole, ModelRole | ColumnsRole>,
  isList: boolean,
): CellEditor {
  if (role.kind === 'colour' || role.kind === 'node') return { kind: role.kind };
  if (role.kind === 'lookup') return { kind: 'choice', likely: role.likely };
  return { kind: isList ? 'references' : 'reference', to: role.to };
}

/** How a field that the contract does not know is shown: by its name and by what records have in it. */
function extraEditor(table: TableKind, field: string, rows: readonly RecordFields[]): CellEditor {
  const values = rows.map(row => row[field]).filter(value => value !== undefined && value !== null);
  const role = table.roleOf(field);
  if (role && !isOfNames(role)) return roleEditor(role, values.some(Array.isArray));
  const [kind = 'string', ...others] = new Set(values.map(value => typeof value));
  if (others.length > 0 || kind === 'object') return { kind: 'json' };
  return { kind: kind === 'number' || kind === 'boolean' ? kind : 'text' };
}
