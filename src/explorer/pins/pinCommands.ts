import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Notebook, Scheme } from '../../ids.js';
import {
  pinText,
  withGroup,
  withGroupLabel,
  withGroupMoved,
  withoutGroups,
  withoutPins,
  withPin,
  withPinLabel,
  withPinsFrom,
  withPinsMoved,
  takenFrom,
  withTaken,
  type GroupRef,
  type Edited,
  type PinPlace,
  type PinRef,
} from '../../model/pins/pinsEdits.js';
import { rowsOf } from '../../model/sensors/nodeTarget.js';
import { runCommand, window } from '../../ui/doors.js';
import { inBackground, sayFailed } from '../../ui/listeners.js';
import { nameList, quoted, shown } from '../../words/inert.js';
import { NothingToDoError, SentenceError } from '../../words/sentenceErrors.js';
import type { ExplorerNode, PinNode, PlaceNode } from '../explorerNode.js';
import { openDocument } from '../documentUri.js';
import { offerToAdd, openAt, openNotebook } from '../linkCommands.js';
import { searchAll, type SearchedExplorer } from '../search/searchAll.js';
import { showPinsAt } from './pinFiles.js';
import {
  askLabel,
  chosenGroup,
  isGroup,
  mayRemove,
  moveGroup,
  pinOf,
  usualFile,
  type FiledPin,
  type GroupNode,
} from './pinGroups.js';
import { newPin, pinnedThings, type Pinned } from './pinTargets.js';
import type { Places } from './places.js';
import { revealRow } from '../polledSelection.js';

/** What these commands work with. */
interface PinParts extends SearchedExplorer {
  readonly selection: () => Promise<readonly ExplorerNode[]>;
  readonly places: { readonly get: () => Promise<Places> };
}

const longestLabel = 200;

/** Pins what was clicked, is selected or in front into a group, which is asked for unless it was dropped on one. */
export async function pin(
  explorer: PinParts,
  clicked?: Pinned,
  selected?: readonly Pinned[],
  target?: ExplorerNode,
): Promise<void> {
  const places = await explorer.places.get();
  const things = await pinnedThings(explorer.selection, clicked, selected);
  const dropped = target && dropPlace(target);
  if (target && !dropped) return;
  const [first] = things;
  if (dropped && first && isGroup(first)) return moveGroup(places, first, dropped.group);
  const rows = things.flatMap(each => pinOf(each) ?? []);
  const added = things.filter(each => !pinOf(each)).flatMap(each => newPin(explorer.connections, each));
  if (rows.length + added.length === 0)
    throw new NothingToDoError(
      l10n.t('Select a node, a record or a list in the tree, or open a document or a notebook first.'),
    );
  const group = dropped?.group ?? (await chosenGroup(places));
  if (!group) return;
  const to = { group: group.group, before: dropped?.before };
  await movePins(places, rows, { file: group.file, to });
  let isThere = true;
  await places.files.edit(group.file, text => {
    const now = added.reduce<Edited>((all, each) => all && withPin(all, to.group, each, to.before), text);
    isThere = now === text;
    return now;
  });
  if (rows.length === 0 && isThere)
    throw new NothingToDoError(l10n.t('{0} has it already.', quoted(group.group.label)));
  window.setStatusBarMessage(shown`$(pinned) ${l10n.t('Pinned to {0}', quoted(group.group.label))}`, 3000);
}

/**
 * Takes pins out of their groups, forgets what was used lately, and removes groups after a question.
 * @param clicked `selected` for what is selected, where nothing is said if none of it stands in a place
 * @returns whether there was something to take away
 */
export async function unpin(
  explorer: PinParts,
  clicked?: ExplorerNode | 'selected',
  selected?: readonly ExplorerNode[],
): Promise<boolean> {
  const places = await explorer.places.get();
  const rows =
    clicked === 'selected' || !clicked ? await explorer.selection() : rowsOf<ExplorerNode>(clicked, selected);
  const placed = rows.filter(row => row.kind === 'place' || row.placed);
  if (placed.length === 0) {
    if (clicked === 'selected') return false;
    throw new NothingToDoError(l10n.t('Select a pin first.'));
  }
  const groups = placed.filter(isGroup);
  // A group that is kept keeps its pins, and all else that was selected with it.
  for (const group of groups) if (!(await mayRemove(places, group))) return true;
  const goes = new Set(groups.map(({ itemId }) => itemId));
  const pins = placed.flatMap(row => (goes.has(row.placed?.parent.itemId ?? '') ? [] : (pinOf(row) ?? [])));
  const undo: (() => unknown)[] = [];
  const failed = new Map<string, unknown>();
  for (const file of filesOf([...pins, ...groups])) {
    const refs = inFile(pins, file).map(({ ref }) => ref);
    const groupRefs = inFile(groups, file).map(({ group }) => group);
    await takeOut(places, file, { refs, groupRefs }).then(
      step => undo.push(step),
      (error: unknown) => failed.set(file.toString(), error),
    );
  }
  const gone = placed.filter(row => !failed.has(fileOf(row)?.toString() ?? ''));
  undo.push(...gone.map(row => forgetRow(places, row)));
  if (gone.length > 0) inBackground(explorer.log, offerUndo(gone.map(labelOf), undo));
  const [failure] = failed.values();
  if (failure) throw failure;
  return true;
}

const fileOf = (row: ExplorerNode): vscode.Uri | undefined => (isGroup(row) ? row.file : pinOf(row)?.file);

/** Takes pins and groups out of a file. @returns puts them back into what that has become, of which nothing else is taken back */
async function takeOut(
  { files }: Places,
  file: vscode.Uri,
  { refs, groupRefs }: { readonly refs: readonly PinRef[]; readonly groupRefs: readonly GroupRef[] },
): Promise<() => Promise<void>> {
  let before = '';
  let after: Edited;
  await files.edit(file, text => {
    before = text;
    return (after = withoutGroups(withoutPins(text, refs), groupRefs));
  });
  return () =>
    files.edit(file, text => {
      const now = text === after ? before : withTaken(text, takenFrom(before, refs, groupRefs));
      if (now !== undefined) return now;
      throw new SentenceError(
        l10n.t('The group of what was removed is not in the pins file any more, so it cannot be put back.'),
      );
    });
}

async function offerUndo(names: readonly string[], undo: readonly (() => unknown)[]): Promise<void> {
  const button = l10n.t('Undo');
  const chosen = await window.showInformationMessage(l10n.t('Removed: {0}.', nameList(names)), button);
  if (chosen !== button) return;
  const failures: unknown[] = [];
  // What one file does not take back keeps nothing else away.
  for (const step of undo.toReversed())
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) await sayFailed(failures[0]);
}

/** What people call a row of a place. */
const labelOf = (row: ExplorerNode): string =>
  row.placed?.label ?? ('label' in row ? row.label : 'name' in row ? row.name : '');

export const removePinGroup = unpin;
export const forgetRecent = unpin;

/** Opens what a pin leads to, or the file of pins where that says something else. */
export async function openPin(explorer: PinParts, node: PinNode | PlaceNode): Promise<void> {
  if (node.kind === 'place') return node.file && showPinsAt(node.file, node.line);
  const { opens } = node;
  switch (opens.kind) {
    case 'link':
      return openAt(explorer, opens.link);
    case 'notebook':
      return openNotebook(opens.notebook);
    case 'search':
      if (opens.manager !== undefined && !node.connectionId) return offerToAdd(opens.manager);
      return searchAll(explorer, node.connectionId || undefined, opens.search);
    case 'text':
      return showPinsAt(opens.uri, opens.line);
    case 'uri':
      if (opens.uri.scheme === Scheme.record) await openDocument(opens.uri);
      else await runCommand('vscode.openWith', opens.uri, Notebook.type);
  }
}

/** Gives a pin a label of its own, or a group another one. */
export async function renamePin(explorer: PinParts, clicked?: ExplorerNode): Promise<void> {
  const places = await explorer.places.get();
  const row = clicked ?? (await explorer.selection())[0];
  if (row && isGroup(row)) {
    const label = await askLabel(places, row.file, row.group.label);
    if (label) await places.files.edit(row.file, text => withGroupLabel(text, row.group, label));
    return;
  }
  const pinned = row && pinOf(row);
  if (!pinned) throw new NothingToDoError(l10n.t('Select a pin, or a group of pins, first.'));
  const label = await window.showInputBox({
    title: l10n.t('Label of the pin'),
    prompt: l10n.t('Empty shows the name that it has at its manager.'),
    value: row.placed?.label ?? '',
  });
  if (label !== undefined)
    await places.files.edit(pinned.file, text =>
      withPinLabel(text, pinned.ref, label.trim().slice(0, longestLabel)),
    );
}

export const movePinUp = (explorer: PinParts, clicked?: ExplorerNode) => moveBy(explorer, -1, clicked);
export const movePinDown = (explorer: PinParts, clicked?: ExplorerNode) => moveBy(explorer, 1, clicked);

/** Makes a group without pins, onto which they are dragged. */
export async function newPinGroup(explorer: PinParts, clicked?: ExplorerNode): Promise<void> {
  const places = await explorer.places.get();
  const file = clicked && isGroup(clicked) ? clicked.file : usualFile(places);
  const label = await askLabel(places, file);
  if (label) await places.files.edit(file, text => withGroup(text, label));
}

/** Shows the file of pins. */
export async function openPinsFile(explorer: PinParts, clicked?: ExplorerNode): Promise<void> {
  const places = await explorer.places.get();
  const { files } = places;
  await files.read();
  const place = clicked?.kind === 'place' ? clicked : undefined;
  const uri = place?.file ?? files.all.find(({ pins }) => pins)?.uri;
  if (!uri) throw new NothingToDoError(l10n.t('Nothing is pinned yet. Choose Pin… in the menu of a row.'));
  await showPinsAt(uri, place?.line ?? (place && places.groupOf(place)?.line));
}

/** The files that things stand in, each once. */
const filesOf = (things: readonly Filed[]): readonly vscode.Uri[] => [
  ...new Map(things.map(({ file }) => [file.toString(), file])).values(),
];

const inFile = <T extends Filed>(things: readonly T[], file: vscode.Uri): readonly T[] =>
  things.filter(each => each.file.toString() === file.toString());

interface Filed {
  readonly file: vscode.Uri;
}

/** Where something is put that is dropped on a row: into a group, or before a pin. */
function dropPlace(
  target: ExplorerNode,
): { readonly group: GroupNode; readonly before?: PinRef } | undefined {
  if (isGroup(target)) return { group: target };
  const parent = target.placed?.parent;
  return parent && isGroup(parent) && target.placed?.pin
    ? { group: parent, before: target.placed.pin }
    : undefined;
}

/** Moves pins to a place; those of other files are written there before they are taken away where they were. */
async function movePins(
  { files }: Places,
  pins: readonly FiledPin[],
  { file: target, to }: { readonly file: vscode.Uri; readonly to: PinPlace },
): Promise<void> {
  for (const file of filesOf(pins)) {
    const refs = inFile(pins, file).map(({ ref }) => ref);
    if (file.toString() === target.toString()) {
      await files.edit(file, text => withPinsMoved(text, refs, to));
      continue;
    }
    const kept = files.all.find(({ uri }) => uri.toString() === file.toString());
    const written = refs.map(ref => kept && pinText(kept.text, ref));
    await files.edit(target, text => withPinsFrom(text, to, written));
    await files.edit(file, text => withoutPins(text, refs));
  }
}

/** Moves a group among those of its file, or a pin in its group and over its ends into the next one. */
async function moveBy(explorer: PinParts, by: 1 | -1, clicked?: ExplorerNode): Promise<void> {
  const places = await explorer.places.get();
  const row = clicked ?? (await explorer.selection())[0];
  if (row && isGroup(row)) return places.files.edit(row.file, text => withGroupMoved(text, row.group, by));
  const pinned = row && pinOf(row);
  const parent = row?.placed?.parent;
  if (!pinned || !parent || !isGroup(parent))
    throw new NothingToDoError(l10n.t('Select a pin, or a group of pins, first.'));
  const rows = await parent.rows();
  const at = rows.findIndex(({ itemId }) => itemId === row.itemId);
  const isInside = at + by >= 0 && at + by < rows.length;
  const groups = places.groups.filter(isGroup);
  const other = groups[groups.findIndex(({ itemId }) => itemId === parent.itemId) + by];
  const group = isInside ? parent : other;
  if (!group) return;
  const inGroup = isInside ? rows.filter(each => each !== rows[at]) : await group.rows();
  const before = inGroup[isInside ? at + by : by > 0 ? 0 : inGroup.length]?.placed?.pin;
  await movePins(places, [pinned], { file: group.file, to: { group: group.group, before } });
  const moved = (await group.rows()).find(({ placed }) => placed?.pin?.key === pinned.ref.key);
  if (moved && !isInside) await revealRow(explorer.view, moved, { select: true, focus: true });
}

/** Forgets what a row of what was used lately stands for, or all of it. @returns puts it back */
function forgetRow(places: Places, row: ExplorerNode): () => void {
  const place = row.kind === 'place' ? row.place : row.placed?.parent.place;
  return place === 'opened' || place === 'changed'
    ? places.forget(place, row.placed?.recent)
    : () => undefined;
}
