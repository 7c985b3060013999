import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { integerOf, textOf } from 'netsensor-contract/text/looseValues';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import { spanWords, timeWords } from '../../words/agoWords.js';
import { inert, inertUpTo, joined, type Inert } from '../../words/inert.js';
import { probably } from '../../words/names.js';

/** A text of the page; a click on one with a command runs it. */
export interface DetailText {
  readonly text: Inert;
  readonly command?: vscode.Command | undefined;
}

/** A line of the page. */
export interface DetailRow extends DetailText {
  readonly label: Inert;
}

/** Reads the lists of a connection that were not read; no command of VS Code, but one of the page alone. */
export const readLists = 'readLists';

const longestValue = 300;

/** The fields that people look for first, with what they call them (contract 001, Access point record). */
const firstFields = (): Readonly<Record<string, Inert>> => ({
  clients: l10n.t('Clients'),
  last_check_in: l10n.t('Last seen'),
  ip_address: l10n.t('IP'),
  ip: l10n.t('IP'),
  mac_address: l10n.t('MAC'),
  uptime: l10n.t('Uptime'),
});

/** Fields in the order in which people look for them; the others stay as the manager sent them. */
export function inReadingOrder<Value>(fields: readonly (readonly [string, Value])[]) {
  const first = Object.keys(firstFields());
  const rank = ([field]: readonly [string, Value]) =>
    first.includes(field) ? first.indexOf(field) : first.length;
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

/** A field and its value; undefined for one that holds nothing. Times are said in words first. */
export function plainRow(field: string, value: unknown): DetailRow | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const text = textOf(value) ?? inOneLine(value);
  const labels = firstFields();
  const label = (Object.hasOwn(labels, field) ? labels[field] : undefined) ?? inert(field);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return { label, text: timeWords(text) };
  const seconds = field === 'uptime' ? integerOf(value) : undefined;
  if (seconds === undefined) return { label, text: inertUpTo(longestValue, text) };
  // The contract gives no unit; seconds are what such counters have everywhere else.
  return { label, text: joined([probably(spanWords(seconds)), inert(text)], ' · ') };
}
