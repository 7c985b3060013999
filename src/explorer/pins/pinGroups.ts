import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { withGroup, withGroupMoved, type PinRef } from '../../model/pins/pinsEdits.js';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { themeIcon, window, type QuickPickItem } from '../../ui/doors.js';
import { inertUpTo, quoted, shown } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { Placed, PlaceNode } from '../explorerNode.js';
import type { Places } from './places.js';

/** A group of pins, with its file. */
export type GroupNode = PlaceNode & Required<Pick<PlaceNode, 'file' | 'group'>>;

const longestLabel = 200;

/** Whether something is a group of pins. */
export const isGroup = (row: object): row is GroupNode => 'place' in row && row.place === 'pins';

/** Where a pin stands. */
export interface FiledPin {
  readonly file: vscode.Uri;
  readonly ref: PinRef;
}

/** Where a row is pinned; undefined of one that is not. */
export function pinOf(row: object): FiledPin | undefined {
  const { parent, pin: ref } = (('placed' in row && row.placed) || {}) as Partial<Placed>;
  return parent?.file && ref && { file: parent.file, ref };
}

/** The group that the user picks, or a new one; without any, the first one is made at once. Undefined when given up. */
export async function chosenGroup(places: Places): Promise<GroupNode | undefined> {
  const groups = places.groups.filter(isGroup);
  const file = usualFile(places);
  if (groups.length === 0) return madeGroup(places, file, l10n.t('Pinned'));
  const own = places.files.all.at(-1)!.uri;
  const rows: (QuickPickItem & { readonly group?: GroupNode; readonly file?: vscode.Uri })[] = [
    ...groups.map(group => ({
      label: group.label,
      description: group.description || shown``,
      iconPath: themeIcon('pinned'),
      group,
    })),
    { label: l10n.t('New group…'), iconPath: themeIcon('add'), file },
    ...(own.toString() === file.toString()
      ? []
      : [{ label: l10n.t('New group only for me…'), iconPath: themeIcon('add'), file: own }]),
  ];
  const chosen = await window.showQuickPick(rows, { title: l10n.t('Pin to which group?') });
  if (!chosen?.file) return chosen?.group;
  const label = await askLabel(places, chosen.file);
  return label ? madeGroup(places, chosen.file, label) : undefined;
}

async function madeGroup(places: Places, file: vscode.Uri, label: string): Promise<GroupNode> {
  await places.files.edit(file, text => withGroup(text, label));
  const kept = places.files.all.find(({ uri }) => uri.toString() === file.toString());
  const groups = kept?.pins && 'groups' in kept.pins ? kept.pins.groups : [];
  const nth = groups.filter(each => each.label === label).length - 1;
  return { ...emptyGroup, label: inertUpTo(longestLabel, label), file, group: { label, nth } };
}

const emptyGroup = {
  kind: 'place',
  place: 'pins',
  itemId: '',
  connectionId: '',
  description: '',
  isOpen: true,
  rows: async () => [],
} as const;

/** The file that new groups go into: the one of the workspace's first folder, else the user's own. */
export const usualFile = ({ files }: Places): vscode.Uri =>
  (files.all.find(({ pins, folder }) => pins && folder !== undefined) ?? files.all[0]!).uri;

/** Asks for the label of a group; undefined when given up. */
export async function askLabel(places: Places, file: vscode.Uri, value = ''): Promise<string | undefined> {
  const taken = places.groups.filter(each => each.file?.toString() === file.toString());
  const label = await window.showInputBox({
    title: l10n.t('Label of the group'),
    value,
    validateInput: typed => {
      if (typed.trim() === '') return l10n.t('A group needs a label.');
      const isTaken = typed.trim() !== value && taken.some(({ group }) => group?.label === typed.trim());
      return isTaken ? l10n.t('There is a group with this label already.') : undefined;
    },
  });
  return label?.trim().slice(0, longestLabel);
}

/** Moves a group to the place of another one of its file. */
export async function moveGroup(places: Places, moved: GroupNode, target: GroupNode): Promise<void> {
  if (moved.file.toString() !== target.file.toString())
    throw new SentenceError(
      l10n.t('A group stays in its file. Drag its pins into a group of the other one.'),
    );
  const ofFile = places.groups.filter(each => each.file?.toString() === moved.file.toString());
  const at = (group: PlaceNode) => ofFile.findIndex(({ itemId }) => itemId === group.itemId);
  await places.files.edit(moved.file, text => withGroupMoved(text, moved.group, at(target) - at(moved)));
}

/** Whether a group is to be removed, which is asked where there is something in it. */
export async function mayRemove(places: Places, node: GroupNode): Promise<boolean> {
  const pins = places.groupOf(node)?.pins.length ?? 0;
  const name = quoted(node.group.label);
  return (
    pins === 0 ||
    (await confirmRisk({
      question:
        pins === 1
          ? l10n.t('Remove the group “{0}” with its pin?', name)
          : l10n.t('Remove the group “{0}” with its {1} pins?', name, pins),
      detail: l10n.t('What they lead to stays as it is.'),
      safe: l10n.t('Keep the group'),
      risky: l10n.t('Remove the group'),
    }))
  );
}
