import {
  changedFields,
  planPatch,
  type FieldConflict,
  type FieldProblem,
  type RecordRules,
} from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { mayHaveHappened, sendOnce } from '../steps.js';

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
  /** New values of secret fields, which stand in no document and are never read back to be compared. */
  readonly secrets?: RecordFields;
}

/** What a save came to; nothing was sent for a conflict or a rejection. */
export type SaveOutcome =
  | { readonly kind: 'conflict'; readonly conflicts: readonly FieldConflict[] }
  | { readonly kind: 'rejected'; readonly problems: readonly FieldProblem[] }
  | SavedFields;

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
  /** Whether the manager took the change and has what it had before. */
  readonly isIgnored: boolean;
}

/**
 * Saves an edit: reads the record, merges per field, sends only what changed, and reads it again (architecture, rule 4;
 * contract 000, Endpoints, rule 2). One read, one write, one read.
 * @throws whatever reading and writing throw; then the write was not stored, or nobody can tell
 */
export async function saveFields(save: FieldSave): Promise<SaveOutcome> {
  const { rules, base, edited, secrets = {} } = save;
  const current = await save.readFields();
  const plan = planPatch({ rules, base, edited, current });
  if (plan.kind === 'conflict' || plan.kind === 'rejected') return plan;
  const sent = plan.kind === 'patch' ? plan.changes : {};
  const mergedFields = plan.kind === 'patch' ? plan.mergedFields : changedByOthers(save, current);
  const secretFields = Object.keys(secrets);
  if (Object.keys(sent).length + secretFields.length === 0)
    return { kind: 'saved', stored: current, sent, secretFields, mergedFields, ...untouched };
  const stored = await sendAndRead(save, { sent, secrets, current });
  const alteredFields = changedFields(sent, pick(stored, Object.keys(sent))).filter(
    name => sent[name] !== null || (Object.hasOwn(stored, name) && stored[name] !== null),
  );
  const names = Object.keys(sent);
  const changed = changedFields(current, stored);
  const isKept = (name: string) => Object.hasOwn(stored, name) && !changed.includes(name);
  const isIgnored = secretFields.length === 0 && names.every(isKept);
  return { kind: 'saved', stored, sent, secretFields, mergedFields, alteredFields, isIgnored };
}

const untouched = { alteredFields: [], isIgnored: false } as const;

/** The fields that differ on the manager, but for those that it keeps itself. */
const changedByOthers = ({ rules, base }: FieldSave, current: RecordFields): string[] =>
  changedFields(base, current).filter(field => !rules.readOnlyFields.includes(field));

/** A write whose outcome is unknown is never repeated: the record is read and compared instead (architecture, rule 2). */
async function sendAndRead(
  { send, readFields, onStored = () => undefined }: FieldSave,
  { sent, secrets, current }: Record<'sent' | 'secrets' | 'current', RecordFields>,
): Promise<RecordFields> {
  await sendOnce(
    async () => {
      await send({ ...sent, ...secrets }, current);
      return true;
    },
    async () => isStored({ sent, stored: await readFields(sent), current }) || undefined,
  );
  onStored(sent);
  return readFields(sent);
}

/** Whether a record shows what was sent; fields that the manager never returns do not tell. */
function isStored({ sent, stored, current }: Record<'sent' | 'stored' | 'current', RecordFields>): boolean {
  const told = Object.keys(sent).filter(name => Object.hasOwn(stored, name) || Object.hasOwn(current, name));
  return told.length > 0 && changedFields(pick(sent, told), pick(stored, told)).length === 0;
}

const pick = (fields: RecordFields, names: readonly string[]): RecordFields =>
  Object.fromEntries(names.filter(name => Object.hasOwn(fields, name)).map(name => [name, fields[name]]));

/** How a document becomes something new on the manager. `A` is the address of what it has become. */
export interface CreateFlow<T, A> {
  /** What became of the document; `unknown` when it was sent and no answer came. Survives a reload of the window. */
  readonly outcome: A | 'unknown' | undefined;
  readonly noteSent: () => PromiseLike<void>;
  readonly noteRefused: () => PromiseLike<void>;
  /** Sends it, once. */
  readonly create: () => Promise<T>;
  /**
   * Lets the user say what the document has become already; undefined for none of what there is.
   * @throws when the user gives up, or when the manager cannot be asked
   */
  readonly chooseTwin: (when: 'beforeSending' | 'afterwards', error?: unknown) => Promise<T | undefined>;
}

/** What came of it; nobody can tell for `unknown`. */
export type CreateOutcome<T, A> =
  | { readonly kind: 'created' | 'adopted'; readonly created: T }
  | { readonly kind: 'became'; readonly address: A }
  | { readonly kind: 'unknown' };

/**
 * Creates something. A create whose outcome is unknown is never repeated by itself, not even after a reload of the
 * window: what is there is read and the user decides (architecture, rule 2).
 * @throws whatever the create throws when it was refused
 */
export async function createOnlyOnce<T, A>(flow: CreateFlow<T, A>): Promise<CreateOutcome<T, A>> {
  const { outcome, noteSent, noteRefused, create, chooseTwin } = flow;
  if (outcome === 'unknown') {
    const twin = await chooseTwin('beforeSending');
    if (twin !== undefined) return { kind: 'adopted', created: twin };
  } else if (outcome !== undefined) return { kind: 'became', address: outcome };
  await noteSent();
  try {
    return { kind: 'created', created: await create() };
  } catch (error) {
    if (!mayHaveHappened(error)) {
      await noteRefused();
      throw error;
    }
    const twin = await chooseTwin('afterwards', error);
    return twin === undefined ? { kind: 'unknown' } : { kind: 'created', created: twin };
  }
}
