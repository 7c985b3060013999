import {
  alteredFieldsOf,
  changedFields,
  isSameSpelling,
  isSameValue,
  planPatch,
  type FieldConflict,
  type FieldProblem,
  type PatchPlan,
  type RecordRules,
} from '../../model/inventory/recordRules.js';
import { parseRecord, printFields, type RecordFields } from '../../model/inventory/recordText.js';
import type { ChangedValue } from '../../words/describeProblems.js';
import { fieldsWhere, isEmptyObject } from 'netsensor-contract/text/collections';
import { hasLostLetter } from '../../model/text/lostLetters.js';
import { patienceAfter, settle, type Patience } from '../settle.js';
import { mayHaveHappened } from '../steps.js';
import { sentSince, type Became, type EarlierSaves, type SentValue } from './editedDocument.js';

/** How a record is read and written. */
export interface RecordAccess {
  /** The fields as the document shows them, read from the manager now; `sent` is what was just written, if anything. */
  readonly readFields: (sent?: RecordFields) => Promise<RecordFields>;
  /** Writes the changed fields; `current` is what the manager had just before. */
  readonly send: (changes: RecordFields, current: RecordFields) => Promise<void>;
  /** Called once the changes are known to be stored, before they are read again. */
  readonly onStored?: (changes: RecordFields) => void;
}

/** An edit that is to be saved field by field. */
export interface FieldSave extends RecordAccess {
  readonly rules: RecordRules;
  readonly base: RecordFields;
  readonly edited: RecordFields;
  /** Values that earlier saves of the same document sent, while nobody can tell whether they are stored. */
  readonly sentBefore?: EarlierSaves['sent'] | undefined;
  /** Values that they sent at any time while nobody could tell. */
  readonly lost?: EarlierSaves['lost'];
  /** What the manager made of values that the record was created with: no one else's change. */
  readonly made?: EarlierSaves['made'];
  /** Whether the document shows a part of the record, as a draft does that has become one: what it lacks is as it is now. */
  readonly isPart?: boolean | undefined;
  /** New values of secret fields, which stand in no document and are never read back to be compared. */
  readonly secrets?: RecordFields;
  /** Fields that are sent as they are beside what changed. */
  readonly alongside?: readonly string[];
  /** How long is looked for a write that does not show. */
  readonly patience?: Patience;
}

/** What a save came to; nothing was sent for a conflict or a rejection. */
export type SaveOutcome =
  | { readonly kind: 'conflict'; readonly conflicts: readonly FieldConflict[] }
  | { readonly kind: 'rejected'; readonly problems: readonly FieldProblem[] }
  | UnsettledSave
  | SavedFields;

/** A save of which nobody knows what became: it may show at any time. */
export interface UnsettledSave {
  readonly kind: 'unsettled';
  /** What was sent, without secrets. */
  readonly sent: RecordFields;
  /** `stored` when the manager took it and was not asked, or could not be, what it made of it. */
  readonly became: 'stored' | 'unknown';
  /** Why nobody knows; undefined when the user did not want to wait any longer. */
  readonly error: unknown;
}

/** A record after a save. */
export interface SavedFields {
  readonly kind: 'saved';
  /** As the manager has it now. */
  readonly stored: RecordFields;
  /** What was sent, without secrets. */
  readonly sent: RecordFields;
  /** Names of secret fields that were sent. */
  readonly secretFields: readonly string[];
  /** Fields that someone else changed meanwhile. */
  readonly mergedFields: readonly string[];
  /** Sent fields whose stored value is another one, or that the manager does not return. */
  readonly alteredFields: readonly string[];
  /** Fields that nobody sent and that changed with the save, with their values before; a field that was not there is undefined. */
  readonly besides: RecordFields;
  /** Whether the manager took the change and has what it had before. */
  readonly isIgnored: boolean;
  /** What earlier saves sent, is neither here nor on the manager, and may yet be stored; undefined for nothing. */
  readonly stillOpen?: readonly SentValue[] | undefined;
  /** What earlier saves sent and the manager had before this save or has since; undefined for nothing. */
  readonly arrived?: readonly SentValue[] | undefined;
}

const someOf = <T>(items: readonly T[]): readonly T[] | undefined => (items.length > 0 ? items : undefined);

/** What a save is about to do, given what the manager has now; without secrets. */
export interface PlannedSave extends Record<'base' | 'edited' | 'current', RecordFields> {
  readonly plan: PatchPlan;
  readonly open: readonly SentValue[];
}

/**
 * Plans a save. Where an edit went back to what is there and an earlier save may be stored yet, it is looked for first: once
 * it shows, the edit is one that has to be sent.
 */
export async function plannedSave(save: FieldSave): Promise<PlannedSave> {
  const plan = async () => planOf(save, await save.readFields());
  const first = await plan();
  const isOpen = (planned: PlannedSave) => planned.plan.kind === 'nothing' && planned.open.length > 0;
  if (!isOpen(first) || !isEmptyObject(save.secrets ?? {})) return first;
  const found = await settle({ ...save.patience, look: plan, isSettled: planned => !isOpen(planned) });
  return found.seen ?? first;
}

function planOf(save: FieldSave, current: RecordFields): PlannedSave {
  const { rules, sentBefore = [], made } = save;
  const hidden = save.isPart ? fieldsWhere(current, name => !Object.hasOwn(save.base, name)) : {};
  // What the manager made of a field is where a later edit of it starts; one that nobody edited stays as it made it.
  const editedSince = fieldsWhere(
    current,
    (field, value) => isMade(made, field, value) && !isSameValue(save.edited[field], save.base[field]),
  );
  const base = startedFrom({ ...hidden, ...save.base, ...editedSince }, current, sentBefore);
  // What was sent before and is stored in another spelling is saved.
  const spelt = fieldsWhere(current, (field, value) =>
    sentBefore.some(
      ([name, own]) => name === field && isSameValue(own, save.edited[field]) && isSameSpelling(own, value),
    ),
  );
  const edited = { ...hidden, ...save.edited, ...spelt };
  const plan = planPatch({ rules, base, edited, current });
  return { plan, base, edited, current, open: openValues(sentBefore, edited, current) };
}

const isMade = (made: FieldSave['made'], field: string, value: unknown): boolean =>
  made?.some(([name, own]) => name === field && isSameValue(own, value)) ?? false;

/** What earlier saves sent and is neither in an edit nor on the manager: it may be stored at any time. */
export const openValues = (
  sentBefore: EarlierSaves['sent'],
  edited: RecordFields,
  current: RecordFields,
): SentValue[] => sentBefore.filter(value => !isIn([edited, current], value));

const isIn = (records: readonly RecordFields[], [field, own]: SentValue): boolean =>
  records.some(fields => isSameSpelling(own ?? null, fields[field] ?? null));

/**
 * What an edit started from, given what the manager has now: a value that an earlier save of the same document sent, and of
 * which nobody could tell whether it was stored, is no one else's change.
 */
export function startedFrom(
  base: RecordFields,
  current: RecordFields,
  sent: EarlierSaves['sent'] = [],
): RecordFields {
  const isOwn = (field: string, value: unknown) =>
    sent.some(([name, own]) => name === field && isSameSpelling(own, value));
  return sent.length === 0 ? base : { ...base, ...fieldsWhere(current, isOwn) };
}

/**
 * What a document that was typed into during a save started from: the text that was saved, with what the manager made of
 * the fields that were sent, which is told. What it has besides may be a change of others, which the document does not show.
 */
export const goneOnFrom = (
  saved: RecordFields,
  stored: RecordFields,
  sentFields: readonly string[],
): RecordFields => ({
  ...saved,
  ...fieldsWhere(stored, name => sentFields.includes(name)),
});

/** The same after a save; of what earlier saves sent and is stored, it has the manager's spelling. */
export const goneOnAfter = (
  edited: RecordFields,
  { stored, sent, arrived = [] }: Pick<SavedFields, 'stored' | 'sent' | 'arrived'>,
): RecordFields => {
  const spelt = arrived.filter(value => isIn([stored], value)).map(([name]) => name);
  return goneOnFrom(edited, stored, [...Object.keys(sent), ...spelt]);
};

/**
 * What an edit starts from whose document has become something: what was sent, as the manager spells it, and what it made of
 * the rest.
 * @param stored what it has
 */
export const goesOnFrom = (sent: RecordFields, stored: RecordFields): Omit<Became, 'became'> => ({
  goesOn: printFields(
    goneOnFrom(
      sent,
      stored,
      Object.keys(sent).filter(name => isSameSpelling(sent[name], stored[name])),
    ),
  ),
  made: alteredFieldsOf(sent, stored)
    .filter(field => Object.hasOwn(stored, field))
    .map(field => [field, stored[field]]),
});

/** Whether a document was edited since some of its fields were sent. */
export const isEditedSince = (sent: RecordFields, fields: RecordFields): boolean =>
  changedFields(sent, fields).length > 0;

/** An edit in which what was saved, and still stands there, is what the manager has made of it since. */
export const asGoneOn = ({
  edited,
  saved,
  base,
}: Readonly<Record<'edited' | 'saved' | 'base', RecordFields>>): RecordFields => ({
  ...edited,
  ...fieldsWhere(
    base,
    name =>
      Object.hasOwn(saved, name) && Object.hasOwn(edited, name) && isSameValue(edited[name], saved[name]),
  ),
});

/** The record that was saved last, where its document goes on from another one, without what was sent since; empty otherwise. */
export function savedLast(earlier: EarlierSaves): RecordFields {
  const since = new Set(sentSince(earlier).map(([name]) => name));
  const { text = '{}' } = earlier.saved ?? {};
  return fieldsWhere(parseRecord(text), name => !since.has(name));
}

/** Fields that changed with a save although nobody sent them, of the outcome of the save. */
export const changedBesides = (besides: RecordFields, stored: RecordFields): ChangedValue[] =>
  Object.entries(besides).map(([field, before]) => [field, before, stored[field]]);

/** The fields that a plan changes. */
export const changesOf = ({ plan }: Pick<PlannedSave, 'plan'>): RecordFields =>
  plan.kind === 'patch' ? plan.changes : {};

/** A save that was sent. */
export interface SentSave {
  /** Why nobody knows whether it was taken; undefined when the manager answered that it was. */
  readonly lost?: { readonly error: unknown } | undefined;
}

/** Sends what a plan changes, once, with the secrets. @throws what says that it was not taken */
export async function sendFields(
  { send, secrets, alongside = [], onStored }: FieldSave,
  planned: PlannedSave,
): Promise<SentSave> {
  const { current } = planned;
  const sent = changesOf(planned);
  // What is empty cannot be emptied, and a letter that the manager lost is not sent back.
  const asItIs = fieldsWhere(pick(current, alongside), (_, value) => value !== null && !hasLostLetter(value));
  try {
    await send({ ...asItIs, ...sent, ...secrets }, current);
  } catch (error) {
    if (mayHaveHappened(error)) return { lost: { error } };
    throw error;
  }
  onStored?.(sent);
  return {};
}

/**
 * Reads what became of what was sent. A write whose outcome is unknown is never repeated: the record is read and compared
 * instead, until it shows what was sent (architecture, rule 2). Of one that was answered it is read until no sent field has
 * the value of before.
 */
export async function seenFields(
  save: FieldSave,
  planned: PlannedSave,
  { lost }: SentSave,
): Promise<SaveOutcome> {
  const { readFields, onStored, patience } = save;
  const { current } = planned;
  const sent = changesOf(planned);
  const isShown = lost ? isStored : isAnswered;
  const found = await settle({
    ...patienceAfter(lost?.error, patience),
    look: () => readFields(sent),
    isSettled: stored => isShown({ sent, stored, current }),
  });
  if (found.isSettled) {
    if (lost) onStored?.(sent);
    return savedFields(save, planned, found.seen);
  }
  const { seen, isCancelled, error } = found;
  // What was seen and is there no more, or was seen as it was until nobody waited, is no verdict.
  if (!lost && seen && !isCancelled && error === undefined) return savedFields(save, planned, seen);
  const became = !lost && !seen ? 'stored' : 'unknown';
  return { kind: 'unsettled', sent, became, error: lost?.error ?? error };
}

/** What a save came to whose record is seen. @param stored as it is; as it was before for a save that sent nothing */
export function savedFields(save: FieldSave, planned: PlannedSave, stored: RecordFields): SavedFields {
  const { rules, made, sentBefore = [] } = save;
  const { plan, current, edited } = planned;
  const sent = changesOf(planned);
  const names = Object.keys(sent);
  const secretFields = Object.keys(save.secrets ?? {});
  const changedFromBase = plan.kind === 'patch' ? plan.mergedFields : changedByOthers(rules, planned);
  const isBesides = (name: string) => !names.includes(name) && Object.hasOwn(rules.fields, name);
  return {
    kind: 'saved',
    sent,
    secretFields,
    mergedFields: changedFromBase.filter(field => !isMade(made, field, current[field])),
    stored,
    alteredFields: alteredFieldsOf(sent, pick(stored, names)),
    besides: pickAll(current, changedFields(current, stored).filter(isBesides)),
    isIgnored: secretFields.length === 0 && isAsBefore({ sent, stored, current }),
    stillOpen: someOf(openValues(planned.open, edited, stored)),
    arrived: someOf(sentBefore.filter(value => isIn([current, stored], value))),
  };
}

/** The fields that differ on the manager, but for those that it keeps itself and those that were edited alike. */
const changedByOthers = (rules: RecordRules, { base, edited, current }: PlannedSave): string[] =>
  changedFields(base, current).filter(
    field => !rules.readOnlyFields.includes(field) && !isSameValue(edited[field], current[field]),
  );

type SentAndSeen = Readonly<Record<'sent' | 'stored' | 'current', RecordFields>>;

/** The sent fields that a record shows, or showed; of others that the manager never returns nobody can tell. */
const toldOf = ({ sent, stored, current }: SentAndSeen): string[] =>
  Object.keys(sent).filter(name => Object.hasOwn(stored, name) || Object.hasOwn(current, name));

/** Whether a record shows that a write which was answered was carried out, whatever the manager made of its values. */
const isAnswered = (seen: SentAndSeen): boolean => !toldOf(seen).some(name => isKept(name, seen));

/** Whether a record shows nothing of what was sent, and what it had before. */
function isAsBefore(seen: SentAndSeen): boolean {
  const told = toldOf(seen);
  return told.length > 0 && told.every(name => isKept(name, seen));
}

/** Whether a field has the value that it had before the write. */
const isKept = (name: string, { stored, current }: Pick<SentAndSeen, 'stored' | 'current'>): boolean =>
  Object.hasOwn(stored, name) && isSameValue(stored[name], current[name]);

/** Whether a record shows what was sent; fields that the manager never returns do not tell. */
function isStored({ sent, stored, current }: SentAndSeen): boolean {
  const told = toldOf({ sent, stored, current });
  // What differs may be another spelling of what was sent, but not what was there before.
  const isSpelt = (name: string) =>
    isSameSpelling(sent[name], stored[name]) && !isSameValue(stored[name], current[name]);
  return told.length > 0 && changedFields(pick(sent, told), pick(stored, told)).every(isSpelt);
}

const pickAll = (fields: RecordFields, names: readonly string[]): RecordFields =>
  Object.fromEntries(names.map(name => [name, fields[name]]));

const pick = (fields: RecordFields, names: readonly string[]): RecordFields =>
  Object.fromEntries(names.filter(name => Object.hasOwn(fields, name)).map(name => [name, fields[name]]));
