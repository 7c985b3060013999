import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isBeyondNumbers } from 'netsensor-contract/text/exactJson';
import {
  chosenValue,
  valuesIn,
  type VariableDefinition,
  type VariableValue,
} from '../../model/notebook/notebookVariables.js';
import { window } from '../../ui/doors.js';
import { quoted, shown } from '../../words/inert.js';
import type { LiveValues } from './liveValues.js';
import { notebookZone } from '../notebookMetadata.js';
import { pickTime } from '../time/pickTime.js';
import { keepRecent, recentRanges, recentTimes } from '../time/recentRanges.js';
import { offeredRows, rangePlaceholder, typedRangeRows, typedTimeRows } from '../time/timeRows.js';
import type { VariableTarget } from './cellVariables.js';
import { pickLiveValue, type ValueRequest } from './pickLiveValue.js';
import { setVariable, variablesOf } from './storedVariables.js';
import { standsForRange, usedVariables } from './variableUses.js';
import { valueTitle } from './variableWords.js';

/** What asking for a value works with. */
export interface AskingServices {
  readonly values: LiveValues;
  /** Has the ranges of before. */
  readonly state: vscode.Memento;
}

/** Asks what a variable is to stand for: values that are in the data, a number, a time or text. Undefined without an answer. */
function askForValue(
  request: ValueRequest,
  { values, state }: AskingServices,
): Promise<VariableValue | undefined> | Thenable<VariableValue | undefined> {
  const { type, dimension } = request.variable;
  if (type === 'number') return askForNumber(request);
  if (type === 'time') return askForTime(request, state);
  return dimension === undefined ? askForText(request) : pickLiveValue(request, values);
}

/**
 * Asks what a variable is to stand for, and keeps the answer in the notebook; a variable that the notebook lacks is added.
 * Undefined without an answer.
 * @param definition what one is for that is added
 */
export async function chooseValue(
  { notebook, name }: VariableTarget,
  definition: VariableDefinition,
  services: AskingServices,
): Promise<VariableValue | undefined> {
  const known = variablesOf(notebook).get(name);
  const value = await askForValue({ notebook, name, variable: known ?? definition }, services);
  // It may have been changed while somebody was asked.
  const variable = variablesOf(notebook).get(name) ?? known ?? definition;
  const field = known ? 'value' : 'default';
  if (value !== undefined) await setVariable(notebook, name, { ...variable, [field]: value });
  return value;
}

/** Chooses the value of a variable that a run needs; what it is for is told by where it stands. */
export const chooseMissing = (target: VariableTarget, services: AskingServices) =>
  chooseValue(
    target,
    usedVariables(target.notebook).find(({ name }) => name === target.name)?.definition ?? {},
    services,
  );

/** The value that stands in a box to begin with. */
function currentText({ variable }: ValueRequest): string {
  const [only, ...others] = valuesIn(chosenValue(variable));
  return only === undefined || others.length > 0 ? '' : String(only);
}

const askForText = (request: ValueRequest): Thenable<string | undefined> =>
  window.showInputBox({
    title: valueTitle(request),
    prompt: l10n.t('Stands in queries where {0} is written.', shown`\${${quoted(request.name)}}`),
    value: currentText(request),
    validateInput: text => (text === '' ? l10n.t('Write a value.') : undefined),
  });

async function askForNumber(request: ValueRequest): Promise<number | undefined> {
  const typed = await window.showInputBox({
    title: valueTitle(request),
    value: currentText(request),
    validateInput: text => {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) {
        return l10n.t('Write a number, such as 10 or 0.5.');
      }
      const isRounded = Number.isInteger(number) && !Number.isSafeInteger(number);
      return isRounded || isBeyondNumbers(text.trim())
        ? l10n.t('This number has too many digits to be kept exactly.')
        : undefined;
    },
  });
  return typed === undefined ? undefined : Number(typed);
}

async function askForTime(request: ValueRequest, state: vscode.Memento): Promise<string | undefined> {
  const zone = notebookZone(request.notebook);
  const isRange = standsForRange(request);
  const rows = isRange ? typedRangeRows : typedTimeRows;
  const recent = isRange ? recentRanges(state) : recentTimes(state);
  const answer = await pickTime({
    title: valueTitle(request),
    placeholder: isRange
      ? rangePlaceholder(zone)
      : l10n.t('Type a moment or a range, such as 2026-11-19 08:00 or last 3 hours ({0})', quoted(zone)),
    offered: offeredRows({ current: currentText(request), recent, zone }),
    read: typed => rows(typed, { now: Date.now(), zone }),
  });
  if (answer?.text !== undefined) await keepRecent(state, answer.text);
  return answer?.text;
}
