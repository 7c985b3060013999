import type * as vscode from 'vscode';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeptState } from '../../../src/ui/keptState.js';

/** The state as VS Code 1.139 has it: what is stored is told after each write, in place of all that is known. */
class PlayedState implements vscode.Memento {
  stored: Record<string, unknown> = {};
  private known: Record<string, unknown> = {};
  private written: Promise<void> | undefined;

  keys = () => Object.keys(this.known);
  get = (key: string, fallback?: unknown) =>
    (this.known[key] === undefined ? fallback : this.known[key]) as never;

  update(key: string, value: unknown): Promise<void> {
    this.known = { ...this.known, [key]: value };
    return (this.written ??= new Promise(resolve =>
      setImmediate(() => {
        this.written = undefined;
        this.stored = { ...this.known };
        const told = this.stored;
        setTimeout(() => {
          this.tell(told);
          resolve();
        }, 1);
      }),
    ));
  }

  /** VS Code tells of what is stored. */
  tell(told: Record<string, unknown>): void {
    this.known = { ...told };
  }
}

describe('the state that VS Code keeps for all windows', () => {
  let played: PlayedState;
  let state: KeptState;
  beforeEach(() => {
    played = new PlayedState();
    state = new KeptState(played);
  });

  it('keeps what is written while VS Code tells of what was written before', async () => {
    const writing = state.update('connections', ['lab']);
    played.tell({ firstLook: true });
    expect(state.get('connections')).toEqual(['lab']);
    expect(state.keys()).toEqual(expect.arrayContaining(['connections', 'firstLook']));
    await writing;
    expect([played.stored, state.get('connections')]).toEqual([
      { firstLook: true, connections: ['lab'] },
      ['lab'],
    ]);
  });

  it('keeps the last of two values of a key', async () => {
    const both = [state.update('connections', ['lab']), state.update('connections', ['lab', 'core'])];
    played.tell({});
    expect(state.get('connections')).toEqual(['lab', 'core']);
    await Promise.all(both);
    expect(played.stored).toEqual({ connections: ['lab', 'core'] });
  });

  it('forgets what is written as undefined, and gives what it is asked for in its place', async () => {
    await state.update('connections', ['lab']);
    const forgotten = state.update('connections', undefined);
    played.tell({ connections: ['lab'] });
    expect([state.get('connections', 'none'), state.keys()]).toEqual(['none', []]);
    await forgotten;
    expect([played.stored['connections'], state.get('connections', 'none')]).toEqual([undefined, 'none']);
  });

  it('gives back what is kept as null while it is written as afterwards: only what is not there gives way', async () => {
    const writing = state.update('connections', null);
    expect([state.get('connections', 'none'), state.keys()]).toEqual([null, ['connections']]);
    await writing;
    expect([state.get('connections', 'none'), state.keys()]).toEqual([null, ['connections']]);
  });

  it('says that VS Code did not take it, and shows what there is', async () => {
    played.update = () => Promise.reject(new Error('The disk is full'));
    await expect(state.update('connections', ['lab'])).rejects.toThrow('The disk is full');
    expect(state.get('connections')).toBe(undefined);
  });
});
