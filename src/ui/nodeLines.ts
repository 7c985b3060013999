import * as l10n from '@vscode/l10n';
import type { QuickPickItem } from './doors.js';
import { grouped } from '../words/locale.js';
import { type Inert, inertUpTo, joined, shown } from '../words/inert.js';

/** Nodes that a quick pick lists at most; the rest is counted. */
export const longestList = 200;

const longestName = 120;

/** The name of a node on a line of a quick pick. */
export const nodeLabel = (name: string): Inert => inertUpTo(longestName, name) || l10n.t('Without a name');

/** Characters of a path that fit on a line of a quick pick, which VS Code cuts at its end. */
const longestPath = 80;

/** The end of a path, which is what tells nodes apart: `… / Tower / Floor 2`. */
export function shownPath(path: readonly string[]): Inert {
  const names: Inert[] = [];
  let left = longestPath;
  for (const name of path.toReversed()) {
    const shownName = inertUpTo(40, name);
    left -= shownName.length + ' / '.length;
    if (left < 0 && names.length > 0) return joined([shown`…`, ...names], ' / ');
    names.unshift(shownName);
  }
  return joined(names, ' / ');
}

/** The lines of a quick pick, those that read alike with what tells them apart, such as a uuid. */
export function toldApart<Item extends QuickPickItem>(
  items: readonly Item[],
  identity: (item: Item) => Inert | '',
): Item[] {
  const words = ({ label, description, detail }: Item) => JSON.stringify([label, description, detail]);
  const counts = new Map<string, number>();
  for (const item of items) counts.set(words(item), (counts.get(words(item)) ?? 0) + 1);
  return items.map(item =>
    counts.get(words(item)) === 1
      ? item
      : { ...item, description: joined([item.description, identity(item)], ' · ') },
  );
}

/** Says that a quick pick lists only some of what matches. */
export const moreMatches = (listed: number, total: number): Inert =>
  l10n.t('{0} of {1} matches are listed. Type more to narrow them down.', grouped(listed), grouped(total));
