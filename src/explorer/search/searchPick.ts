import * as l10n from '@vscode/l10n';
import { type QuickPick, themeIcon, window } from '../../ui/doors.js';
import { sayFailed } from '../../ui/listeners.js';
import { together } from '../../ui/lifetimes.js';
import { joined } from '../../words/inert.js';
import type { FoundRow } from './foundRows.js';
import { searchRows, unreadWords, type SearchRow, type SearchRowParts } from './searchRows.js';

/** What becomes of something that was found. */
export type Way = 'open' | 'beside' | 'reveal' | 'copy' | 'menu';

/** What a key does in the search: something with the row that has the focus, or pinning what was typed. */
export type SearchKey = Way | 'pin';

/** What keys do in the search that is shown, or in the list of what can be done with something that it found. */
export interface ShownSearch {
  act?: ((key: SearchKey | 'back') => void) | undefined;
}

/** What the search works with. */
export interface SearchPickParts extends Omit<SearchRowParts, 'buttons'> {
  /** What stands in it when it opens. */
  readonly typed: string;
  /** Pins a search. */
  readonly pin: (typed: string) => PromiseLike<unknown>;
  readonly use: (found: FoundRow, way: Way, typed: string) => Promise<void>;
  readonly remember: (typed: string) => void;
  readonly onHide: () => void;
}

/**
 * Asks for words and lists what holds all of them; what is still being read joins later.
 * @returns does with the row that has the focus what a key says
 */
export function searchPick(parts: SearchPickParts): (key: SearchKey) => void {
  const { everything } = parts;
  const pick = searchBox(parts.typed);
  const ways = wayButtons();
  const pin = () => {
    const typed = pick.value.trim();
    if (!typed) return;
    pick.hide();
    parts.pin(typed).then(undefined, sayFailed);
  };
  const update = () => {
    pick.title = joined([l10n.t('Search'), unreadWords(everything)], ' · ');
    showRows(pick, searchRows({ ...parts, buttons: ways }, pick.value));
    pick.busy = !everything.isRead;
  };
  const act = (row: SearchRow | undefined, way: Way) => {
    if (row?.typed !== undefined) {
      pick.value = row.typed;
      return update();
    }
    const others = way === 'menu' ? undefined : row?.other;
    const use = row?.found ? parts.use(row.found, way, pick.value) : others?.run();
    if (!use) return;
    use.then(undefined, sayFailed);
    parts.remember(pick.value.trim());
    if (way !== 'copy') pick.hide();
  };
  const subscriptions = together(
    pick,
    // A list that was read again or saved is another one.
    parts.lists.onDidChange(() => {
      everything.prepare().then(update, sayFailed);
    }),
    pick.onDidChangeValue(update),
    pick.onDidTriggerButton(pin),
    pick.onDidAccept(() => act(pick.selectedItems[0], 'open')),
    pick.onDidTriggerItemButton(({ item, button }) =>
      act(item, ways.find(each => each === button)?.way ?? 'open'),
    ),
    pick.onDidHide(() => {
      everything.end();
      parts.onHide();
      subscriptions.dispose();
    }),
  );
  update();
  pick.show();
  everything.read(update).then(update, sayFailed);
  return key => (key === 'pin' ? pin() : act(pick.activeItems[0], key));
}

function searchBox(typed: string): QuickPick<SearchRow> {
  const pick = window.createQuickPick<SearchRow>();
  if (typed) pick.value = typed;
  pick.placeholder = l10n.t('Words of any field, or kind:rack site:Bern vlan:12 status:down; all must match');
  pick.sortByLabel = false;
  pick.buttons = [{ iconPath: themeIcon('pin'), tooltip: l10n.t('Pin this search (Ctrl+K Shift+Enter)') }];
  return pick;
}

const wayButtons = () => [
  {
    iconPath: themeIcon('split-horizontal'),
    tooltip: l10n.t('Open to the side (Ctrl+Enter)'),
    way: 'beside' as const,
  },
  {
    iconPath: themeIcon('list-tree'),
    tooltip: l10n.t('Reveal in the tree (right arrow)'),
    way: 'reveal' as const,
  },
  { iconPath: themeIcon('copy'), tooltip: l10n.t('Copy UUID, MAC address or number'), way: 'copy' as const },
  { iconPath: themeIcon('ellipsis'), tooltip: l10n.t('More (Ctrl+.)'), way: 'menu' as const },
];

/** Shows other rows; where somebody went down to one that is still there, it keeps the focus. */
function showRows(pick: QuickPick<SearchRow>, rows: readonly SearchRow[]): void {
  const keyOf = ({ label, description, detail }: SearchRow) => JSON.stringify([label, description, detail]);
  const [active] = pick.activeItems;
  const isMoved = active !== undefined && active !== pick.items[0];
  pick.items = rows;
  const same = isMoved ? rows.find(row => keyOf(row) === keyOf(active)) : undefined;
  if (same) pick.activeItems = [same];
}
