import * as l10n from '@vscode/l10n';
import { childGroup, recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import { window, type QuickPickItem } from '../../ui/doors.js';
import { inert, type Inert, inertUpTo } from '../../words/inert.js';
import { longestList, moreMatches, nodeLabel, shownPath, toldApart } from '../../ui/nodeLines.js';

/** The lines that say something are no domains. */
interface DomainItem extends QuickPickItem {
  readonly uuid?: string;
}

const longestUuid = 80;

/**
 * Asks for a domain of a tree, of which it lists those that hold the words typed and have a uuid of their own; the tree may
 * still be being read.
 * @returns its uuid; undefined when given up
 * @throws when the tree cannot be read
 */
export function pickDomain(title: Inert, reading: Promise<NodeSearch>): Promise<string | undefined> {
  const pick = window.createQuickPick<DomainItem>();
  pick.title = title;
  pick.placeholder = l10n.t('Type a name or a uuid; of several words all must match');
  pick.busy = true;
  pick.sortByLabel = false;
  pick.show();
  const picked = new Promise<string | undefined>((resolve, reject) => {
    pick.onDidAccept(() => {
      const uuid = pick.selectedItems[0]?.uuid;
      if (uuid !== undefined) resolve(uuid);
    });
    pick.onDidHide(() => resolve(undefined));
    reading.then(search => {
      const update = () => (pick.items = domainItems(search, pick.value));
      pick.onDidChangeValue(update);
      pick.busy = false;
      update();
    }, reject);
  });
  return picked.finally(() => pick.dispose());
}

function domainItems(search: NodeSearch, words: string): DomainItem[] {
  const { index } = search;
  const isDomain = (number: number) => index.group(number) === childGroup.domain && !index.isTwin(number);
  const { numbers, total } =
    words.trim() === '' ? search.first(longestList, isDomain) : search.find(words, longestList, isDomain);
  const domains = numbers.map((number): DomainItem => {
    const path = index.path(number);
    const uuid = recordUuid(index.record(number)) ?? '';
    return {
      label: nodeLabel(path.at(-1) ?? ''),
      description: inert(index.kindWords(number)),
      detail: shownPath(path.slice(0, -1)),
      alwaysShow: true,
      uuid,
    };
  });
  const items = toldApart(domains, ({ uuid = '' }) => inertUpTo(longestUuid, uuid));
  if (total > items.length) return [...items, { label: moreMatches(items.length, total), alwaysShow: true }];
  return total > 0 ? items : [{ label: l10n.t('No domain matches.'), alwaysShow: true }];
}
