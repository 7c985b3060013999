import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import { linkPin, type NewPin } from '../../model/pins/pinsFile.js';
import { nameIn } from '../../model/pins/recents.js';
import { recordUri } from '../../ui/recordUri.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { ExplorerNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import { addressOf, type DocumentAddress } from '../front.js';
import { addressOfNode, targetOf } from '../linkCommands.js';
import { pathInFolder } from './pinFiles.js';

type Connections = ExplorerParts['connections'];

/** A search as it was typed, in one connection or in all. */
export interface TypedSearch {
  readonly search: string;
  readonly connectionId?: string | undefined;
}

/** What is pinned: rows, a document or a notebook by its address, a search. */
export type Pinned = ExplorerNode | vscode.Uri | TypedSearch;

/** What a command was called with, else what is selected, else what is in front. */
export async function pinnedThings(
  selection: () => Promise<readonly ExplorerNode[]>,
  clicked: Pinned | undefined,
  selected: readonly Pinned[] | undefined,
): Promise<readonly Pinned[]> {
  if (selected && selected.length > 0) return selected;
  if (clicked) return [clicked];
  const rows = await selection();
  const front = rows.length === 0 ? addressOf() : undefined;
  return front ? [documentRow(front)] : rows;
}

const documentRow = ({ connectionId, path }: DocumentAddress) => recordUri(connectionId, path);

/** What a new pin of something says. @throws {SentenceError} of a notebook in no folder that is open */
export function newPin(connections: Connections, thing: Pinned): NewPin[] {
  if ('search' in thing) {
    const manager = thing.connectionId && connections.get(thing.connectionId)?.address;
    const target = { kind: 'search', search: thing.search, manager: manager || undefined } as const;
    return [{ target, name: '' }];
  }
  if (!('kind' in thing)) return ofUri(connections, thing);
  if (thing.kind === 'pin') return thing.opens.kind === 'uri' ? ofUri(connections, thing.opens.uri) : [];
  const address = addressOfNode(thing);
  const name = 'name' in thing ? thing.name : thing.kind === 'inventoryType' ? thing.label : '';
  return address ? ofAddress(connections, address, name) : [];
}

function ofUri(connections: Connections, uri: vscode.Uri): NewPin[] {
  const { scheme, authority: connectionId, path } = uri;
  if (scheme === Scheme.record) return ofAddress(connections, { connectionId, path }, nameIn(path));
  if (!/\.dqnb$/i.test(path))
    throw new SentenceError(l10n.t('Only query notebooks and what a manager has can be pinned.'));
  const notebook = pathInFolder(uri);
  if (notebook === undefined)
    throw new SentenceError(
      l10n.t('A pin leads to notebooks of the folder that is open. Open the folder of this one first.'),
    );
  return [{ target: { kind: 'notebook', notebook }, name: '' }];
}

function ofAddress(connections: Connections, address: DocumentAddress, name: string): NewPin[] {
  const manager = connections.get(address.connectionId)?.address;
  const target = targetOf(address);
  return manager !== undefined && target ? [{ target: linkPin(manager, target), name }] : [];
}
