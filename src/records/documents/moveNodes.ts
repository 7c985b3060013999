import * as vscode from 'vscode';
import { placeOf, planMove } from '../../changes/movePlan.js';
import { refuseTwins } from '../../changes/nodePlaces.js';
import { actedOn, type NodeTarget, type SensorTarget } from '../../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import { window, withCancellableProgress } from '../../ui/doors.js';
import { editDocument } from '../../ui/editDocument.js';
import { sayFailed } from '../../ui/listeners.js';
import { NothingToDoError, quoted, shown, type Inert } from '../../words/inert.js';
import type { RecordsOptions } from '../recordsOptions.js';
import { pickDomain } from '../creation/pickDomain.js';
import { addFields, fillIn } from '../kinds/confirmEmptied.js';
import { agreeToMove, named, readAgain, type MoveStep } from './agreeToMove.js';
import type { DocumentTable } from './documentTable.js';
import { shownAddress } from './documentTabs.js';
import { moveNode, placeEdits, requireClean } from './moveNode.js';
import { noteTime } from './saveOrCancel.js';
import type { RecordFileSystem } from './recordFileSystem.js';

interface MovingParts extends Pick<RecordsOptions, 'connections' | 'searchOf' | 'documentsOf' | 'selected'> {
  readonly files: RecordFileSystem;
  readonly kinds: () => Promise<DocumentTable>;
}

/** What VS Code gives the command: a node, all that are selected with it, and the domain that they were dropped on. */
export type MoveTargets = [clicked?: NodeTarget, others?: readonly NodeTarget[], to?: NodeTarget];

/** Moves what was clicked or is selected, to the domain that it was dropped on or that the user picks. */
export async function moveChosen(parts: MovingParts, ...[clicked, others, to]: MoveTargets): Promise<void> {
  const nodes = actedOn(clicked, others ?? (clicked ? undefined : await parts.selected()));
  await moveNodes(parts, nodes, to?.kind === 'sensor' ? to : undefined);
}

/**
 * Moves sensors and access points below another domain, each by its document, so with every check and question of a save.
 * @param to the domain; the user picks one when it is left out
 * @throws {SentenceError} when nothing can be moved there, or for the first one that could not be; {NothingToDoError} with
 *   the reason when a manager cannot move one at all; {GivenUpError}, which ends it too, when a save was given up
 */
async function moveNodes(parts: MovingParts, nodes: readonly NodeTarget[], to?: SensorTarget): Promise<void> {
  const [first] = nodes;
  if (!first)
    throw new NothingToDoError(vscode.l10n.t('Select a sensor or an access point in the tree first.'));
  const { connectionId } = first;
  const fixed = nodes.find(node => !isMovable(node));
  if (fixed) throw fixedError(fixed);
  requireUnlocked(parts.connections.get(connectionId));
  const search = parts.searchOf(connectionId);
  const uuid = to?.uuid ?? (await pickDomain(vscode.l10n.t('Move {0} to', named(nodes)), search));
  if (uuid === undefined) return;
  const { index } = await search;
  if (to) refuseTwins([to]);
  const request = { connectionId: to?.connectionId ?? connectionId, nodes, uuid };
  const plan = planMove(index, request);
  const steps: MoveStep[] = [];
  for (const node of plan.moved) steps.push(await stepOf(parts, node, { to: uuid, index }));
  const planned = { index, request: { ...request, nodes: plan.moved }, plan };
  const chosen = await agreeToMove(parts.connections, steps, planned);
  if (chosen === undefined) return;
  const [step] = steps;
  if (chosen === 'fillIn') return step && fillInFirst(step);
  const done: MoveStep[] = [];
  const place = quoted(index.label(plan.domain));
  const title = vscode.l10n.t('Moving {0} to {1}', named(plan.moved), place);
  const moving = moveEach(parts, steps, { title, onMoved: moved => done.push(moved) });
  const tell = () => tellMoved(parts, done, { place, asked: steps.length, index });
  // What fails of the move is said at once; by the time its way back fails, nobody waits for it any more.
  await Promise.all([moving, moving.then(tell, () => tell().catch(sayFailed))]);
}

async function stepOf(
  { documentsOf, kinds }: MovingParts,
  node: NodeTarget,
  { to, index }: { to: string; index: SensorIndex },
): Promise<MoveStep> {
  const [address] = await documentsOf(node);
  if (!address) throw fixedError(node);
  const table = await kinds();
  const uri = shownAddress(table, address);
  requireClean({ node, uri });
  return { node, uri, to, emptied: table.find(uri)?.emptying?.fields(uri, index) ?? [] };
}

/** Leaves the move as an edit in the document, with the fields that it would empty. */
async function fillInFirst(step: MoveStep): Promise<void> {
  const { node, uri, emptied } = step;
  if (node.kind !== 'sensor' || node.sensorKind === 'other') return;
  const document = await vscode.workspace.openTextDocument(uri);
  await addFields(document, node.sensorKind, emptied);
  await editDocument(document, placeEdits(step));
  window.setStatusBarMessage(fillIn(), noteTime);
}

async function moveEach(
  { files, kinds }: MovingParts,
  steps: readonly MoveStep[],
  { title, onMoved }: { title: Inert; onMoved: (step: MoveStep) => void },
): Promise<void> {
  const table = await kinds();
  await withCancellableProgress(title, async (signal, report) => {
    for (const step of steps) {
      if (signal.aborted) return;
      if (steps.length > 1) report(quoted(step.node.name));
      const emptying = table.find(step.uri)?.emptying;
      emptying?.agree(step.uri, step.emptied);
      await moveNode(files, { ...step, uri: shownAddress(table, step.uri) }).catch((error: unknown) => {
        emptying?.askAgain(step.uri);
        throw error;
      });
      onMoved(step);
    }
  });
}

/** Says what was moved, with a button that moves it back to where it was. */
async function tellMoved(
  parts: MovingParts,
  done: readonly MoveStep[],
  { place, asked, index }: { place: Inert; asked: number; index: SensorIndex },
): Promise<void> {
  if (done.length === 0) return;
  const undo = vscode.l10n.t('Undo');
  const sentence =
    done.length === asked
      ? vscode.l10n.t('Moved {0} to {1}.', named(done.map(({ node }) => node)), place)
      : vscode.l10n.t('Moved {0} of {1} nodes to {2}.', done.length, asked, place);
  const back = done.flatMap(step => {
    const to = placeOf(step.node);
    return to ? [{ ...step, from: step.to, to, emptied: [] }] : [];
  });
  // What stood below a domain without a uuid has no way back.
  const buttons = back.length > 0 ? [undo] : [];
  if ((await window.showInformationMessage(sentence, ...buttons)) !== undo) return;
  await requireStillThere(parts, index, back);
  const undone: NodeTarget[] = [];
  const title = vscode.l10n.t('Moving {0} back', named(back.map(({ node }) => node)));
  await moveEach(parts, back, { title, onMoved: ({ node }) => undone.push(node) });
  if (undone.length === 0) return;
  const words = done.some(({ emptied }) => emptied.length > 0)
    ? vscode.l10n.t('Moved {0} back. What the move emptied stays empty.', named(undone))
    : vscode.l10n.t('Moved {0} back.', named(undone));
  window.setStatusBarMessage(shown`$(check) ${words}`, noteTime);
}

/** @throws {SentenceError} when somebody moved or deleted one of some nodes, or where it is to go back to, after the move */
async function requireStillThere(
  parts: MovingParts,
  index: SensorIndex,
  back: readonly (MoveStep & { readonly from: string })[],
): Promise<void> {
  const [first] = back;
  if (!first) return;
  const { connectionId } = first.node;
  for (const uuid of new Set(back.map(({ to }) => to))) {
    const steps = back.filter(({ to }) => to === uuid);
    const nodes = steps.map(({ node, from }) =>
      node.kind === 'sensor' ? { ...node, parentUuid: from } : { ...node, sensorUuid: from },
    );
    await readAgain(parts.connections, index, { connectionId, nodes, uuid });
  }
}

/** Whether the manager can change where a node is: of the top domain, and of sensors of kinds that it only shows, it cannot. */
const isMovable = (node: NodeTarget) =>
  node.kind !== 'sensor' || (node.sensorKind !== 'other' && node.parentUuid !== undefined);

function fixedError(node: NodeTarget): NothingToDoError {
  const name = quoted(node.name);
  if (isMovable(node))
    return new NothingToDoError(
      vscode.l10n.t('{0} cannot be moved: it has nothing that names it to the manager.', name),
    );
  return new NothingToDoError(
    node.kind === 'sensor' && node.sensorKind === 'other'
      ? vscode.l10n.t('{0} cannot be moved: a manager has no call that changes this kind of sensor.', name)
      : vscode.l10n.t('{0} cannot be moved: no domain that you can see stands above it.', name),
  );
}
