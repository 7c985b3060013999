import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import {
  isRecentPath,
  mostShown,
  readRecents,
  withoutRecent,
  withRecent,
  withRecentsBack,
  type Recent,
} from '../../model/pins/recents.js';
import type { GroupRef } from '../../model/pins/pinsEdits.js';
import type { PinGroup } from '../../model/pins/pinsFile.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner } from '../../ui/lifetimes.js';
import { inert, inertUpTo, joined, quoted, type Inert } from '../../words/inert.js';
import type { PlaceNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import { onDidComeToFront } from '../front.js';
import { PinFiles, type KeptPins } from './pinFiles.js';
import { PlacedRows } from './placedRows.js';

/** What the places stand in and are kept in. */
export interface PlacesParts extends ExplorerParts {
  /** Keeps what was used lately, and which places are open. */
  readonly workspaceState: vscode.Memento;
  /** Where the pins are kept that are the user's own. */
  readonly storage: vscode.Uri;
}

/** Where a document goes on that was saved, if it is not where it was. */
export interface SavedAs {
  readonly replacedBy?: vscode.Uri | undefined;
  readonly renamedTo?: vscode.Uri | undefined;
  /** The fields of a record that were sent. */
  readonly sentFields?: readonly string[];
  /** What is said of the save of anything else; nothing where nothing was sent. */
  readonly message?: Inert | undefined;
  /** Whether it is still to be sent. */
  readonly isUnsent?: boolean;
}

const isSent = ({ replacedBy, sentFields = [], message, isUnsent = false }: SavedAs): boolean =>
  !isUnsent && (replacedBy !== undefined || sentFields.length > 0 || message !== undefined);

/** What was used lately: opened, or changed by the user. */
export type RecentPlace = 'opened' | 'changed';

const recentPlaces: readonly RecentPlace[] = ['opened', 'changed'];
const keyOf = (place: RecentPlace) => `recently.${place}`;
const openKey = 'openPlaces';
const longestLabel = 200;

/** What a place holds, to be compared with what it held. */
interface Drawn {
  readonly node: PlaceNode;
  readonly content: string;
}

/** The rows above the managers: groups of pins, and what was used lately. There are none while there is nothing in them. */
export class Places extends Owner {
  readonly files: PinFiles;
  private readonly rows: PlacedRows;
  private drawn: readonly Drawn[] = [];
  private readonly touched = new Set<string>();
  private isDue = false;

  constructor(private readonly parts: PlacesParts) {
    super();
    const { connections, trees, lists, view, log, storage } = parts;
    this.files = this.own(new PinFiles(storage, log));
    this.rows = new PlacedRows(parts);
    const draw = () => this.drawSoon();
    this.own(
      this.files.onDidChange(draw),
      connections.onDidChange(draw),
      trees.onDidChange(id => this.drawSoon(id)),
      lists.onDidChange(({ connectionId }) => this.drawSoon(connectionId)),
      onDidComeToFront(opened => this.note('opened', opened)),
      view.onDidExpandElement(({ element }) => element.kind === 'place' && this.keepOpen(element, true)),
      view.onDidCollapseElement(({ element }) => element.kind === 'place' && this.keepOpen(element, false)),
    );
    draw();
    inBackground(log, this.files.read());
  }

  /** The groups of pins, in the order of the tree. */
  get groups(): readonly PlaceNode[] {
    return this.drawn.flatMap(({ node }) => (node.place === 'pins' ? [node] : []));
  }

  /** What a group holds now; undefined of one that is gone. */
  groupOf({ file, group }: Pick<PlaceNode, 'file' | 'group'>): PinGroup | undefined {
    const kept = this.files.all.find(({ uri }) => uri.toString() === file?.toString());
    return kept && group && groupsOf(kept).find(each => isSame(each.ref, group))?.group;
  }

  /** Notes what was opened or changed, under the name that it has now. */
  note(place: RecentPlace, recent: Recent): void {
    this.keep(place, withRecent(this.recents(place), recent));
  }

  /** Notes a document that was saved, as it goes on, where the manager was sent something. */
  noteSaved(uri: vscode.Uri, saved: SavedAs): void {
    const { authority: connectionId, path } = saved.replacedBy ?? saved.renamedTo ?? uri;
    if (isSent(saved) && isRecentPath(path)) this.note('changed', { connectionId, path });
  }

  /** Forgets something that was used lately, or all of it. @returns puts that back where it was, and nothing else */
  forget(place: RecentPlace, key?: string): () => void {
    const before = this.recents(place);
    const left = key === undefined ? [] : withoutRecent(before, key);
    const taken = before.filter(each => !left.includes(each));
    this.keep(place, left);
    return () => this.keep(place, withRecentsBack(this.recents(place), { before, taken }));
  }

  /** Forgets what was used of a connection that is gone. */
  forgetConnection(connectionId: string): void {
    for (const place of recentPlaces)
      this.keep(
        place,
        this.recents(place).filter(recent => 'notebook' in recent || recent.connectionId !== connectionId),
      );
  }

  /** Draws places that hold something of a connection, or whatever is another than it was, once for all that changes now. */
  private drawSoon(connectionId?: string): void {
    if (connectionId !== undefined) this.touched.add(connectionId);
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => this.draw());
  }

  private draw(): void {
    this.isDue = false;
    const touched = [...this.touched];
    this.touched.clear();
    const before = this.drawn;
    const now = [...this.files.all.flatMap(kept => this.placesOf(kept)), ...this.recentPlaces()];
    // VS Code knows rows that are drawn anew by object.
    const known = (each: Drawn) => before.find(({ node }) => isAlike(node, each.node));
    this.drawn = now.map(each => ({ ...each, node: known(each)?.node ?? each.node }));
    const nodes = this.drawn.map(({ node }) => node);
    const { tree, view } = this.parts;
    if (nodes.length !== before.length || nodes.some((node, at) => node !== before[at]?.node))
      return tree.drawPlaces(nodes);
    this.drawn.forEach(({ node, content }, at) => {
      const isOther = content !== before[at]?.content;
      // What somebody goes through stays in its order.
      const isUsed = node.group === undefined && view.selection[0]?.placed?.parent === node;
      const isTouched = touched.some(id => this.rows.isOf(content, id));
      if ((isOther && !isUsed) || isTouched) tree.drawPlaces(nodes, node);
    });
  }

  private placesOf(kept: KeptPins): Drawn[] {
    const { uri: file, pins, folder } = kept;
    const isOneOfMany = this.files.all.length > 2 && folder !== undefined;
    const owner = folder === undefined ? l10n.t('Only yours') : isOneOfMany ? quoted(folder) : '';
    if (pins && 'brokenAt' in pins) {
      const { brokenAt: line } = pins;
      const itemId = `broken/${file.toString()}`;
      const label = inert(file.path.slice(file.path.lastIndexOf('/') + 1));
      const description = joined([l10n.t('cannot be read, see line {0}', line), owner], ' · ');
      const rows = () => Promise.resolve([]);
      const node = { ...place('broken', { itemId, label, description, rows }), file, line, isOpen: false };
      return [{ node, content: '' }];
    }
    return groupsOf(kept).map(({ ref: group, group: { label, pins: held } }) => {
      const itemId = `pins/${file.toString()}/${group.nth}/${label}`;
      const rows = () => this.rows.ofGroup(node, this.groupOf(node)?.pins ?? []);
      const node: PlaceNode = {
        ...place('pins', { itemId, label: inertUpTo(longestLabel, label), description: owner, rows }),
        isOpen: this.isOpen(itemId, true),
        file,
        group,
      };
      return { node, content: JSON.stringify(held) };
    });
  }

  private recentPlaces(): Drawn[] {
    return recentPlaces.flatMap(which => {
      const recents = this.recents(which).filter(recent => this.rows.isKnown(recent));
      if (recents.length === 0) return [];
      const label = which === 'opened' ? l10n.t('Recently opened') : l10n.t('Recently changed by me');
      const itemId = `recently/${which}`;
      const rows = async () => (await this.rows.ofRecents(node, this.recents(which))).slice(0, mostShown);
      const node: PlaceNode = {
        ...place(which, { itemId, label, description: '', rows }),
        isOpen: this.isOpen(itemId, false),
      };
      return [{ node, content: JSON.stringify(recents) }];
    });
  }

  private recents(place: RecentPlace): readonly Recent[] {
    return readRecents(this.parts.workspaceState.get(keyOf(place)));
  }

  private keep(place: RecentPlace, list: readonly Recent[]): void {
    const before = this.recents(place);
    if (JSON.stringify(before) === JSON.stringify(list)) return;
    const { workspaceState, log } = this.parts;
    inBackground(log, workspaceState.update(keyOf(place), list));
    this.drawSoon();
  }

  private isOpen(itemId: string, otherwise: boolean): boolean {
    return this.openStates()[itemId] ?? otherwise;
  }

  private keepOpen({ itemId }: PlaceNode, isOpen: boolean): void {
    const { workspaceState, log } = this.parts;
    const known = new Set(this.drawn.map(({ node }) => node.itemId));
    const others = Object.entries(this.openStates()).filter(([id]) => known.has(id));
    inBackground(log, workspaceState.update(openKey, { ...Object.fromEntries(others), [itemId]: isOpen }));
  }

  private openStates(): Readonly<Record<string, boolean>> {
    return this.parts.workspaceState.get<Readonly<Record<string, boolean>>>(openKey, {});
  }
}

const place = (
  which: PlaceNode['place'],
  look: Pick<PlaceNode, 'itemId' | 'rows'> & { readonly label: Inert; readonly description: Inert | '' },
) => ({ kind: 'place', connectionId: '', place: which, ...look }) as const;

/** The groups of a file, with what tells them apart. */
function groupsOf({ pins }: KeptPins): { readonly ref: GroupRef; readonly group: PinGroup }[] {
  const groups = pins && 'groups' in pins ? pins.groups : [];
  return groups.map((group, at) => {
    const { label } = group;
    return { ref: { label, nth: groups.slice(0, at).filter(each => each.label === label).length }, group };
  });
}

const isSame = (one: GroupRef, other: GroupRef) => one.label === other.label && one.nth === other.nth;

const isAlike = (one: PlaceNode, other: PlaceNode) =>
  one.itemId === other.itemId &&
  one.label === other.label &&
  one.description === other.description &&
  one.line === other.line;
