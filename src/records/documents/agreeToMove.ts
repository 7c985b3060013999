import * as vscode from 'vscode';
import { planMove, readMoved, type MovePlan, type MoveRequest } from '../../changes/movePlan.js';
import type { Connections } from '../../connections/connection.js';
import { demandedOf } from '../../model/sensors/nodeDocument.js';
import type { NodeTarget } from '../../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { chooseRisk, requireUnlocked } from '../../ui/confirmRisk.js';
import { withCancellableProgress } from '../../ui/doors.js';
import { inert, joined, listLines, quoted, SentenceError, type Inert } from '../../words/inert.js';
import { placeWords } from '../../words/names.js';

/** One node that is to stand elsewhere. */
export interface MoveStep {
  readonly node: NodeTarget;
  readonly uri: vscode.Uri;
  readonly to: string;
  /** Fields that its save empties and that nobody was asked about. */
  readonly emptied: readonly string[];
}

/** A move, and the tree that it was planned from. */
export interface PlannedMove {
  readonly index: SensorIndex;
  readonly request: MoveRequest;
  readonly plan: MovePlan;
}

/** What the question before a move says besides the nodes. */
interface MoveWords {
  readonly place: Inert;
  readonly path: readonly string[];
  readonly notes: readonly Inert[];
  /** Said first when the question was asked before and is another one now. */
  readonly meanwhile?: Inert;
}

/**
 * Asks before a move, and once more when what it does has changed while the question stood.
 * @throws {SentenceError} when somebody moved or deleted meanwhile what the move names, or when the manager would refuse
 *   to move one of several nodes
 */
export function agreeToMove(
  connections: Connections,
  steps: readonly MoveStep[],
  { index, request, plan }: PlannedMove,
): Promise<'move' | 'fillIn' | undefined> {
  const place = quoted(index.label(plan.domain));
  const path = index.path(plan.domain);
  const ask = async (words: Pick<MoveWords, 'notes' | 'meanwhile'>): ReturnType<typeof choose> => {
    const chosen = await choose(steps, { place, path, ...words });
    if (chosen !== 'move') return chosen;
    const { notes } = planMove(await readAgain(connections, index, request), request);
    if (notes.join() === words.notes.join()) return 'move';
    const meanwhile = vscode.l10n.t('The tree has changed while you were asked. This is what happens now:');
    return ask({ notes, meanwhile });
  };
  return ask({ notes: plan.notes });
}

/**
 * Reads anew what a move names.
 * @throws {SentenceError} when somebody moved or deleted it since the tree was read
 */
export async function readAgain(
  connections: Connections,
  index: SensorIndex,
  request: MoveRequest,
): Promise<SensorIndex> {
  const { id, name } = requireUnlocked(connections.get(request.connectionId));
  const client = await connections.client(id);
  return withCancellableProgress(vscode.l10n.t('Reading the tree of {0}…', quoted(name)), signal =>
    readMoved(client, index, { ...request, signal }),
  );
}

/** Shows what is moved, where to, and what that does besides. */
async function choose(
  steps: readonly MoveStep[],
  { place, path, notes, meanwhile }: MoveWords,
): Promise<'move' | 'fillIn' | undefined> {
  const nodes = steps.map(({ node }) => node);
  const refused = steps.find(step => demandedBy(step).length > 0);
  if (refused && steps.length > 1) throw aloneError(refused);
  const emptying = steps.filter(({ emptied }) => emptied.length > 0);
  const question = vscode.l10n.t('Move {0} to {1}?', named(nodes), place);
  const lines = [
    ...(meanwhile ? [meanwhile] : []),
    ...listLines(nodes.map(node => placeWords(node.path))),
    vscode.l10n.t('To: {0}', placeWords(path)),
    ...notes,
    ...listLines(emptying.map(emptyingWords)),
  ];
  const add = vscode.l10n.t('Add these fields');
  const move = emptying.length > 0 ? vscode.l10n.t('Move and empty them') : vscode.l10n.t('Move');
  const canAdd = emptying.length > 0 && steps.length === 1;
  const asked = { question, detail: joined(lines, '\n') };
  const chosen = await chooseRisk(asked, [...(refused ? [] : [move]), ...(canAdd ? [add] : [])]);
  if (chosen === undefined) return undefined;
  return chosen === add ? 'fillIn' : 'move';
}

/** What the manager demands and would be emptied by the save of a step: it refuses that. */
const demandedBy = ({ node, emptied }: MoveStep): readonly string[] =>
  node.kind === 'sensor' && node.sensorKind !== 'other' ? demandedOf(node.sensorKind, emptied) : [];

function emptyingWords(step: MoveStep): Inert {
  const [name, demanded] = [quoted(step.node.name), inert(demandedBy(step).join(', '))];
  return demanded
    ? vscode.l10n.t(
        'The manager does not return {0} and refuses to move {1} without it. Add the fields, fill them in and save the document.',
        demanded,
        name,
      )
    : vscode.l10n.t(
        'Moving {0} empties fields that the manager does not return: {1}.',
        name,
        inert(step.emptied.join(', ')),
      );
}

const aloneError = (step: MoveStep) =>
  new SentenceError(
    vscode.l10n.t(
      'The manager refuses to move {0} without {1}, which it does not return. Nothing was sent. Move {0} by itself: then you can fill that in.',
      quoted(step.node.name),
      inert(demandedBy(step).join(', ')),
    ),
  );

/** Nodes as a sentence calls them: by name when it is one, else by number. */
export const named = (nodes: readonly NodeTarget[]): Inert =>
  nodes.length === 1 ? quoted(nodes[0]?.name ?? '') : vscode.l10n.t('{0} nodes', nodes.length);
