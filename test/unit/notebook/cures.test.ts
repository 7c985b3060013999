import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/connections/connection.js';
import { cure } from '../../../src/notebook/cures.js';
import { Emitter } from '../../../src/ui/lifetimes.js';
import type { Remedy } from '../../../src/words/remedies.js';

/** A remedy that was taken, and what may come of it. */
function taken(remedy: Remedy) {
  const changed = new Emitter<void>();
  const turned = new Emitter<void>();
  const state = {
    all: [{ id: 'office', isSignedOut: remedy === 'key' }] as Connection[],
    value: 60,
    isInFront: false,
    pressed: [] as unknown[],
    helped: 'not yet' as string | undefined,
  };
  const over = new AbortController();
  let close = (): void => undefined;
  const pressed = new Promise<void>(resolve => (close = resolve));
  const waiting = cure(
    { remedy, connectionId: 'office' },
    {
      connections: {
        get all() {
          return state.all;
        },
        get: id => state.all.find(each => each.id === id),
        onDidChange: changed.event,
      },
      press: ({ command, arguments: given }) => {
        state.pressed.push(command, ...given);
        return pressed;
      },
      setting: () => state.value,
      isInFront: () => state.isInFront,
      onDidTurn: turned.event,
    },
    over.signal,
  ).then(id => (state.helped = id));
  /** Lets what was told have its effect. */
  const change = async (next: Partial<typeof state>, told = changed) => {
    Object.assign(state, next);
    told.fire();
    await new Promise(setImmediate);
    return state.helped;
  };
  const closed = () => {
    close();
    return waiting;
  };
  return { state, change, turned, closed, over, waiting };
}

describe('what helps against the failure of a cell', () => {
  it.each([
    ['key', 'netsensor.signIn'],
    ['certificate', 'netsensor.trustCertificate'],
  ] as const)(
    'has helped once the connection has another %s and nothing is asked any more',
    async (remedy, command) => {
      const { state, change, closed } = taken(remedy);
      expect(state.pressed).toEqual([command, { connectionId: 'office' }]);
      expect(await change({ all: [{ id: 'office', isSignedOut: false } as Connection] })).toBe('not yet');
      expect(await closed()).toBe('office');
    },
  );

  it.each(['key', 'certificate', 'address'] as const)('has not when the %s was given up', async remedy => {
    expect(await taken(remedy).closed()).toBeUndefined();
  });

  it.each([
    ['timeLimit', 'netsensor.requestTimeout'],
    ['proxy', 'http.proxy'],
  ] as const)('has helped when one comes back from another %s', async (remedy, setting) => {
    const { state, change, turned, closed } = taken(remedy);
    void closed();
    expect(state.pressed).toEqual(['workbench.action.openSettings', setting]);
    expect(await change({ isInFront: true }, turned)).toBe('not yet');
    expect(await change({ isInFront: false, value: 1 })).toBe('not yet');
    expect(await change({ value: 120 })).toBe('not yet');
    expect(await change({ isInFront: true }, turned)).toBe('office');
  });

  it('has helped with a manager that is added, while that is still told', async () => {
    const { state, change } = taken('address');
    expect(await change({ all: [...state.all] })).toBe('not yet');
    expect(await change({ all: [...state.all, { id: 'other' } as Connection] })).toBe('other');
  });

  it('waits no longer than the notebook is open', async () => {
    const { over, waiting } = taken('timeLimit');
    over.abort();
    expect(await waiting).toBeUndefined();
  });
});
