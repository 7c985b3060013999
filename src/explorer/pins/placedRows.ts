import * as l10n from '@vscode/l10n';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { parseRecordPath, recordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isPart } from 'netsensor-contract/text/listAnswer';
import type { LinkTarget } from '../../model/links.js';
import { nameIn, recentKey, type Recent } from '../../model/pins/recents.js';
import type { Pin } from '../../model/pins/pinsFile.js';
import { accessPointPath, sensorPath } from '../../model/sensors/nodeRef.js';
import { recordUri } from '../../ui/recordUri.js';
import { inert, inertUpTo, quoted, shown, type Inert } from '../../words/inert.js';
import { titleOf } from '../../words/names.js';
import { documentNode, nodeOf, type DocumentNode } from '../documentNode.js';
import type { ExplorerNode, Placed, PinNode, PlaceNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import type { DocumentAddress } from '../front.js';
import { connectionTo } from '../linkCommands.js';
import { existing, uriOf } from './pinFiles.js';

type Parts = ExplorerParts;
const longestLabel = 200;

/** What a row without a row in its tree shows. */
type PinLook = Pick<PinNode, 'label' | 'icon' | 'opens'> & Partial<Pick<PinNode, 'description' | 'help'>>;

const notConnected = (manager: string): Partial<PinLook> => ({
  description: l10n.t('no connection to {0}', inert(manager)),
  help: l10n.t('Select to add the manager'),
});

const notThere = (manager: string): Partial<PinLook> => ({
  icon: 'warning',
  description: l10n.t('not there any more'),
  help: l10n.t('{0} does not have it any more. Unpin it, or select to look again.', quoted(manager)),
});

/** The rows of places: as in the tree of their manager, where that was read, else as they were called. Nothing is read for them. */
export class PlacedRows {
  /** Rows of what was read, while it is the same. */
  private readonly found = new Map<string, { readonly source: object; readonly node: DocumentNode }>();

  constructor(private readonly parts: Parts) {}

  /** Whether a place with this content, as JSON, may hold something of a connection. */
  isOf(content: string, connectionId: string): boolean {
    const address = this.parts.connections.get(connectionId)?.address ?? connectionId;
    return [connectionId, address].some(text => content.includes(JSON.stringify(text)));
  }

  /** Whether something is of a connection that there is, and not known to be gone. */
  isKnown(recent: Recent): boolean {
    if ('notebook' in recent) return true;
    return this.parts.connections.get(recent.connectionId) !== undefined && !this.isGone(recent);
  }

  /** The rows of a group of pins. */
  ofGroup(parent: PlaceNode, pins: readonly Pin[]): Promise<ExplorerNode[]> {
    return Promise.all(
      pins.map((pin, at) => {
        const nth = pins.slice(0, at).filter(({ key }) => key === pin.key).length;
        const placed = { parent, label: pin.label, pin: { group: parent.group!, key: pin.key, nth } };
        return this.ofPin(
          pin,
          { ...placed, itemId: undefined, manager: '' },
          `${parent.itemId}/${nth}/${pin.key}`,
        );
      }),
    );
  }

  /** The rows of what was used lately and is still there. */
  async ofRecents(parent: PlaceNode, recents: readonly Recent[]): Promise<ExplorerNode[]> {
    const files = await existing(recents.flatMap(each => ('notebook' in each ? [each.notebook] : [])));
    const rows = await Promise.all(
      recents.map(async (recent): Promise<ExplorerNode | undefined> => {
        const key = recentKey(recent);
        const itemId = `${parent.itemId}/${key}`;
        const placed = { parent, recent: key, itemId: undefined, manager: '' } as const;
        if ('notebook' in recent) {
          const uri = uriOf(recent.notebook);
          return files.has(recent.notebook)
            ? pinNode({ itemId, placed }, { ...notebookLook(uri.path), opens: { kind: 'uri', uri } })
            : undefined;
        }
        if (!this.isKnown(recent)) return undefined;
        const node = await this.nodeOf(recent);
        if (node) return this.placedNode(node, itemId, placed);
        const { connectionId, path } = recent;
        const uri = recordUri(connectionId, path);
        const label = inertUpTo(longestLabel, nameIn(path));
        const look: PinLook = { label, icon: iconOf(path), opens: { kind: 'uri', uri } };
        return pinNode(
          { itemId, connectionId, placed: { ...placed, manager: this.nameAmongOthers(connectionId) } },
          look,
        );
      }),
    );
    return rows.flatMap(row => row ?? []);
  }

  private async ofPin(pin: Pin, placed: Placed, itemId: string): Promise<ExplorerNode> {
    const { target, line } = pin;
    const called = pin.label ?? pin.name;
    const named = called === undefined ? undefined : inertUpTo(longestLabel, called);
    const uri = placed.parent.file!;
    if (!target) {
      const label = named ?? inertUpTo(longestLabel, pin.key);
      const description = l10n.t('not understood, see line {0}', line);
      const help = l10n.t('Select to open the file at this line');
      const look: PinLook = { label, description, help, icon: 'warning', opens: { kind: 'text', uri, line } };
      return pinNode({ itemId, placed }, look);
    }
    if (target.kind === 'notebook') {
      const look = notebookLook(target.notebook);
      return pinNode({ itemId, placed }, { ...look, label: named ?? look.label, opens: target });
    }
    const { manager } = target.kind === 'link' ? target.link : target;
    const connection = manager === undefined ? undefined : connectionTo(this.parts.connections, manager);
    const connectionId = connection?.id ?? '';
    const known: Placed = { ...placed, manager: connection ? this.nameAmongOthers(connectionId) : '' };
    const missing = manager === undefined || connection ? {} : notConnected(manager);
    if (target.kind === 'search') {
      const label = named ?? inertUpTo(longestLabel, target.search);
      const help = pin.label === undefined ? '' : inertUpTo(longestLabel, target.search);
      return pinNode(
        { itemId, connectionId, placed: known },
        { label, icon: 'search', help, ...missing, opens: target },
      );
    }
    const address = { connectionId, path: pathOf(target.link.target) };
    const node = connection && (await this.nodeOf(address));
    if (node) return this.placedNode(node, itemId, known);
    const gone = connection && this.isGone(address) ? notThere(connection.name) : {};
    const label = named ?? wordsOf(target.link.target);
    const look: PinLook = { label, icon: iconOf(address.path), opens: target, ...missing, ...gone };
    return pinNode({ itemId, connectionId, placed: known }, look);
  }

  private placedNode(node: DocumentNode, itemId: string, placed: Placed): ExplorerNode {
    const manager = this.nameAmongOthers(node.connectionId);
    return { ...node, itemId, placed: { ...placed, itemId: node.itemId, manager } };
  }

  /** The row of a document, as far as it was read. */
  private async nodeOf(address: DocumentAddress): Promise<DocumentNode | undefined> {
    const source = this.sourceOf(address);
    if (!source) return undefined;
    const key = recentKey(address);
    const known = this.found.get(key);
    if (known?.source === source) return known.node;
    const node = await documentNode(this.parts, address);
    if (node) this.found.set(key, { source, node });
    else this.found.delete(key);
    return node;
  }

  private sourceOf({ connectionId, path }: DocumentAddress) {
    const { trees, lists } = this.parts;
    const type = typeIn(path);
    return type ? lists.get(connectionId, type) : trees.get(connectionId);
  }

  /** Whether all was read in which it would be, and it is not there. */
  private isGone(address: DocumentAddress): boolean {
    const source = this.sourceOf(address);
    if (!source) return false;
    const { connectionId, path } = address;
    if ('remainder' in source) {
      const record = parseRecordPath(path);
      return record !== undefined && !isPart(source.remainder) && !source.find(record.id);
    }
    const ref = nodeOf(connectionId, path);
    return source.unread.length === 0 && (!ref || source.find(ref) === undefined);
  }

  private nameAmongOthers(connectionId: string): Inert | '' {
    const { connections } = this.parts;
    return connections.all.length > 1 ? quoted(connections.get(connectionId)?.name ?? '') : '';
  }
}

const pinNode = (
  { connectionId = '', ...node }: Pick<PinNode, 'itemId' | 'placed'> & { readonly connectionId?: string },
  look: PinLook,
): PinNode => ({ kind: 'pin', description: '', help: '', ...look, ...node, connectionId });

const notebookLook = (path: string) => ({
  label: inertUpTo(longestLabel, path.replace(/^.*\/|\.dqnb$/gi, '')),
  description: inertUpTo(longestLabel, path.slice(0, Math.max(path.lastIndexOf('/'), 0))),
  icon: 'notebook',
});

const typeIn = (path: string) => {
  const [, root, type = ''] = path.split('/');
  return ['inventory', 'lists'].includes(root ?? '') && isInventoryType(type) ? type : undefined;
};

function iconOf(path: string): string {
  const type = typeIn(path);
  if (type) return inventoryType(type).icon;
  return path.startsWith('/access_points/') ? 'broadcast' : 'circle-outline';
}

/** The address of the document that a pin leads to; its name is left out. */
function pathOf(target: LinkTarget): string {
  switch (target.kind) {
    case 'record':
      return recordPath(target.record, '');
    case 'list':
      return `/lists/${target.type}`;
    case 'sensor':
      return sensorPath({ kind: 'other', uuid: target.uuid }, '');
    case 'accessPoint':
      return accessPointPath(target.point, '');
  }
}

/** What something is called of which only the identity is known. */
function wordsOf(target: LinkTarget): Inert {
  switch (target.kind) {
    case 'record':
      return shown`${titleOf(target.record.type)} #${target.record.id}`;
    case 'list':
      return titleOf(target.type);
    case 'sensor':
      return inertUpTo(longestLabel, target.uuid);
    case 'accessPoint':
      return inertUpTo(longestLabel, 'id' in target.point ? `#${target.point.id}` : target.point.macAddress);
  }
}
