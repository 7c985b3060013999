import * as l10n from '@vscode/l10n';
import { accessPointState, recordIp } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { SignedOutError } from '../../words/sentenceErrors.js';
import { partWords } from '../../words/partWords.js';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import { describeError } from '../../words/describeError.js';
import { type QuickInputButton, type QuickPickItem, themeIcon, window } from '../../ui/doors.js';
import { grouped } from '../../words/locale.js';
import { type Inert, inertUpTo, quoted, shown } from '../../words/inert.js';
import { longestList, moreMatches, nodeLabel, shownPath, toldApart } from '../../ui/nodeLines.js';
import { together } from '../../ui/lifetimes.js';
import type { TreeNode } from '../explorerNode.js';
import { sensorAppearance } from './sensorAppearance.js';
import { treeNode } from './sensorNodes.js';

const longestDescription = 200;

/** A connection whose tree is searched. */
export interface Searched {
  readonly connectionId: string;
  readonly name: string;
  /** The search over its tree, once that is read. */
  readonly search: Promise<NodeSearch>;
}

/** What can be done with a node that was found. */
export interface FindActions {
  readonly reveal: (node: TreeNode) => void;
  readonly open: (node: TreeNode) => void;
  readonly copyIdentity: (node: TreeNode) => void;
}

interface FoundItem extends QuickPickItem {
  readonly node?: TreeNode;
}

/** Asks for words and lists the nodes of the trees that hold all of them. Trees that are still being read join later. */
export function findNode(searched: readonly Searched[], actions: FindActions): void {
  const pick = window.createQuickPick<FoundItem>();
  const ready = new Map<Searched, NodeSearch>();
  const failures = new Map<Searched, Inert>();
  const open: QuickInputButton = {
    iconPath: themeIcon('go-to-file'),
    tooltip: l10n.t('Open document'),
  };
  const copy: QuickInputButton = {
    iconPath: themeIcon('copy'),
    tooltip: l10n.t('Copy UUID or MAC address'),
  };
  pick.title = l10n.t('Find sensor or access point');
  pick.placeholder = l10n.t('Name, uuid, IP, MAC, kind or state; of several words all must match');
  pick.sortByLabel = false;
  const update = () => {
    const found = [...ready].map(([{ connectionId, name }, search]) => ({
      origin: searched.length > 1 ? name : '',
      tree: { connectionId, index: search.index },
      ...search.find(pick.value, longestList),
    }));
    const items = found.flatMap(({ numbers, tree, origin }) =>
      numbers.map(number => ({ ...describe(treeNode(tree, number), origin), buttons: [open, copy] })),
    );
    const total = found.reduce((sum, each) => sum + each.total, 0);
    const size = [...ready.values()].reduce((sum, search) => sum + search.index.size, 0);
    const listed = toldApart(items.slice(0, longestList), ({ node }) =>
      node.kind === 'sensor' ? inertUpTo(longestDescription, node.uuid) : '',
    );
    const unread = searched.filter(each => !ready.has(each) && !failures.has(each));
    const missing = [
      ...failures.values(),
      ...unread.map(({ name }) => l10n.t('{0}: not read yet', quoted(name))),
      ...[...ready].flatMap(([{ name }, { index }]) => partOf(name, index)),
    ];
    pick.items = [...listed, ...remarks({ query: pick.value, listed: listed.length, total, size, missing })];
    pick.busy = unread.length > 0;
  };
  const subscriptions = together(
    pick,
    pick.onDidChangeValue(update),
    pick.onDidAccept(() => {
      const node = pick.selectedItems[0]?.node;
      if (!node) return;
      pick.hide();
      actions.reveal(node);
    }),
    pick.onDidTriggerItemButton(({ item, button }) => {
      if (item.node) (button === open ? actions.open : actions.copyIdentity)(item.node);
    }),
    pick.onDidHide(() => subscriptions.dispose()),
  );
  for (const each of searched) {
    each.search
      .then(search => void ready.set(each, search))
      .catch((error: unknown) => void failures.set(each, failureOf(each.name, error)))
      .finally(update);
  }
  update();
  pick.show();
}

function describe(node: TreeNode, origin: string): FoundItem & { readonly node: TreeNode } {
  const record = node.index.record(node.number);
  const isPoint = node.kind === 'accessPoint';
  const kind = isPoint ? l10n.t('Access point') : node.index.kindWords(node.number);
  const state = isPoint ? accessPointState(record) : sensorAppearance(record).state;
  const address = (isPoint ? node.macAddress : undefined) ?? '';
  const words = [kind, isPoint && state === 'unknown' ? '' : state, recordIp(record) ?? '', address, origin];
  return {
    label: nodeLabel(node.path.at(-1) ?? ''),
    description: inertUpTo(longestDescription, words.filter(Boolean).join(' · ')),
    detail: shownPath(node.path.slice(0, -1)),
    iconPath: themeIcon(isPoint ? 'broadcast' : sensorAppearance(record).icon[0]),
    alwaysShow: true,
    node,
  };
}

const failureOf = (name: string, error: unknown): Inert =>
  error instanceof SignedOutError ? error.sentence : shown`${quoted(name)}: ${describeError(error)}`;

/** What is missing of a tree that is searched; nothing where all of it was read. */
function partOf(name: string, { size, unread }: SensorIndex): Inert[] {
  const part = partWords({ rows: Array.from({ length: size }), unread }, l10n.t('entries'));
  return part ? [shown`${quoted(name)}: ${part}`] : [];
}

/** Lines that are no nodes: what to type, that there is more, that nothing was found, what cannot be searched or not yet. */
function remarks(about: {
  query: string;
  listed: number;
  total: number;
  size: number;
  missing: readonly Inert[];
}): FoundItem[] {
  const { query, listed, total, size, missing } = about;
  const lines = [...missing];
  if (total > listed) lines.push(moreMatches(listed, total));
  else if (query.trim() === '' && size > 0)
    lines.push(
      size === 1 ? l10n.t('Type to search 1 node.') : l10n.t('Type to search {0} nodes.', grouped(size)),
    );
  else if (total === 0 && size > 0)
    lines.push(
      size === 1
        ? l10n.t('The only node does not match.')
        : l10n.t('No match among {0} nodes.', grouped(size)),
    );
  return lines.map(label => ({ label, alwaysShow: true }));
}
