import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { carryOut, silently, type Caller } from '../changes/change.js';
import { placeOf, readMoved, type MoveRequest } from '../changes/movePlan.js';
import {
  isRefused,
  moveEach,
  named,
  moveChange,
  type MoveReceipt,
  type MoveStep,
  type NodeMoves,
  type PlannedMove,
} from '../changes/moveChange.js';
import { refuseTwins } from '../changes/nodePlaces.js';
import { actedOn, type NodeTarget, type SensorTarget } from '../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { Connections } from '../connections/connection.js';
import { chooseRisk, requireUnlocked, unlockedConnection } from '../ui/confirmRisk.js';
import { window, withCancellableProgress } from '../ui/doors.js';
import { editDocument } from '../ui/editDocument.js';
import { sayFailed } from '../ui/listeners.js';
import { joined, quoted, shown } from '../words/inert.js';
import { NothingToDoError } from '../words/sentenceErrors.js';
import type { ChosenNodes, SensorTrees } from './recordsOptions.js';
import { pickDomain } from './creation/pickDomain.js';
import { addFields, fillIn } from './kinds/confirmEmptied.js';
import type { DocumentTable } from './documentTable.js';
import { shownAddress } from './documents/documentTabs.js';
import { moveByDocument, placeEdits, requireClean, type PlacedStep } from './documents/moveByDocument.js';
import { noteTime } from './documents/saveOrCancel.js';
import type { RecordFileSystem } from './documents/recordFileSystem.js';

interface MovingParts extends ChosenNodes, SensorTrees {
  readonly connections: Connections;
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
  if (!first) throw new NothingToDoError(l10n.t('Select a sensor or an access point in the tree first.'));
  const { connectionId } = first;
  const fixed = nodes.find(node => !isMovable(node));
  if (fixed) throw fixedError(fixed);
  await unlockedConnection(parts.connections, connectionId);
  const search = parts.searchOf(connectionId);
  const uuid = to?.uuid ?? (await pickDomain(l10n.t('Move {0} to', named(nodes)), search));
  if (uuid === undefined) return;
  const { index } = await search;
  if (to) refuseTwins([to]);
  const request = { connectionId: to?.connectionId ?? connectionId, nodes, uuid };
  const move = movesOf(parts, index);
  const clientOf = () => unlockedClient(parts.connections, request);
  const manager = parts.connections.get(request.connectionId)?.name ?? '';
  const change = moveChange({ ...move, manager, request, index, client: clientOf });
  const { agree, fillingIn } = askingForFields();
  const made = await carryOut(change, {
    ...silently(),
    during: (title, work) => withCancellableProgress(title, (signal, tell) => work({ signal, tell })),
    agree,
    requireUnlocked: () => {
      requireUnlocked(parts.connections.get(request.connectionId));
    },
  });
  const step = fillingIn();
  if (step) return move.fillIn(step);
  if (!made) return;
  const told = tellMoved(parts, made.receipt, { index, move: move.move });
  if (!made.receipt.failed) return told;
  // What fails of the move is said at once; by the time its way back fails, nobody waits for it any more.
  told.catch(sayFailed);
  throw made.receipt.failed.error;
}

/** How nodes are moved by their documents. */
function movesOf({ files, documentsOf, kinds }: MovingParts, index: SensorIndex) {
  const uris = new Map<NodeTarget, vscode.Uri>();
  const placed = (step: MoveStep): PlacedStep => {
    const uri = uris.get(step.node);
    if (!uri) throw fixedError(step.node);
    return { ...step, uri };
  };
  return {
    emptiedBy: async (node: NodeTarget): Promise<readonly string[]> => {
      const [address] = await documentsOf(node);
      if (!address) throw fixedError(node);
      const table = await kinds();
      const uri = shownAddress(table, address);
      requireClean({ node, uri });
      uris.set(node, uri);
      return table.find(uri)?.emptying?.fields(uri, index) ?? [];
    },
    move: async (step: MoveStep): Promise<void> => {
      const table = await kinds();
      const { uri } = placed(step);
      const emptying = table.find(uri)?.emptying;
      emptying?.agree(uri, step.emptied);
      await moveByDocument(files, { ...step, uri: shownAddress(table, uri) }).catch((error: unknown) => {
        emptying?.askAgain(uri);
        throw error;
      });
    },
    fillIn: async (step: MoveStep): Promise<void> => fillInFirst(placed(step)),
  };
}

/** Asks before a move; its answer may be to fill in first what it would empty. */
function askingForFields() {
  let chosenStep: MoveStep | undefined;
  const agree: Caller<PlannedMove>['agree'] = async ({ question, lines, button }, { steps }) => {
    const add = l10n.t('Add these fields');
    const [step, ...others] = steps;
    const canAdd = others.length === 0 && step && step.emptied.length > 0;
    const buttons = [...(steps.some(isRefused) ? [] : [button]), ...(canAdd ? [add] : [])];
    const safe = l10n.t('Leave it there');
    const chosen = await chooseRisk({ question, detail: joined(lines, '\n'), safe }, buttons);
    if (chosen === add) chosenStep = step;
    return chosen === button;
  };
  return { agree, fillingIn: () => chosenStep };
}

/** The client of a manager that may be written to. @throws {SentenceError} when it may not, or not any more */
const unlockedClient = async (connections: Connections, { connectionId }: MoveRequest) =>
  connections.client(requireUnlocked(connections.get(connectionId)).id);

/** Leaves the move as an edit in the document, with the fields that it would empty. */
async function fillInFirst(step: PlacedStep): Promise<void> {
  const { node, uri, emptied } = step;
  if (node.kind !== 'sensor' || node.sensorKind === 'other') return;
  const document = await vscode.workspace.openTextDocument(uri);
  await addFields(document, node.sensorKind, emptied);
  await editDocument(document, placeEdits(step));
  window.setStatusBarMessage(fillIn(), noteTime);
}

/** Says what was moved, with a button that moves it back to where it was. */
async function tellMoved(
  parts: MovingParts,
  { moved, message }: MoveReceipt,
  { index, move }: Pick<NodeMoves, 'index' | 'move'>,
): Promise<void> {
  if (moved.length === 0) return;
  const undo = l10n.t('Undo');
  const back = moved.flatMap(step => {
    const to = placeOf(step.node);
    return to ? [{ ...step, from: step.to, to, emptied: [] }] : [];
  });
  // What stood below a domain without a uuid has no way back.
  const buttons = back.length > 0 ? [undo] : [];
  if ((await window.showInformationMessage(message, ...buttons)) !== undo) return;
  await requireStillThere(parts, index, back);
  const title = l10n.t('Moving {0} back', named(back.map(({ node }) => node)));
  const { moved: undone, failed } = await withCancellableProgress(title, (signal, tell) =>
    moveEach(back, move, { signal, tell }),
  );
  if (failed) throw failed.error;
  if (undone.length === 0) return;
  const names = named(undone.map(({ node }) => node));
  const words = moved.some(({ emptied }) => emptied.length > 0)
    ? l10n.t('Moved {0} back. What the move emptied stays empty.', names)
    : l10n.t('Moved {0} back.', names);
  window.setStatusBarMessage(shown`$(check) ${words}`, noteTime);
}

/** @throws {SentenceError} when somebody moved or deleted one of some nodes, or where it is to go back to, after the move */
async function requireStillThere(
  { connections }: MovingParts,
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
    const request = { connectionId, nodes, uuid };
    const client = await unlockedClient(connections, request);
    const { name } = requireUnlocked(connections.get(connectionId));
    await withCancellableProgress(l10n.t('Reading the tree of {0}…', quoted(name)), signal =>
      readMoved(client, index, { ...request, signal }),
    );
  }
}

/** Whether the manager can change where a node is: of the top domain, and of sensors of kinds that it only shows, it cannot. */
const isMovable = (node: NodeTarget) =>
  node.kind !== 'sensor' || (node.sensorKind !== 'other' && node.parentUuid !== undefined);

function fixedError(node: NodeTarget): NothingToDoError {
  const name = quoted(node.name);
  if (isMovable(node))
    return new NothingToDoError(
      l10n.t('{0} cannot be moved: it has nothing that names it to the manager.', name),
    );
  return new NothingToDoError(
    node.kind === 'sensor' && node.sensorKind === 'other'
      ? l10n.t('{0} cannot be moved: a manager has no call that changes this kind of sensor.', name)
      : l10n.t('{0} cannot be moved: no domain that you can see stands above it.', name),
  );
}
