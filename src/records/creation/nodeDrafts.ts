import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection, Connections } from '../../connections/connection.js';
import { draftAddress } from '../../model/sensors/nodeDraft.js';
import { nodeKinds, type NodeKind } from '../../model/sensors/nodeDocument.js';
import type { NodeTarget, SensorTarget } from '../../model/sensors/nodeTarget.js';
import { refuseTwins } from '../../changes/nodePlaces.js';
import { window } from '../../ui/doors.js';
import { inert } from '../../words/inert.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import type { ChosenNodes, SensorTrees } from '../recordsOptions.js';
import { freeDraftUri } from './draftUri.js';
import { pickDomain } from './pickDomain.js';

interface CreateParts extends ChosenNodes, SensorTrees {
  readonly connections: Connections;
}

/** Opens a draft of a node below the clicked domain, else below the selected one, else below one that the user picks. */
export async function draftNode(
  parts: CreateParts,
  kind: NodeKind,
  clicked: NodeTarget | undefined,
): Promise<void> {
  const { connections, selectedNow } = parts;
  const chosen = clicked?.kind === 'sensor' ? clicked : selectedDomain(selectedNow());
  if (chosen) refuseTwins([chosen]);
  const parent = chosen ?? (await pickParent(parts, kind));
  if (!parent) return;
  await unlockedConnection(connections, parent.connectionId);
  const uri = freeDraftUri(parent.connectionId, draftTitle(kind), title =>
    draftAddress({ kind, parentUuid: parent.uuid }, title),
  );
  const document = await vscode.workspace.openTextDocument(uri);
  const name = document.positionAt(document.getText().indexOf('"name": ""') + '"name": "'.length);
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(name, name) });
}

function draftTitle(kind: NodeKind): string {
  const { singular } = nodeKinds[kind];
  return `New ${singular.startsWith('MSE') ? singular : singular.toLowerCase()}`;
}

interface Parent {
  readonly connectionId: string;
  readonly uuid: string;
}

async function pickParent(
  { connections, searchOf }: CreateParts,
  kind: NodeKind,
): Promise<Parent | undefined> {
  const connection = await pickUnlocked(connections);
  if (!connection) return undefined;
  const title = l10n.t('Domain above the new {0}', inert(draftTitle(kind).slice('New '.length)));
  const uuid = await pickDomain(title, searchOf(connection.id));
  return uuid === undefined ? undefined : { connectionId: connection.id, uuid };
}

/** The domain that is selected in the tree, when nothing else is. */
function selectedDomain(selected: readonly NodeTarget[]): SensorTarget | undefined {
  const [only] = selected;
  return selected.length === 1 && only?.kind === 'sensor' && only.sensorKind === 'domain' ? only : undefined;
}

/**
 * The only unlocked connection, or the one that the user picks; where all are read-only, of all. Undefined when given up.
 * @throws as `unlockedConnection`
 */
export async function pickUnlocked(connections: Connections): Promise<Connection | undefined> {
  const signedIn = connections.all.filter(({ isSignedOut }) => !isSignedOut);
  const unlocked = signedIn.filter(({ isLocked }) => !isLocked);
  const offered = unlocked.length > 0 ? unlocked : signedIn;
  if (offered.length <= 1) return unlockedConnection(connections, offered[0]?.id ?? '');
  const items = offered.map(connection => ({ label: inert(connection.name), connection }));
  const answer = await window.showQuickPick(items, { title: l10n.t('Manager') });
  return answer && unlockedConnection(connections, answer.connection.id);
}
