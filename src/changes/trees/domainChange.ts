import * as l10n from '@vscode/l10n';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { SensorAccess } from '../../api/managerClient.js';
import type { Taken } from '../../api/readings.js';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';
import {
  flattenTree,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
  type TreeConflict,
} from '../../model/trees/flatTree.js';
import { treeOf } from '../../model/sensors/visitNodes.js';
import { hasLostLetter, lostTexts } from '../../model/text/lostLetters.js';
import { describeError } from '../../words/describeError.js';
import { joined, nameList, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { checksumOf, type Change, type PlanWords, type Receipt, type Running } from '../change.js';
import { domainIn, placesIn, requireOwnUuids, requireUnmoved, type NodePlaces } from '../nodePlaces.js';
import { settle } from '../settle.js';
import { mayHaveHappened } from '../steps.js';
import { lookFirst, type DomainWords } from './domainWords.js';
import { isSameTree } from './treeChanges.js';
import { conflictWords } from './treeWords.js';

/** A manager whose domains are replaced as a whole. */
export interface TreeManager {
  /** What people call it. */
  readonly name: string;
  readonly client: SensorAccess;
  /** Whether somebody said of a uuid that it is that of a vendor sensor; their type is not published. */
  readonly isVendor?: ((uuid: string) => boolean) | undefined;
  /** Whether what was changed here wins over what somebody else changed in the same fields. */
  readonly keepMine: (question: Inert, conflicts: Inert) => Promise<boolean>;
}

/** What replacing a domain, or its access points, does. */
export interface DomainPlan extends PlannedDomain {
  /** The domain as it is, with everything below it. */
  readonly domain: SensorRecord;
  readonly places: NodePlaces;
}

/** What an edit makes of a domain. */
export interface PlannedDomain {
  /** What is sent. */
  readonly body: unknown;
  readonly conflicts: readonly TreeConflict[];
  readonly words: PlanWords;
  /** Whether the domain is like this already. */
  readonly isNothing: boolean;
  /** What is agreed to besides and depends on more than the domain, in whatever order. */
  readonly elsewhere?: readonly string[] | undefined;
  /** How it will be; nodes only where the change is one of nodes. */
  readonly desired: { readonly nodes: readonly FlatNode[]; readonly points: readonly FlatPoint[] };
}

/** What became of a domain; `isCertain` unless nobody can tell. */
export interface DomainReceipt extends Receipt {
  /** As the manager has it now; undefined when it could not be read again. */
  readonly record: SensorRecord | undefined;
  readonly isCertain: boolean;
  /** The sentence without what differs from the plan; undefined when there was nothing to do. */
  readonly done: Inert | undefined;
}

/** What distinguishes an overwrite from an override. */
export interface DomainEdit {
  readonly uuid: string;
  /** What is said of it, by the name of the domain and that of the manager. */
  readonly said: (domain: Inert, manager: Inert) => DomainWords;
  readonly meanwhile: Inert;
  /** The word for it in the name of the backup. */
  readonly operation: string;
  /** @throws {SentenceError} when nothing may be sent */
  readonly planIn: (whole: SensorRecord, domain: SensorRecord) => Promise<PlannedDomain>;
  readonly send: (plan: DomainPlan, signal: AbortSignal) => Promise<Taken>;
  /** Names of what is not as planned. */
  readonly differences: (plan: DomainPlan, after: FlatTree) => readonly string[];
}

/** Why it is not known whether a change was made, or will be; undefined when it was answered that it was. */
type Lost = Inert | undefined;

/** Replaces a domain, or its access points. */
export type DomainChange = Change<DomainPlan, { readonly lost: Lost }, DomainReceipt>;

/** Nodes and access points in an order of their own; managers list them as they like. */
const sorted = ({ nodes, points }: PlannedDomain['desired']): PlannedDomain['desired'] => ({
  nodes: sortBy(nodes, ({ id }) => id),
  points: sortBy(points, ({ mac }) => macKey(mac)),
});

const sortBy = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

/** Replaces a domain, or its access points, by one call. When the answer is lost, what is there decides (architecture, rule 2). */
export function domainChange(
  { name: manager, client, keepMine }: TreeManager,
  { uuid, planIn, send, differences, ...edit }: DomainEdit,
): DomainChange {
  const chosen = { kind: 'sensor', uuid } as const;
  const said = ({ domain }: DomainPlan) => edit.said(quoted(domain.name), quoted(manager));
  return {
    doing: plan => said(plan).doing,
    meanwhile: edit.meanwhile,
    reading: l10n.t('Reading the tree of {0}…', quoted(manager)),
    writing: plan => said(plan).writing,
    plan: async (signal, { shown } = {}) => {
      const whole = await client.sensors.tree(undefined, signal);
      await requireOwnUuids(treeOf(whole), [uuid]);
      const domain = domainIn(whole, uuid);
      const planned = await planIn(whole, domain);
      refuseLostLetters(planned, domain);
      const places = await placesIn(treeOf(whole), [chosen]);
      if (shown) requireUnmoved([{ ...chosen, name: domain.name }], { before: shown.places, now: places });
      const isSettled = checksumOf(planned.conflicts) === checksumOf(shown?.conflicts ?? []);
      if (!isSettled) await settleConflicts(planned.conflicts, keepMine);
      return { ...planned, domain, places };
    },
    word: ({ words }) => words,
    deciding: ({ domain, desired, elsewhere = [] }) => {
      const { nodes, points } = flattenTree(domain);
      const now = sorted({ nodes: [...nodes.values()], points: [...points.values()] });
      return { now, desired: sorted(desired), elsewhere: [...elsewhere].sort() };
    },
    nothingToDo: plan => (plan.isNothing ? likeThisReceipt(plan) : undefined),
    backup: ({ domain }) => ({
      operation: edit.operation,
      called: domain.name,
      sensors: [{ path: [domain.name], sensor: domain }],
      access_points: [],
    }),
    apply: (plan, { signal }) => sendDomain(() => send(plan, signal)),
    receive: (plan, { lost }, running) => {
      const differing = (record: SensorRecord) => differences(plan, flattenTree(record));
      return receiveDomain(client, { plan, lost, said: said(plan), differing }, running);
    },
  };
}

const likeThisReceipt = ({ domain: record }: DomainPlan): DomainReceipt => ({
  severity: 'info',
  message: l10n.t('{0} is like this already. Nothing was sent.', quoted(record.name)),
  done: undefined,
  record,
  isCertain: true,
});

async function sendDomain(send: () => Promise<Taken>): Promise<{ readonly lost: Lost }> {
  try {
    const reason = l10n.t('The manager only says that it will do this (202).');
    return { lost: (await send()) === 'accepted' ? reason : undefined };
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    return { lost: describeError(error) };
  }
}

/** A change of a domain that was sent. */
interface SentDomain {
  readonly plan: DomainPlan;
  readonly lost: Lost;
  readonly said: DomainWords;
  /** Names of what is not as planned. */
  readonly differing: (record: SensorRecord) => readonly string[];
}

/** @throws {SentenceError} when the domain is as it was before */
async function receiveDomain(
  client: TreeManager['client'],
  { plan, lost, said, differing }: SentDomain,
  { signal, tell }: Running,
): Promise<DomainReceipt> {
  const before = flattenTree(plan.domain);
  let seen: string | undefined;
  const looked = await settle({
    look: () => client.sensors.tree(plan.domain.uuid, signal),
    isSettled: record => {
      const names = differing(record);
      const earlier = seen;
      seen = checksumOf(names);
      // What a manager made of a change that it answered is shown once it stays the same; what is as before, or in the middle, may not be all yet.
      return names.length === 0 || (!lost && earlier === seen && !isSameTree(before, flattenTree(record)));
    },
    onWaiting: () => tell(l10n.t('waiting until the manager shows it')),
    signal,
  });
  const { seen: record } = looked;
  if (!record) return unreadReceipt(said, lost, looked.isSettled ? undefined : looked.error);
  const isCutShort = !looked.isSettled && looked.isCancelled;
  return domainReceipt(plan, lost, { record, differing: differing(record), said, isCutShort });
}

function unreadReceipt(said: DomainWords, lost: Lost, error: unknown): DomainReceipt {
  const reason = error === undefined ? l10n.t('Cancelled.') : describeError(error);
  const message = lost ? said.unknown(reason) : said.unread(reason);
  return { severity: 'warning', message, done: message, record: undefined, isCertain: !lost };
}

/** What was seen of a domain after its change. */
interface SeenDomain {
  readonly record: SensorRecord;
  readonly differing: readonly string[];
  readonly said: DomainWords;
  /** Whether somebody did not want to look any longer. */
  readonly isCutShort: boolean;
}

/** @throws {SentenceError} when it is as it was before */
function domainReceipt(
  { domain }: DomainPlan,
  lost: Lost,
  { record, differing, said, isCutShort }: SeenDomain,
): DomainReceipt {
  const name = quoted(domain.name);
  const after = { record, done: said.done, isCertain: true };
  if (differing.length === 0) return { ...after, severity: 'info', message: said.done };
  const list = nameList(differing);
  const isAsBefore = isSameTree(flattenTree(domain), flattenTree(record));
  if (isAsBefore) throw new SentenceError(pending(name, lost, isCutShort));
  if (!lost) return { ...after, severity: 'warning', message: said.differs(list) };
  const neither = l10n.t(
    '{0} is neither as before nor as planned so far, and the manager may still be at it: {1}. {2}',
    name,
    list,
    lost,
  );
  return { ...after, severity: 'warning', message: neither, isCertain: false };
}

const pending = (name: Inert, lost: Lost, isCutShort: boolean): Inert =>
  joined([
    lost || isCutShort
      ? l10n.t('{0} is unchanged so far, but the manager may still be at it.', name)
      : l10n.t(
          'The manager took this without an error, but {0} is unchanged so far: it may still be at it, or the API key may not manage it.',
          name,
        ),
    lost,
    lookFirst(),
  ]);

/** @throws {SentenceError} when what is sent has lost letters and the domain has some: then nobody typed them */
function refuseLostLetters({ body }: PlannedDomain, domain: SensorRecord): void {
  const lost = new Set(lostTexts(body));
  if (lost.size > 0 && hasLostLetter(domain)) throw new SentenceError(lostWords([...lost]));
}

/** Says that texts have lost letters, so that they are not sent. */
export const lostWords = (texts: readonly string[]): Inert =>
  l10n.t(
    'In place of a letter that was lost, � stands in {0}. Nothing was sent. Type the letters first.',
    nameList(texts),
  );

/** Lets somebody settle what two people changed: fields can be kept as they are here, a deletion has to be looked at. */
async function settleConflicts(
  conflicts: readonly TreeConflict[],
  keepMine: TreeManager['keepMine'],
): Promise<void> {
  if (conflicts.length === 0) return;
  const words = conflictWords(conflicts);
  if (conflicts.some(({ field }) => field === 'existence')) {
    throw new SentenceError(
      l10n.t(
        'Someone else changed the same: {0}. Nothing was sent. Copy your changes, revert the document, and make them again.',
        words,
      ),
    );
  }
  if (!(await keepMine(l10n.t('Someone else changed the same fields.'), words)))
    throw new SentenceError(l10n.t('Someone else changed the same: {0}. Nothing was sent.', words));
}
