import * as l10n from '@vscode/l10n';
import type { SensorAccess } from '../api/managerClient.js';
import { demandedOf } from '../model/sensors/nodeDocument.js';
import { nodeRef, type NodeTarget } from '../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { inert, listLines, quoted, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { placeWords } from '../words/names.js';
import type { Change, PlanWords, Receipt, Running } from './change.js';
import { planMove, readMoved, type MoveRequest } from './movePlan.js';

/** One node that is to stand elsewhere. */
export interface MoveStep {
  readonly node: NodeTarget;
  /** The uuid of what it is to stand below. */
  readonly to: string;
  /** Fields that its save empties and that nobody was asked about. */
  readonly emptied: readonly string[];
}

/** What a move does. */
export interface PlannedMove {
  /** The names from the top of the tree down to the domain where the nodes are to stand. */
  readonly path: readonly string[];
  readonly steps: readonly MoveStep[];
  /** What does not follow, as sentences. */
  readonly notes: readonly Inert[];
}

/** A move that was begun: what was moved, and why the next one was not. */
export interface MadeMove {
  readonly moved: readonly MoveStep[];
  readonly failed?: { readonly error: unknown };
}

/** What became of a move. Why it ended early is its caller's to say. */
export type MoveReceipt = Receipt & MadeMove;

/** Nodes that are to be moved, and how. */
export interface NodeMoves {
  /** What the manager is called. */
  readonly manager: string;
  readonly request: MoveRequest;
  /** The tree that the nodes were chosen from. */
  readonly index: SensorIndex;
  /** With what the tree is read again once the move was agreed to. @throws {SentenceError} when nothing may be written now */
  readonly client: () => Promise<SensorAccess>;
  /** The fields that the save of a node empties. @throws {SentenceError} when it cannot be saved */
  readonly emptiedBy: (node: NodeTarget) => Promise<readonly string[]>;
  /** Saves one node where it is to stand, and looks that it is there. @throws what says that it is not */
  readonly move: (step: MoveStep) => Promise<void>;
}

/**
 * Moves nodes below another domain. It is planned from the tree that they were chosen from, and once more from what the
 * manager has when that was agreed to.
 */
export function moveChange({
  manager,
  request,
  index,
  client,
  emptiedBy,
  move,
}: NodeMoves): Change<PlannedMove, MadeMove, MoveReceipt> {
  return {
    reading: l10n.t('Reading the tree of {0}…', quoted(manager)),
    writing: ({ steps, path }) => l10n.t('Moving {0} to {1}', named(nodesOf(steps)), domainName(path)),
    doing: ({ steps, path }) => l10n.t('moving {0} to {1}', named(nodesOf(steps)), domainName(path)),
    meanwhile: l10n.t('The tree has changed while you were asked. This is what happens now:'),
    plan: async (signal, { shown } = {}) => {
      if (!shown) return firstPlan(index, request, emptiedBy);
      const again = { ...request, nodes: nodesOf(shown.steps) };
      const { notes } = planMove(await readMoved(await client(), index, { ...again, signal }), again);
      return { ...shown, notes };
    },
    word: wordMove,
    deciding: ({ steps, notes }) => ({
      steps: steps.map(({ node, to, emptied }) => ({ node: nodeRef(node), to, emptied })),
      notes,
    }),
    prepare: async ({ steps }) => {
      const refused = steps.find(isRefused);
      if (refused) throw new SentenceError(emptyingWords(refused));
    },
    apply: ({ steps }, running) => moveEach(steps, move, running),
    receive: (plan, made) => Promise.resolve({ ...movedWords(plan, made), ...made }),
  };
}

async function firstPlan(
  index: SensorIndex,
  request: MoveRequest,
  emptiedBy: NodeMoves['emptiedBy'],
): Promise<PlannedMove> {
  const { domain, moved, notes } = planMove(index, request);
  const steps: MoveStep[] = [];
  for (const node of moved) steps.push({ node, to: request.uuid, emptied: await emptiedBy(node) });
  const refused = steps.find(isRefused);
  if (refused && steps.length > 1) throw aloneError(refused);
  return { path: index.path(domain), steps, notes };
}

/** Moves nodes one after the other, up to the first one that fails. */
export async function moveEach(
  steps: readonly MoveStep[],
  move: NodeMoves['move'],
  { signal, tell }: Running,
): Promise<MadeMove> {
  const moved: MoveStep[] = [];
  for (const step of steps) {
    if (signal.aborted) break;
    if (steps.length > 1) tell(quoted(step.node.name));
    try {
      await move(step);
    } catch (error) {
      return { moved, failed: { error } };
    }
    moved.push(step);
  }
  return { moved };
}

/** What is moved, where to, and what that does besides. */
function wordMove({ path, steps, notes }: PlannedMove): PlanWords {
  const nodes = nodesOf(steps);
  const emptying = steps.filter(({ emptied }) => emptied.length > 0);
  return {
    question: l10n.t('Move {0} to {1}?', named(nodes), domainName(path)),
    lines: [
      ...listLines(nodes.map(node => placeWords(node.path))),
      l10n.t('To: {0}', placeWords(path)),
      ...notes,
      ...listLines(emptying.map(emptyingWords)),
    ],
    button: emptying.length > 0 ? l10n.t('Move and empty them') : l10n.t('Move'),
  };
}

function movedWords({ path, steps }: PlannedMove, { moved, failed }: MadeMove): Receipt {
  const place = domainName(path);
  if (moved.length === steps.length)
    return { severity: 'info', message: l10n.t('Moved {0} to {1}.', named(nodesOf(moved)), place) };
  const message = l10n.t('Moved {0} of {1} nodes to {2}.', moved.length, steps.length, place);
  return { severity: failed ? 'error' : 'warning', message };
}

/** Whether the manager refuses the save of a step: it demands what that would empty. */
export const isRefused = (step: MoveStep): boolean => demandedBy(step).length > 0;

const demandedBy = ({ node, emptied }: MoveStep): readonly string[] =>
  node.kind === 'sensor' && node.sensorKind !== 'other' ? demandedOf(node.sensorKind, emptied) : [];

function emptyingWords(step: MoveStep): Inert {
  const name = quoted(step.node.name);
  const demanded = inert(demandedBy(step).join(', '));
  return demanded
    ? l10n.t(
        'The manager does not return {0} and refuses to move {1} without it. Add the fields, fill them in and save the document.',
        demanded,
        name,
      )
    : l10n.t(
        'Moving {0} empties fields that the manager does not return: {1}.',
        name,
        inert(step.emptied.join(', ')),
      );
}

const aloneError = (step: MoveStep) =>
  new SentenceError(
    l10n.t(
      'The manager refuses to move {0} without {1}, which it does not return. Nothing was sent. Move {0} by itself: then you can fill that in.',
      quoted(step.node.name),
      inert(demandedBy(step).join(', ')),
    ),
  );

const nodesOf = (steps: readonly MoveStep[]): NodeTarget[] => steps.map(({ node }) => node);

/** What the domain at the end of a way is called. */
const domainName = (path: readonly string[]): Inert => quoted(path.at(-1) ?? '');

/** Nodes as a sentence calls them: by name when it is one, else by number. */
export const named = (nodes: readonly NodeTarget[]): Inert =>
  nodes.length === 1 ? quoted(nodes[0]?.name ?? '') : l10n.t('{0} nodes', nodes.length);
