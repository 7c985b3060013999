import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Inert } from '../words/inert.js';

/** How long VS Code keeps secrets: for good, or as long as this window is neither reloaded nor closed. */
export type SecretLifetime = 'kept' | 'window' | 'unknown';

const stateKey = 'secretLifetime';
const markName = 'netsensor.secretLifetime';

/**
 * Finds out how long secrets are kept, which VS Code tells no extension: in a browser, and on Linux without a keyring, it has
 * them in memory alone (microsoft/vscode#317329). A mark is stored with the secrets, and noted in the state, which always lasts:
 * a mark of an earlier session was kept, and one that was noted and is not there any more was not. One of this session
 * (another start of the extension host) proves nothing.
 * @param sessionId of `vscode.env`
 * @throws what the secret storage throws
 */
export async function findSecretLifetime(
  { globalState, secrets }: { readonly globalState: vscode.Memento; readonly secrets: vscode.SecretStorage },
  sessionId: string,
): Promise<SecretLifetime> {
  const noted = globalState.get<SecretLifetime>(stateKey);
  const mark = await secrets.get(markName);
  if (mark === undefined) await secrets.store(markName, sessionId);
  const found = lifetimeBy({ noted, mark, sessionId });
  if (found !== noted) await globalState.update(stateKey, found);
  return found;
}

function lifetimeBy(seen: {
  readonly noted: SecretLifetime | undefined;
  readonly mark: string | undefined;
  readonly sessionId: string;
}): SecretLifetime {
  const { noted, mark, sessionId } = seen;
  if (mark === undefined) return noted === undefined ? 'unknown' : 'window';
  return mark === sessionId ? (noted ?? 'unknown') : 'kept';
}

/**
 * What is said of keys that may not be there any more after a reload; empty where nothing is to be said.
 * @param mayForget whether VS Code is in a browser or on Linux, where the lifetime that is not known yet may be short
 */
export function lifetimeWords(lifetime: SecretLifetime, mayForget: boolean): Inert | '' {
  if (lifetime === 'window')
    return l10n.t('VS Code keeps API keys here only until this window is reloaded or closed.');
  return lifetime === 'unknown' && mayForget
    ? l10n.t('VS Code may keep API keys here only until this window is reloaded or closed.')
    : '';
}
