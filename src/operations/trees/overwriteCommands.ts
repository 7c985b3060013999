import * as vscode from 'vscode';
import { checkTreeText } from '../../model/trees/checkTreeText.js';
import type { NodeTarget, SensorTarget } from '../../model/sensors/nodeTarget.js';
import { subtreePath } from '../../model/trees/treeDocument.js';
import type { Connection } from '../../connections/connection.js';
import { window } from '../../ui/doors.js';
import { quoted, type Inert, SentenceError } from '../../words/inert.js';
import { readTextFile } from '../../ui/readTextFile.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { chosenNodes } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { overwrite, type OverwriteRequest } from '../../changes/trees/overwrite.js';
import { changeDomain } from './changeDomain.js';
import { firstProblem } from '../../changes/trees/treeWords.js';
import { recordUri } from '../../ui/recordUri.js';

/** Opens everything below a domain as one document. */
export async function editSubtree(operations: OperationServices, clicked?: NodeTarget): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  await operations.openDocument(recordUri(connectionId, subtreePath(uuid, name)));
}

/** Overwrites a domain with the tree of a file. */
export async function overwriteFromFile(operations: OperationServices, clicked?: NodeTarget): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  const connection = requireUnlocked(operations.connections.get(connectionId));
  const text = await readChosenFile(vscode.l10n.t('Overwrite {0} with', quoted(name)), ['json']);
  if (text === undefined) return;
  const { body, problems } = checkTreeText(text, uuid);
  if (!body) throw firstProblem(text, problems);
  await overwriteWith(operations, connection, { uuid, body, operation: 'overwrite' });
}

/** The text of a file that the user picks; undefined when given up. */
export async function readChosenFile(title: Inert, endings: string[]): Promise<string | undefined> {
  const [file] = (await window.showOpenDialog({ title, filters: { [endings.join(', ')]: endings } })) ?? [];
  return file && readTextFile(file);
}

/** @throws {Error} with a sentence for people when it is no domain or sensor */
export async function chosenDomain(
  operations: OperationServices,
  clicked: NodeTarget | undefined,
): Promise<SensorTarget> {
  const [node] = await chosenNodes(operations, clicked);
  if (node.kind !== 'sensor') throw new SentenceError(vscode.l10n.t('Select a domain in the tree first.'));
  return node;
}

/** Overwrites a domain, or says that it is like this already. */
export async function overwriteWith(
  operations: OperationServices,
  connection: Connection,
  request: OverwriteRequest,
): Promise<void> {
  const { done, message } = await changeDomain(operations, connection, manager =>
    overwrite(manager, request),
  );
  if (done === undefined) void window.showInformationMessage(message);
}
