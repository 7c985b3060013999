import type * as vscode from 'vscode';
import { describe, expect, it } from 'vitest';
import { findSecretLifetime, lifetimeWords } from '../../../src/connections/secretLifetime.js';
import { storedState } from '../storedState.js';

/** A secret storage with its own lifetime, and a state that outlives it. */
function played() {
  const globalState = storedState();
  let kept = new Map<string, string>();
  const secrets = {
    get: async (name: string) => kept.get(name),
    store: async (name: string, value: string) => void kept.set(name, value),
  } as unknown as vscode.SecretStorage;
  return {
    /** As the extension finds it when it starts in a session. */
    start: (sessionId: string) => findSecretLifetime({ globalState, secrets }, sessionId),
    forget: () => (kept = new Map()),
  };
}

describe('how long VS Code keeps secrets', () => {
  it('is not known in the first session, nor when the extension alone starts again', async () => {
    const { start } = played();
    expect([await start('a'), await start('a')]).toEqual(['unknown', 'unknown']);
  });

  it('is for good where a mark of an earlier session is there, also to a second start in a later one', async () => {
    const { start } = played();
    await start('a');
    expect([await start('b'), await start('b'), await start('c')]).toEqual(['kept', 'kept', 'kept']);
  });

  it('is as long as the window where the mark is gone, also in a second window and a second start', async () => {
    const { start, forget } = played();
    for (const session of ['a', 'a', 'b']) {
      await start(session);
      forget();
    }
    expect([await start('c'), await start('c')]).toEqual(['window', 'window']);
  });

  it('is for good again once there is a keyring', async () => {
    const { start, forget } = played();
    await start('a');
    forget();
    expect([await start('b'), await start('c')]).toEqual(['window', 'kept']);
  });

  it('is said where keys are forgotten, and that they may be where that is possible and not known', () => {
    expect(lifetimeWords('window', false)).toMatch(/^VS Code keeps API keys here only until/);
    expect(lifetimeWords('unknown', true)).toMatch(/^VS Code may keep API keys here only until/);
    expect([lifetimeWords('unknown', false), lifetimeWords('kept', true)]).toEqual(['', '']);
  });
});
