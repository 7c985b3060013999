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
  /** Whether a failed create may have been stored all the same. */
  readonly isOutcomeUnknown: (error: unknown) => boolean;
}

/** What came of it; nobody can tell for `unknown`. */
export type CreateOutcome<T, A> =
  | { readonly kind: 'created' | 'adopted'; readonly created: T }
  | { readonly kind: 'became'; readonly address: A }
  | { readonly kind: 'unknown' };

/**
 * Creates something. A create whose outcome is unknown is never repeated by itself, not even after a reload of the
 * window: what is there is read and the user decides (design, Libraries).
 * @throws whatever the create throws when it was refused
 */
export async function createOnlyOnce<T, A>(flow: CreateFlow<T, A>): Promise<CreateOutcome<T, A>> {
  const { outcome, noteSent, noteRefused, create, chooseTwin, isOutcomeUnknown } = flow;
  if (outcome === 'unknown') {
    const twin = await chooseTwin('beforeSending');
    if (twin !== undefined) return { kind: 'adopted', created: twin };
  } else if (outcome !== undefined) return { kind: 'became', address: outcome };
  await noteSent();
  try {
    return { kind: 'created', created: await create() };
  } catch (error) {
    if (!isOutcomeUnknown(error)) {
      await noteRefused();
      throw error;
    }
    const twin = await chooseTwin('afterwards', error);
    return twin === undefined ? { kind: 'unknown' } : { kind: 'created', created: twin };
  }
}
