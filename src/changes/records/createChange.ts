import * as l10n from '@vscode/l10n';
import { ApiError, undefinedIfGone } from '../../api/apiError.js';
import type { FieldProblem } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { describeReason } from '../../words/describeError.js';
import { describeNewValues, describeProblems } from '../../words/describeProblems.js';
import { inert, nameList, quoted, shown, type Inert } from '../../words/inert.js';
import type { Change, PlanWords, Receipt, Running } from '../change.js';
import { OutcomeError, patienceAfter, settle, type Patience } from '../settle.js';
import { mayHaveHappened } from '../steps.js';

/** A create that was sent and may show at any time; plain JSON, because it outlives the window. */
export interface SentTry {
  /** What was sent, without secrets. */
  readonly fields: RecordFields;
  /** Whether the manager answered that it created it. */
  readonly isAnswered?: boolean;
}

/** Something that was created; plain JSON. */
export interface Created {
  /** What the manager calls it. */
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly identity: string;
}

/** Something that earlier tries may have become, and what was sent that became it. */
export interface FoundTwin<T> {
  readonly twin: T;
  readonly sent: RecordFields;
}

/** Something new, how it is sent, and by what it is known on the manager. */
export interface Creation<T extends Created> {
  /** What is sent, without secrets. */
  readonly fields: RecordFields;
  /** The field with what people call it. */
  readonly nameField: string;
  /** Why it cannot be sent as it is. */
  readonly problems: readonly FieldProblem[];
  /** Asks for the secrets that are sent with it. @throws when they are not given */
  readonly prepare?: () => Promise<void>;
  /** Sends it, once. @returns what it became, as the manager answers it */
  readonly create: () => Promise<T>;
  /** What the manager shows of that. @throws {ApiError} `notFound` while it shows nothing */
  readonly read: (answered: T) => Promise<T>;
  /** Whether what is shown is what was sent, and was not there before. */
  readonly isMeant: (shown: T) => boolean;
  /** Whether it has all that was sent: what it lacks at the first look may be late. */
  readonly isWhole: (shown: T) => boolean;
  /** Of the request that creates it. */
  readonly requestPath: string;
  /** Reads what the manager has, of which something may have been made of some fields. @throws when it cannot be asked */
  readonly twins: () => Promise<(fields: RecordFields) => readonly T[]>;
}

/** What is known of earlier creates of the same, and who remembers them. */
export interface EarlierTries {
  /** What was sent and may show at any time. */
  readonly tries?: readonly SentTry[];
  /** Keeps what was sent and is not known to be refused, before it is sent; none when there is nothing. */
  readonly note?: (tries: readonly SentTry[]) => PromiseLike<void>;
}

/** What is to be created. */
export interface CreatePlan<T> extends Pick<Creation<never>, 'fields' | 'problems'> {
  readonly tries: readonly SentTry[];
  /** What earlier tries may have become. */
  readonly twins: readonly FoundTwin<T>[];
}

/** A create that was sent: what was answered, or why nobody knows. */
export type SentCreate<T> = { readonly answered: T } | { readonly error: unknown };

/** What a create came to; nobody can tell for `unknown`, which may have become one of the twins. */
export type CreateOutcome<T> =
  | { readonly kind: 'rejected' }
  | { readonly kind: 'created'; readonly created: T }
  | (Pick<CreatePlan<T>, 'twins'> & {
      readonly kind: 'unknown';
      /** Why nobody knows. */
      readonly error: unknown;
    });

/** What became of a create, and how it is said. */
export interface CreateReceipt<T> extends Receipt {
  readonly outcome: CreateOutcome<T>;
}

/**
 * Creates something. A create whose outcome is unknown is never repeated by itself, not even after a reload of the window: what
 * is there is read, it is part of the plan, and who agrees to that decides (architecture, rule 2). One that was refused leaves
 * those before it as they are.
 */
export function createChange<T extends Created>(
  creation: Creation<T>,
  manager: Inert,
  { tries = [], note = async () => undefined }: EarlierTries = {},
): Change<CreatePlan<T>, SentCreate<T>, CreateReceipt<T>> {
  const { fields, problems, prepare = async () => undefined } = creation;
  const { name, names } = namesOf(creation, tries);
  return {
    reading: l10n.t('Looking whether “{0}” was created…', names),
    writing: () => l10n.t('Creating {0} on {1}…', name, manager),
    doing: () => l10n.t('creating {0} on {1}', name, manager),
    meanwhile: l10n.t('What the manager shows has changed while you were asked. This is what happens now:'),
    plan: async () => {
      const isLooked = problems.length === 0 && tries.length > 0;
      const found = isLooked ? await twinsNow(creation, tries).catch(unaskable(names)) : [];
      return { fields, problems, tries, twins: found };
    },
    nothingToDo: plan =>
      plan.problems.length > 0
        ? { severity: 'error', message: describeProblems(plan.problems), outcome: { kind: 'rejected' } }
        : undefined,
    word: ({ twins }) =>
      tries.length > 0
        ? againWords(tries, twins, { name, names })
        : {
            question: l10n.t('Create {0} on {1}?', name, manager),
            lines: describeNewValues(Object.entries(fields)),
            button: l10n.t('Create'),
          },
    deciding: plan => ({
      fields: plan.fields,
      tries: plan.tries.map(tried => tried.fields),
      twins: plan.twins.map(({ twin }) => twin.identity),
    }),
    prepare: () => prepare(),
    apply: plan => sendCreate(creation, plan.tries, note),
    receive: (plan, sent, running) => receiveCreate(creation, plan, { sent, running }),
  };
}

/** Sends a create, once. @throws what says that it was refused */
async function sendCreate<T extends Created>(
  { fields, create }: Pick<Creation<T>, 'fields' | 'create'>,
  tries: readonly SentTry[],
  note: Required<EarlierTries>['note'],
): Promise<SentCreate<T>> {
  await note([...tries, { fields }]);
  let answered: T;
  try {
    answered = await create();
  } catch (error) {
    if (mayHaveHappened(error)) return { error };
    await note(tries);
    throw error;
  }
  // A window that is closed while this is looked for has to know it.
  await note([...tries, { fields, isAnswered: true }]);
  return { answered };
}

async function receiveCreate<T extends Created>(
  creation: Creation<T>,
  { tries }: Pick<Required<EarlierTries>, 'tries'>,
  { sent, running: { signal, tell } }: { readonly sent: SentCreate<T>; readonly running: Running },
): Promise<CreateReceipt<T>> {
  const { fields } = creation;
  const patience = { signal, onWaiting: () => tell(l10n.t('waiting until the manager shows it')) };
  if ('error' in sent) {
    const left = patienceAfter(sent.error, patience);
    return lostReceipt(creation, [...tries, { fields }], { ...sent, patience: left });
  }
  const seen = await shownCreated(creation, sent.answered, patience);
  if ('created' in seen) return createdReceipt(seen.created, seen.isSeen);
  const all = [...tries, { fields, isAnswered: true }];
  // What was answered was waited for, so that one look for another is enough.
  return lostReceipt(creation, all, { ...seen, patience: { waits: [] } });
}

/** What is said of something that was created. @param isSeen whether the manager shows it */
export const createdReceipt = <T extends Created>(created: T, isSeen: boolean): CreateReceipt<T> => ({
  severity: isSeen ? 'info' : 'warning',
  message: isSeen
    ? l10n.t('Created {0}.', quoted(created.name))
    : l10n.t(
        'The manager answered that it created {0}, but it could not be read again.',
        quoted(created.name),
      ),
  outcome: { kind: 'created', created },
});

/** What is said of something that the manager does not show. */
export const unshownWords = (name: Inert): Inert =>
  l10n.t(
    'The manager does not show “{0}”, so it is not known whether it was created. It may still be at it. Save again to look once more; you are asked before it is created again.',
    name,
  );

/** What people call something that is created, and all that was sent of it before. */
export function namesOf(
  { fields, nameField }: Pick<Creation<never>, 'fields' | 'nameField'>,
  tries: readonly SentTry[],
): Record<'name' | 'names', Inert> {
  const name = String(fields[nameField]);
  const sent = tries
    .map(tried => tried.fields[nameField])
    .filter(value => typeof value === 'string' && value !== '');
  return { name: quoted(name), names: quoted([...new Set(sent)].join(', ') || name) };
}

/** @throws {OutcomeError} that says why it is not known whether something was created */
const unaskable = (names: Inert) => (error: unknown) => {
  throw new OutcomeError(unknownWords(names, error), 'unknown');
};

const unknownWords = (names: Inert, error: unknown): Inert =>
  l10n.t(
    'It is not known whether “{0}” was created. {1} Save again to look for it.',
    names,
    describeReason(error),
  );

/** A create of which nobody knows what became: it is looked for, again while there is nothing. */
async function lostReceipt<T extends Created>(
  creation: Creation<T>,
  tries: readonly SentTry[],
  { error, named, patience }: { readonly error: unknown; readonly named?: T; readonly patience: Patience },
): Promise<CreateReceipt<T>> {
  const { names, name } = namesOf(creation, tries);
  const found = await settle({
    ...patience,
    look: () => twinsNow(creation, tries, named),
    isSettled: twins => twins.length > 0,
  });
  const { seen: twins = [] } = found;
  const isAsked = found.seen !== undefined || (!found.isSettled && found.isCancelled);
  const words =
    twins.length > 0
      ? l10n.t('“{0}” may have been created: {1}.', names, nameList(twins.map(({ twin }) => twin.identity)))
      : unshownWords(name);
  return {
    severity: 'error',
    message: isAsked ? words : unknownWords(names, error),
    outcome: { kind: 'unknown', twins, error },
  };
}

/** What is shown of something that was created, or why it is not that; `named` is what the answer names in its place. */
type ShownCreate<T> =
  { readonly created: T; readonly isSeen: boolean } | { readonly error: ApiError; readonly named?: T };

/**
 * What was created as the manager shows it: an answer tells of what may never be there, comes before it, or names something
 * else. Where the manager cannot be asked now, its answer has to do.
 */
export async function shownCreated<T extends Created>(
  {
    read,
    isMeant,
    isWhole,
    requestPath: path,
  }: Pick<Creation<T>, 'read' | 'isMeant' | 'isWhole' | 'requestPath'>,
  answered: T,
  patience: Patience,
): Promise<ShownCreate<T>> {
  let wasSeen = false;
  const found = await settle({
    ...patience,
    look: () => read(answered).catch(undefinedIfGone),
    isSettled: seen => {
      if (seen === undefined) return false;
      const isSecond = wasSeen;
      wasSeen = true;
      return isSecond || !isMeant(seen) || isWhole(seen);
    },
  });
  const { seen } = found;
  if (seen !== undefined && isMeant(seen)) return { created: seen, isSeen: true };
  if (!found.isSettled && found.error !== undefined) return { created: answered, isSeen: false };
  const detail = `${answered.identity}, which is ${seen === undefined ? 'not there' : 'something else'}`;
  return {
    error: new ApiError({ reason: 'badResponse', method: 'POST', path, detail }),
    ...(seen === undefined ? {} : { named: seen }),
  };
}

/**
 * What earlier tries may have become: by all that was sent, the last try first, by what an answer named, and by what is sent
 * now, which its user may have corrected to what the manager calls it.
 */
async function twinsNow<T extends Created>(
  { fields, twins }: Pick<Creation<T>, 'fields' | 'twins'>,
  tries: readonly SentTry[],
  named?: T,
): Promise<FoundTwin<T>[]> {
  const find = await twins();
  const last = tries.at(-1)?.fields ?? fields;
  const found = [
    ...(named ? [{ twin: named, sent: last }] : []),
    ...tries.toReversed().flatMap(({ fields: sent }) => find(sent).map(twin => ({ twin, sent }))),
    ...find(fields).map(twin => ({ twin, sent: last })),
  ];
  const byIdentity = new Map<string, FoundTwin<T>>();
  for (const each of found) if (!byIdentity.has(each.twin.identity)) byIdentity.set(each.twin.identity, each);
  return [...byIdentity.values()];
}

/** What is asked before something is sent again, which was sent before. */
function againWords(
  tries: readonly SentTry[],
  twins: readonly FoundTwin<Created>[],
  { names, name }: Record<'names' | 'name', Inert>,
): PlanWords {
  const detail = tries.some(({ isAnswered }) => isAnswered)
    ? l10n.t(
        'The manager answered that it created it, but does not show it now. It may still be at it; then there will be two.',
      )
    : l10n.t(
        'It is not known what became of the first try, and the manager does not show it now. It may still be at it; then there will be two.',
      );
  const found = twins.map(({ twin }) =>
    l10n.t('This may be it: {0}', shown`${quoted(twin.name)} · ${inert(twin.identity)}`),
  );
  return {
    question:
      names === name
        ? l10n.t('“{0}” may have been created already. Create it once more?', name)
        : l10n.t('“{0}” may have been created already. Create “{1}” as well?', names, name),
    lines: found.length > 0 ? found : [detail],
    button: l10n.t('Create once more'),
  };
}
