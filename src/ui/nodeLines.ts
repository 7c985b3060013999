import * as vscode from 'vscode';
import { grouped, type Inert, inertUpTo, joined, shown } from '../words/inert.js';

/** Nodes that a quick pick lists at most; the rest is counted. */
export const longestList = 200;

const longestName = 120;

/** The name of a node on a line of a quick pick. */
export const nodeLabel = (name: string): Inert =>
  inertUpTo(longestName, name) || vscode.l10n.t('Without a name');

/** The end of a path is what tells nodes apart. */
export function shownPath(path: readonly string[]): Inert {
  const names = path.slice(-8).map(name => inertUpTo(40, name));
  return joined(path.length > names.length ? [shown`…`, ...names] : names, ' / ');
}

/** Says that a quick pick lists only some of what matches. */
export const moreMatches = (listed: number, total: number): Inert =>
  vscode.l10n.t(
    '{0} of {1} matches are listed. Type more to narrow them down.',
    grouped(listed),
    grouped(total),
  );
