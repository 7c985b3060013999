import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { together } from '../ui/lifetimes.js';
import { remedyButton, type RemedyButton } from '../ui/remedyButtons.js';
import type { OfferedRemedy } from '../words/remedies.js';

/** What a remedy is taken with, and seen to have helped. */
export interface CureHost {
  readonly connections: Pick<Connections, 'all' | 'get' | 'onDidChange'>;
  /** Does what a button does. */
  readonly press: (button: RemedyButton['command']) => PromiseLike<unknown>;
  readonly setting: (name: string) => unknown;
  /** Whether somebody is at the notebook: settings change with each letter that is typed. */
  readonly isInFront: () => boolean;
  /** Fires when another notebook or none is in front. */
  readonly onDidTurn: vscode.Event<unknown>;
}

/**
 * Takes a remedy against a failure, and waits until it has changed what failed.
 * @param over aborts when nobody waits for it any more
 * @returns the connection that may answer now; undefined when the remedy was given up
 */
export function cure(offered: OfferedRemedy, host: CureHost, over: AbortSignal): Promise<string | undefined> {
  const { connections, press, setting, isInFront, onDidTurn } = host;
  const { remedy, connectionId } = offered;
  const { command } = remedyButton(offered);
  const isSetting = remedy === 'timeLimit' || remedy === 'proxy';
  const valueNow = () => (isSetting ? setting(String(command.arguments[0])) : undefined);
  const before = { value: valueNow(), ids: new Set(connections.all.map(({ id }) => id)) };
  const is = { changed: false, pressed: false };
  /** The connection that may answer now. */
  const cured = (): string | undefined => {
    if (remedy === 'address') return connections.all.find(({ id }) => !before.ids.has(id))?.id;
    const isDone = isSetting
      ? valueNow() !== before.value && isInFront()
      : is.changed && is.pressed && connections.get(connectionId)?.isSignedOut !== true;
    return isDone ? connectionId : undefined;
  };
  return new Promise((resolve, reject) => {
    const end = (id?: string) => {
      listeners.dispose();
      over.removeEventListener('abort', giveUp);
      resolve(id);
    };
    const giveUp = () => end();
    const look = () => {
      const id = cured();
      if (id !== undefined) end(id);
    };
    const noteChange = () => {
      is.changed = true;
      look();
    };
    const listeners = together(connections.onDidChange(noteChange), onDidTurn(look));
    over.addEventListener('abort', giveUp);
    const pressed = () => {
      is.pressed = true;
      look();
      // A setting is changed later, in its own editor.
      if (!isSetting) end();
    };
    press(command).then(pressed, reject);
  });
}
