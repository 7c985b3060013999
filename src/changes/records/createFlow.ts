import * as l10n from '@vscode/l10n';
import { alteredFieldsOf, changedFields, isSameSpelling } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { printFields } from '../../model/inventory/recordText.js';
import { quoted, type Inert } from '../../words/inert.js';
import { mayHaveHappened } from '../steps.js';
import type { Became } from './editedDocument.js';
import { goneOnFrom } from './saveFlow.js';

/** A create that was sent and may show at any time; plain JSON, because it outlives the window. */
export interface SentTry {
  /** What was sent, without secrets. */
  readonly fields: RecordFields;
  /** Whether the manager answered that it created it. */
  readonly isAnswered?: boolean;
}

/** What became of a document that was sent; nobody knows it while there are tries. */
export type DraftOutcome<A> =
  { readonly tries: readonly SentTry[] } | ({ readonly address: A } & Partial<Omit<Became, 'became'>>);

/** Something that a document has become on the manager. */
export interface Created {
  /** Path of its document. */
  readonly path: string;
  /** What the manager calls it. */
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly identity: string;
}

/** Something that a document may have become, and what was sent that became it. */
export interface FoundTwin<T> {
  readonly twin: T;
  readonly sent: RecordFields;
}

/** A look for what a document has become. */
export interface TwinSearch {
  readonly when: 'beforeSending' | 'afterwards';
  /** All creates that may have become something, the last one at the end. */
  readonly tries: readonly SentTry[];
  /** Why nobody knows; undefined when that was before. */
  readonly error?: unknown;
}

/** How a document becomes something new on the manager. `A` is the address of what it has become. */
export interface CreateFlow<T, A> {
  /** Survives a reload of the window. */
  readonly outcome: DraftOutcome<A> | undefined;
  /** What is sent now, without secrets. */
  readonly fields: RecordFields;
  /** Keeps what was sent and is not known to be refused, before it is sent; none when there is nothing. */
  readonly note: (tries: readonly SentTry[]) => PromiseLike<void>;
  /** Sends it, once, and tells when the manager has answered that it did it. */
  readonly create: (onAnswered: () => void) => Promise<T>;
  /**
   * Lets the user say what the document has become already; undefined for none of what there is.
   * @throws when the user gives up, or when the manager cannot be asked
   */
  readonly chooseTwin: (search: TwinSearch) => Promise<FoundTwin<T> | undefined>;
}

/** What came of it; nobody can tell for `unknown`. One that was adopted became what `sent` was sent for. */
export type CreateOutcome<T, A> =
  | { readonly kind: 'created' | 'adopted'; readonly created: T; readonly sent: RecordFields }
  | { readonly kind: 'became'; readonly outcome: Exclude<DraftOutcome<A>, { tries: unknown }> }
  | { readonly kind: 'unknown' };

/**
 * Creates something. A create whose outcome is unknown is never repeated by itself, not even after a reload of the
 * window: what is there is read and the user decides (architecture, rule 2). One that was refused leaves those before it as
 * they are.
 * @throws whatever the create throws when it was refused
 */
export async function createOnlyOnce<T, A>(flow: CreateFlow<T, A>): Promise<CreateOutcome<T, A>> {
  const { outcome, fields, note, create, chooseTwin } = flow;
  if (outcome && 'address' in outcome) return { kind: 'became', outcome };
  const before = outcome?.tries ?? [];
  if (before.length > 0) {
    const found = await chooseTwin({ when: 'beforeSending', tries: before });
    if (found) return { kind: 'adopted', created: found.twin, sent: found.sent };
  }
  let tries: readonly SentTry[] = [...before, { fields }];
  await note(tries);
  try {
    const created = await create(() => {
      tries = [...before, { fields, isAnswered: true }];
    });
    return { kind: 'created', created, sent: fields };
  } catch (error) {
    if (!mayHaveHappened(error)) {
      await note(before);
      throw error;
    }
    await note(tries);
    const found = await chooseTwin({ when: 'afterwards', tries, error });
    return found ? { kind: 'adopted', created: found.twin, sent: found.sent } : { kind: 'unknown' };
  }
}

/** What twins are looked for by. */
export interface LookedFor<T> extends Pick<TwinSearch, 'tries'> {
  /** What stands in the document now. */
  readonly fields: RecordFields;
  /** What an answer named. */
  readonly named: T | undefined;
  /** What the manager has that some fields may have become. */
  readonly find: (fields: RecordFields) => readonly T[];
}

/**
 * What a document may have become: by all that was sent, the last try first, by what an answer named, and by what stands in
 * it now, which its user may have corrected to what the manager calls it.
 */
export function twinsOfTries<T extends { readonly identity: string }>({
  tries,
  fields,
  named,
  find,
}: LookedFor<T>): FoundTwin<T>[] {
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

/** What people call all that was sent. @param nameOf the name of some fields; undefined when they have none */
export function triedNames(
  tries: readonly SentTry[],
  nameOf: (fields: RecordFields) => string | undefined,
): string {
  const names = tries.map(({ fields }) => nameOf(fields)).filter(name => name !== undefined);
  return [...new Set(names)].join(', ');
}

/** What is asked before something is sent again. @param names see {@link triedNames}; `name` is that of what is sent now */
export function againQuestion(
  tries: readonly SentTry[],
  { names, name }: Record<'names' | 'name', string>,
): Record<'question' | 'detail', Inert> {
  const question =
    names === name
      ? l10n.t('“{0}” may have been created already. Create it once more?', quoted(name))
      : l10n.t('“{0}” may have been created already. Create “{1}” as well?', quoted(names), quoted(name));
  const detail = tries.some(({ isAnswered }) => isAnswered)
    ? l10n.t(
        'The manager answered that it created it, but does not show it now. It may still be at it; then there will be two.',
      )
    : l10n.t(
        'It is not known what became of the first try, and the manager does not show it now. It may still be at it; then there will be two.',
      );
  return { question, detail };
}
