import * as vscode from 'vscode';
import {
  chosenValue,
  valuesIn,
  type NotebookVariable,
  type VariableValue,
} from '../../model/notebook/notebookVariables.js';
import { dataSourceNames } from '../../model/query/dataSources.js';
import { resolveRange, usualRanges, withOffsets } from '../../model/query/timeRange.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { inert, quoted, shown, type Inert } from '../../words/inert.js';
import type { LiveValues } from '../editing/liveValues.js';
import { namedConnection, notebookRange, notebookZone } from '../notebookMetadata.js';
import type { VariableTarget } from '../run/cellVariables.js';
import { variablesOf } from './storedVariables.js';

/** A variable whose value is asked for. */
export interface ValueRequest extends VariableTarget {
  readonly variable: NotebookVariable;
}

/** Asks what a variable is to stand for: values that are in the data, a number, a time or text. Undefined without an answer. */
export function askForValue(
  request: ValueRequest,
  values: LiveValues,
): Promise<VariableValue | undefined> | Thenable<VariableValue | undefined> {
  const { type, dimension } = request.variable;
  if (type === 'number') return askForNumber(request);
  if (type === 'time') return askForTime(request);
  return dimension === undefined ? askForText(request) : chooseFromData(request, dimension, values);
}

/** Asks for the value of a variable that the notebook has. */
export const askForStored = (target: VariableTarget, values: LiveValues) =>
  askForValue({ ...target, variable: variablesOf(target.notebook).get(target.name) ?? {} }, values);

const titleOf = ({ name }: ValueRequest) => vscode.l10n.t('Value of {0}', quoted(name));

/** The value that stands in a box to begin with. */
function currentText({ variable }: ValueRequest): string {
  const [only, ...others] = valuesIn(chosenValue(variable));
  return only === undefined || others.length > 0 ? '' : String(only);
}

const askForText = (request: ValueRequest): Thenable<string | undefined> =>
  window.showInputBox({
    title: titleOf(request),
    prompt: vscode.l10n.t('Stands in queries where {0} is written.', shown`\${${quoted(request.name)}}`),
    value: currentText(request),
    validateInput: text => (text === '' ? vscode.l10n.t('Write a value.') : undefined),
  });

async function askForNumber(request: ValueRequest): Promise<number | undefined> {
  const typed = await window.showInputBox({
    title: titleOf(request),
    value: currentText(request),
    validateInput: text => {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) {
        return vscode.l10n.t('Write a number, such as 10 or 0.5.');
      }
      return Number.isInteger(number) && !Number.isSafeInteger(number)
        ? vscode.l10n.t('This number has too many digits to be kept exactly.')
        : undefined;
    },
  });
  return typed === undefined ? undefined : Number(typed);
}

async function askForTime(request: ValueRequest): Promise<string | undefined> {
  const zone = notebookZone(request.notebook);
  const current = currentText(request);
  const title = titleOf(request);
  const picked = await window.showQuickPick<QuickPickItem & { readonly text?: string }>(
    [
      ...usualRanges.map(text => ({ label: inert(text), description: currentWord(text === current), text })),
      { label: vscode.l10n.t('Other time…'), description: vscode.l10n.t('A moment, or a range of your own') },
    ],
    { title },
  );
  if (!picked || picked.text !== undefined) return picked?.text;
  const typed = await window.showInputBox({
    title,
    value: current,
    prompt: vscode.l10n.t('For example 2026-11-19 08:00 ({0}), now-6h, or last 3 hours.', quoted(zone)),
    validateInput: text =>
      isTime(withOffsets(text, zone), zone)
        ? undefined
        : vscode.l10n.t('Not a time. Write 2026-11-19 08:00, now-6h, yesterday or last 3 hours.'),
  });
  return typed === undefined ? undefined : withOffsets(typed, zone);
}

/** Whether a text is a range, or one side of one. */
const isTime = (text: string, zone: string): boolean =>
  [text, `${text}/P1D`, `${text}/now`].some(
    range => !('problem' in resolveRange(range, { now: Date.now(), zone })),
  );

const currentWord = (isCurrent: boolean): Inert | undefined =>
  isCurrent ? vscode.l10n.t('current') : undefined;

const separator = vscode.QuickPickItemKind.Separator;

type ValueRow = QuickPickItem & { readonly value?: VariableValue; readonly next?: 'several' | 'other' };

async function chooseFromData(
  request: ValueRequest,
  dimension: string,
  values: LiveValues,
): Promise<VariableValue | undefined> {
  const chosen = chosenValue(request.variable);
  const current = valuesIn(chosen).map(String);
  const found = liveValues(request, dimension, values);
  const rows = async (): Promise<ValueRow[]> => {
    const live = await found;
    const all = [...new Set([...current, ...live])];
    const isAll = chosen !== undefined && current.length === 0;
    return [
      { label: vscode.l10n.t('All values'), description: currentWord(isAll), value: { all: true } },
      ...(all.length > 1 ? [{ label: vscode.l10n.t('Several values…'), next: 'several' as const }] : []),
      {
        label: vscode.l10n.t('In the data of {0}', quoted(notebookRange(request.notebook))),
        kind: separator,
      },
      ...all.map(value => ({
        label: inert(value),
        description: currentWord(current.includes(value)),
        value,
      })),
      {
        label: vscode.l10n.t('Other value…'),
        description: live.length === 0 ? noValuesWords(request, dimension) : undefined,
        alwaysShow: true,
        next: 'other' as const,
      },
    ];
  };
  const picked = await window.showQuickPick(rows(), { title: titleOf(request) });
  if (picked?.next === 'other') return askForText(request);
  return picked?.next === 'several' ? chooseSeveral(request, current, await found) : picked?.value;
}

async function chooseSeveral(
  request: ValueRequest,
  current: readonly string[],
  live: readonly string[],
): Promise<readonly string[] | undefined> {
  const all = [...new Set([...current, ...live])];
  const rows = all.map(value => ({ label: inert(value), picked: current.includes(value), value }));
  const picked = await window.showQuickPick(rows, {
    title: vscode.l10n.t('Values of {0}', quoted(request.name)),
    canPickMany: true,
  });
  return picked && picked.length > 0 ? picked.map(({ value }) => value) : undefined;
}

const noValuesWords = ({ notebook }: ValueRequest, dimension: string): Inert =>
  namedConnection(notebook) === undefined
    ? vscode.l10n.t('Choose a connection for this notebook to see values')
    : vscode.l10n.t('No values of {0} could be found', inert(dimension));

async function liveValues(
  { notebook, variable }: ValueRequest,
  dimension: string,
  values: LiveValues,
): Promise<readonly string[]> {
  const connectionId = namedConnection(notebook);
  const dataSource = dataSourceNames.find(name => name === variable.dataSource);
  if (connectionId === undefined || !dataSource) return [];
  const [range, zone] = [notebookRange(notebook), notebookZone(notebook)];
  const question = { connectionId, dataSource, dimension, range, zone };
  return values.read(question, AbortSignal.timeout(patience));
}

/** Milliseconds after which a list is shown without values. */
const patience = 5_000;
