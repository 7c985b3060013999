import * as vscode from 'vscode';
import { grouped } from './grouped.js';
import { escapedIcons, isolated } from './plainLabel.js';

/** Nodes that a quick pick lists at most; the rest is counted. */
export const longestList = 200;

const longestName = 120;

/** A text on one line of a quick pick, cut, and drawn as it stands. */
export function shownLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest + 1)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return escapedIcons(isolated(line.length > longest ? `${line.slice(0, longest)}…` : line));
}

/** The name of a node on a line of a quick pick. */
export const shownName = (name: string): string =>
  shownLine(name, longestName) || vscode.l10n.t('Without a name');

/** The end of a path is what tells nodes apart. */
export function shownPath(path: readonly string[]): string {
  const names = path.slice(-8).map(name => shownLine(name, 40));
  return (path.length > names.length ? ['…', ...names] : names).join(' / ');
}

/** Says that a quick pick lists only some of what matches. */
export const moreMatches = (listed: number, total: number): string =>
  vscode.l10n.t(
    '{0} of {1} matches are listed. Type more to narrow them down.',
    grouped(listed),
    grouped(total),
  );
