import * as l10n from '@vscode/l10n';
import { window } from './doors.js';
import { inert, quoted, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** A secret field of a record. */
export interface SecretField {
  readonly field: string;
  /** What people call the record. */
  readonly name: string;
  /** What the box says below the text; when absent, how long the secret is kept. */
  readonly prompt?: Inert | undefined;
}

/** Asks for a secret in a password box; undefined when the user gives up. */
export async function askForSecret({ field, name, prompt }: SecretField): Promise<string | undefined> {
  const value = await window.showInputBox({
    title: l10n.t('New {0} of “{1}”', inert(field), quoted(name)),
    prompt:
      prompt ?? l10n.t('It is kept in memory only until the document is saved, and stands in no document.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: text => (text === '' ? l10n.t('It cannot be empty.') : undefined),
  });
  return value === '' ? undefined : value;
}

/**
 * Asks for the secret fields of a record that are not known.
 * @throws {SentenceError} when the user gives up
 */
export async function askForSecrets(
  fields: readonly string[],
  {
    known = {},
    ...record
  }: Omit<SecretField, 'field'> & { readonly known?: Readonly<Record<string, unknown>> },
): Promise<Record<string, unknown>> {
  const secrets: Record<string, unknown> = {};
  for (const field of fields) {
    secrets[field] = known[field] ?? (await askForSecret({ field, ...record }));
    if (secrets[field] === undefined)
      throw new SentenceError(l10n.t('Nothing was sent, because no {0} was given.', inert(field)));
  }
  return secrets;
}
