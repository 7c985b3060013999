import { parseRecordPath, recordPath, type RecordRef } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import {
  accessPointPath,
  fromSegment,
  parseAccessPointPath,
  toSegment,
  type AccessPointRef,
} from './sensors/nodeRef.js';

/** What a link leads to at a manager. */
export type LinkTarget =
  | { readonly kind: 'record'; readonly record: RecordRef }
  | { readonly kind: 'list'; readonly type: InventoryType }
  | { readonly kind: 'sensor'; readonly uuid: string }
  | { readonly kind: 'accessPoint'; readonly point: AccessPointRef };

/** How it is shown: as its document, or in a picture. */
export type LinkView = 'document' | 'racks' | 'power' | 'floor' | 'topology' | 'map';

/** A link to something of a manager, which may be any. */
export interface ManagerLink {
  readonly manager: string;
  readonly target: LinkTarget;
  readonly view: LinkView;
}

/** A link to a notebook, by its path in a folder of the workspace. */
export interface NotebookLink {
  readonly notebook: string;
}

const longestQuery = 1_000;

/** The query of a link, `manager=https%3A%2F%2Fm.example&record=racks%2F12`; it holds no secret, and no name. */
export function linkQuery(manager: string, target: LinkTarget, view: LinkView = 'document'): string {
  const [name, value] = targetField(target);
  const query = `manager=${encodeURIComponent(withoutMarks(manager))}&${name}=${encodeURIComponent(value)}`;
  return view === 'document' ? query : `${query}&as=${view}`;
}

/** The query of a link to a notebook. @param path with slashes, below a folder of the workspace */
export const notebookQuery = (path: string): string => `notebook=${toSegment(path)}`;

/**
 * Reads a link. Whatever is not exactly as it is written here is refused: other or repeated parameters, other paths, anything too
 * long.
 * @param query as VS Code gives it: decoded, but in a browser as it was written (`callback.html` of its workbench)
 * @returns undefined for what is no link of ours
 */
export const parseLink = (path: string, query: string): ManagerLink | NotebookLink | undefined =>
  readLink(path, query) ?? readLink(path, decoded(query));

function readLink(path: string, query: string): ManagerLink | NotebookLink | undefined {
  // Control characters and spaces stand in no address and no identity.
  if (path !== '/open' || query.length > longestQuery || !/^[!-~]+$/.test(query)) return undefined;
  const pairs = query.split('&').map(pair => pair.split('='));
  if (pairs.some(pair => pair.length !== 2 || !pair[1])) return undefined;
  const values = new Map(pairs.map(([name = '', value = '']) => [name, value]));
  if (values.size !== pairs.length) return undefined;
  const { manager: address, as: view = 'document', ...named } = Object.fromEntries(values);
  const manager = address && withMarks(address);
  const [[name = '', value = ''] = [], ...others] = Object.entries(named);
  if (others.length > 0) return undefined;
  if (name === 'notebook') return values.size === 1 ? readNotebook(value) : undefined;
  const target = readTarget(name, value);
  return manager && isAddress(manager) && target && isViewOf(target, view)
    ? { manager, target, view }
    : undefined;
}

/** An address without the marks that part a query, which is decoded before it is parted; what already reads like one of them stays. */
export const withoutMarks = (address: string): string =>
  address.replaceAll(/[&=]|%(?=26|3D|25)/g, mark => encodeURIComponent(mark));

const withMarks = (address: string): string => address.replaceAll(/%(?:26|3D|25)/g, decodeURIComponent);

/** Empty where that cannot be done. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return '';
  }
}

/** Whether this is the address of a manager as connections keep it: one that is written in another way was not copied here. */
function isAddress(manager: string): boolean {
  if (!URL.canParse(manager)) return false;
  const { protocol, origin, pathname } = new URL(manager);
  return /^https?:$/.test(protocol) && `${origin}${pathname}`.replace(/\/+$/, '') === manager;
}

/** Whether something can be shown so. */
function isViewOf(target: LinkTarget, view: string): view is LinkView {
  return view === 'document' || picturesOf(target).some(known => known === view);
}

function picturesOf(target: LinkTarget): readonly LinkView[] {
  if (target.kind === 'sensor') return ['floor', 'topology', 'map'];
  if (target.kind !== 'record') return [];
  return { racks: ['racks'] as const, power_panels: ['power'] as const }[target.record.type as string] ?? [];
}

/** What a link, or a pin, calls what it leads to, and how it names that. */
export function targetField(target: LinkTarget): readonly [string, string] {
  switch (target.kind) {
    case 'record':
      return ['record', `${target.record.type}/${target.record.id}`];
    case 'list':
      return ['list', target.type];
    case 'sensor':
      return ['sensor', toSegment(target.uuid)];
    case 'accessPoint':
      return ['accessPoint', accessPointPath(target.point, '').split('.').at(-2) ?? ''];
  }
}

function readTarget(name: string, value: string): LinkTarget | undefined {
  switch (name) {
    case 'record': {
      const [type = '', id = '', ...rest] = value.split('/');
      if (!isInventoryType(type) || !/^[1-9]\d{0,14}$/.test(id) || rest.length > 0) return undefined;
      const record = parseRecordPath(recordPath({ type, id: Number(id) }, ''));
      return record && { kind: 'record', record };
    }
    case 'list':
      return isInventoryType(value) ? { kind: 'list', type: value } : undefined;
    case 'sensor': {
      const uuid = readSegment(value);
      return uuid === undefined ? undefined : { kind: 'sensor', uuid };
    }
    case 'accessPoint': {
      const point =
        readSegment(value) === undefined ? undefined : parseAccessPointPath(`/access_points/x.${value}.json`);
      return point && { kind: 'accessPoint', point };
    }
    default:
      return undefined;
  }
}

const readSegment = (value: string) => (/^[\w~-]+$/.test(value) ? fromSegment(value) : undefined);

/** No way out of its folder, and nothing but a notebook. */
function readNotebook(value: string): NotebookLink | undefined {
  const notebook = readSegment(value);
  if (notebook === undefined || /[\p{C}\\:]/u.test(notebook) || !/[^/]\.dqnb$/i.test(notebook))
    return undefined;
  return notebook.split('/').some(part => part === '' || /^\.+$/.test(part.trim()))
    ? undefined
    : { notebook };
}
