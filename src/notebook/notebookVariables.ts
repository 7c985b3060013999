import type * as vscode from 'vscode';
import { updateCell, updateNotebook } from './notebookMetadata.js';

/** A variable of a notebook, as its file holds it; fields of later versions are kept. */
export interface NotebookVariable {
  /** What was chosen last. */
  readonly value?: string | number | boolean | undefined;
  /** What counts until something is chosen. */
  readonly default?: string | number | boolean | undefined;
  /** A dimension whose values are offered. */
  readonly dimension?: string | undefined;
  readonly dataSource?: string | undefined;
  readonly [field: string]: unknown;
}

const variablesField = 'variables';
const nameField = 'name';

/** The variables of a notebook by name. */
export function variablesOf({ metadata }: vscode.NotebookDocument): ReadonlyMap<string, NotebookVariable> {
  const stored: unknown = metadata[variablesField];
  return new Map(
    Object.entries(isObject(stored) ? stored : {}).filter((entry): entry is [string, NotebookVariable] =>
      isObject(entry[1]),
    ),
  );
}

/** Writes a variable into a notebook; undefined removes it. */
export async function setVariable(
  notebook: vscode.NotebookDocument,
  name: string,
  variable: NotebookVariable | undefined,
): Promise<void> {
  const others = [...variablesOf(notebook)].filter(([other]) => other !== name);
  const all = variable === undefined ? others : [...others, [name, variable] as const];
  const sorted = all.toSorted(([a], [b]) => (a < b ? -1 : 1));
  await updateNotebook(notebook, {
    [variablesField]: sorted.length === 0 ? undefined : Object.fromEntries(sorted),
  });
}

/** What a variable stands for; undefined when nothing was chosen and it has no default. */
export const chosenValue = ({ value, default: otherwise }: NotebookVariable) => value ?? otherwise;

/** The name by which other cells use the result of a cell. */
export function cellName({ metadata }: vscode.NotebookCell): string | undefined {
  const name: unknown = metadata[nameField];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Names a cell; undefined takes the name away. */
export const setCellName = (cell: vscode.NotebookCell, name: string | undefined): Promise<void> =>
  updateCell(cell, { [nameField]: name });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
