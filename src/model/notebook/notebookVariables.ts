import { isRecord } from 'netsensor-contract/text/looseValues';

/** What a variable stands for, as a notebook file holds it: one value, several, or every value. */
export type VariableValue =
  string | number | boolean | readonly (string | number | boolean)[] | { readonly all: true };

/** A variable of a notebook, as its file holds it; fields of later versions are kept. */
export interface NotebookVariable {
  /** What was chosen last. */
  readonly value?: VariableValue | undefined;
  /** What counts until something is chosen. */
  readonly default?: VariableValue | undefined;
  /** What may be chosen; any text without it. */
  readonly type?: 'number' | 'time' | undefined;
  /** A dimension whose values are offered. */
  readonly dimension?: string | undefined;
  readonly dataSource?: string | undefined;
  readonly [field: string]: unknown;
}

/** What a variable is for; all a person chooses of it besides its value. */
export type VariableDefinition = Pick<NotebookVariable, 'type' | 'dimension' | 'dataSource'>;

/** The variables that a file holds, by name; what is no variable is left out. */
export const readVariables = (stored: unknown): ReadonlyMap<string, NotebookVariable> =>
  new Map(
    Object.entries(isRecord(stored) ? stored : {}).filter((entry): entry is [string, NotebookVariable] =>
      isRecord(entry[1]),
    ),
  );

/** What a variable stands for; undefined when nothing was chosen and it has no default, or when these are empty. */
export const chosenValue = ({ value, default: otherwise }: NotebookVariable): VariableValue | undefined =>
  readValue(value) ?? readValue(otherwise);

/** A value that somebody may have written into a file; undefined for what is none. */
function readValue(stored: unknown): VariableValue | undefined {
  if (isScalar(stored)) return stored;
  if (Array.isArray(stored)) {
    const values = (stored as unknown[]).filter(isScalar);
    return values.length === 0 ? undefined : values;
  }
  return isRecord(stored) && stored.all === true ? { all: true } : undefined;
}

/** Empty text is no value: whoever runs a query is asked for one. */
const isScalar = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'boolean' || Number.isFinite(value);

/** Whether a variable stands for every value there is. */
export const standsForAll = (value: VariableValue): value is { readonly all: true } =>
  typeof value === 'object' && 'all' in value;

/** The single values that a value holds; none for every value. */
export const valuesIn = (value: VariableValue | undefined): readonly (string | number | boolean)[] =>
  value === undefined || standsForAll(value) ? [] : [value].flat();

/** A variable that is for something else from now on; a value that fits no more is taken away. */
export function redefined(variable: NotebookVariable, definition: VariableDefinition): NotebookVariable {
  const {
    type: _type,
    dimension: _dimension,
    dataSource: _source,
    value,
    default: otherwise,
    ...kept
  } = variable;
  const fits = (stored: unknown) => {
    const read = readValue(stored);
    if (read === undefined || definition.type === undefined) return read;
    return typeof read === (definition.type === 'number' ? 'number' : 'string') ? read : undefined;
  };
  const fields = { value: fits(value), default: fits(otherwise) };
  const left = Object.entries(fields).filter(([, stored]) => stored !== undefined);
  return { ...kept, ...definition, ...Object.fromEntries(left) };
}
