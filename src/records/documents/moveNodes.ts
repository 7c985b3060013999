import { modify } from 'jsonc-parser';
import * as vscode from 'vscode';
import { actedOn, type NodeTarget } from '../../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { confirmRisk, requireUnlocked } from '../../ui/confirmRisk.js';
import { withCancellableProgress } from '../../ui/doors.js';
import { editDocument } from '../../ui/editDocument.js';
import { GivenUpError, joined, listLines, quoted, SentenceError, type Inert } from '../../words/inert.js';
import { placeWords } from '../../words/names.js';
import type { RecordsOptions } from '../recordsOptions.js';
import { pickDomain } from '../creation/pickDomain.js';
import type { DocumentTable } from './documentTable.js';
import { shownAddress } from './documentTabs.js';
import type { RecordFileSystem } from './recordFileSystem.js';
import { saveOrCancel } from './saveOrCancel.js';

interface MovingParts extends Pick<RecordsOptions, 'connections' | 'searchOf' | 'documentsOf' | 'selected'> {
  readonly files: RecordFileSystem;
  readonly kinds: () => Promise<DocumentTable>;
}

/** What VS Code gives the command: a node, all that are selected with it, and the domain that they were dropped on. */
export type MoveTargets = [clicked?: NodeTarget, others?: readonly NodeTarget[], to?: NodeTarget];

/** Moves what was clicked or is selected, to the domain that it was dropped on or that the user picks. */
export async function moveChosen(parts: MovingParts, ...[clicked, others, to]: MoveTargets): Promise<void> {
  const nodes = actedOn(clicked, others ?? (clicked ? undefined : await parts.selected()));
  await moveNodes(parts, nodes, to?.kind === 'sensor' ? to.uuid : undefined);
}

/**
 * Moves sensors and access points below another domain, each by its document, so with every check and question of a save.
 * @param to the uuid of the domain; the user picks one when it is left out
 * @throws {SentenceError} when nothing can be moved there, or for the first one that could not be; {GivenUpError}, which
 *   ends it too, when a save was given up
 */
async function moveNodes(parts: MovingParts, nodes: readonly NodeTarget[], to?: string): Promise<void> {
  const [first] = nodes;
  if (!first) throw new SentenceError(vscode.l10n.t('Select a sensor or an access point in the tree first.'));
  const { connectionId } = first;
  requireUnlocked(parts.connections.get(connectionId));
  const fixed = nodes.find(node => !isMovable(node));
  if (fixed) throw fixedError(fixed);
  const search = parts.searchOf(connectionId);
  const title = vscode.l10n.t('Move {0} to', named(nodes));
  const uuid = to ?? (await pickDomain(title, search));
  if (uuid === undefined) return;
  const { index } = await search;
  const moved = nodes.filter(node => parentOf(node) !== uuid);
  const domain = requirePlace(index, connectionId, { uuid, nodes: moved });
  const question = vscode.l10n.t('Move {0} to {1}?', named(moved), quoted(index.label(domain)));
  const lines = [...listLines(moved.map(({ path }) => placeWords(path))), placeWords(index.path(domain))];
  const detail = joined([...lines.slice(0, -1), vscode.l10n.t('To: {0}', joined(lines.slice(-1)))], '\n');
  if (!(await confirmRisk({ question, detail, risky: vscode.l10n.t('Move') }))) return;
  const doing = vscode.l10n.t('Moving {0} to {1}', named(moved), quoted(index.label(domain)));
  await withCancellableProgress(doing, async (signal, report) => {
    for (const node of moved) {
      if (signal.aborted) return;
      if (moved.length > 1) report(quoted(node.name));
      await moveNode(parts, node, uuid);
    }
  });
}

/** @throws {SentenceError} when nodes cannot stand below a domain */
function requirePlace(
  index: SensorIndex,
  connectionId: string,
  { uuid, nodes }: { uuid: string; nodes: readonly NodeTarget[] },
): number {
  const domain = index.find({ connectionId, uuid });
  if (domain === undefined)
    throw new SentenceError(
      vscode.l10n.t('The manager does not have this domain any more. Refresh the tree.'),
    );
  if (nodes.length === 0) throw new SentenceError(vscode.l10n.t('This is there already. Nothing was sent.'));
  if (nodes.some(node => node.connectionId !== connectionId))
    throw new SentenceError(vscode.l10n.t('Select nodes of one manager only.'));
  const uuids = new Set(nodes.flatMap(node => (node.kind === 'sensor' ? [node.uuid] : [])));
  for (let above = domain; above >= 0; above = index.parent(above)) {
    if (uuids.has(String(index.record(above)['uuid'])))
      throw new SentenceError(vscode.l10n.t('{0} cannot stand below itself.', quoted(index.label(above))));
  }
  return domain;
}

async function moveNode(
  { documentsOf, files, kinds }: MovingParts,
  node: NodeTarget,
  uuid: string,
): Promise<void> {
  const [uri] = await documentsOf(node);
  if (!uri || !isMovable(node)) throw fixedError(node);
  const document = await vscode.workspace.openTextDocument(shownAddress(await kinds(), uri));
  if (document.isDirty) {
    const sentence = vscode.l10n.t(
      '{0} has changes that are not saved. Save or revert it first.',
      quoted(node.name),
    );
    throw new SentenceError(sentence);
  }
  const field = node.kind === 'sensor' ? 'parent_uuid' : 'sensor_uuid';
  await editDocument(document, text => modify(text, [field], uuid, {}));
  const outcome = await saveOrCancel(files, document);
  if (outcome === 'saved') return;
  await vscode.window.showTextDocument(document, { preview: false });
  if (outcome === 'givenUp') throw new GivenUpError();
  const sentence = vscode.l10n.t('{0} was not moved. Its document says why.', quoted(node.name));
  throw new SentenceError(sentence);
}

/** Whether the manager can change where a node is: of the top domain, and of sensors of kinds that it only shows, it cannot. */
const isMovable = (node: NodeTarget) =>
  node.kind !== 'sensor' || (node.sensorKind !== 'other' && node.parentUuid !== undefined);

const fixedError = ({ name }: NodeTarget) =>
  new SentenceError(vscode.l10n.t('{0} cannot be moved by the manager.', quoted(name)));

const parentOf = (node: NodeTarget) => (node.kind === 'sensor' ? node.parentUuid : node.sensorUuid);

const named = (nodes: readonly NodeTarget[]): Inert =>
  nodes.length === 1 ? quoted(nodes[0]?.name ?? '') : vscode.l10n.t('{0} nodes', nodes.length);
