import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.js';
import { label, lock, unlock } from '../../src/connections/connectionAccess.js';
import { ConnectionStore } from '../../src/connections/connectionStore.js';
import type { Log } from '../../src/ui/doors.js';
import { storedState } from '../unit/storedState.js';

const saved: Connection = {
  id: 'a',
  name: 'A',
  address: 'https://a.example:8443',
  isLocked: false,
  environment: 'none',
  source: 'saved',
};

describe('the key of a connection', () => {
  const opened: ConnectionStore[] = [];
  afterEach(() => opened.splice(0).forEach(store => store.dispose()));

  /** Connections with keys of their own, as a window finds them. */
  function connections(globalState = storedState(), environment: NodeJS.ProcessEnv = {}) {
    const keys = new Map<string, string>();
    const secrets = {
      get: (name: string) => Promise.resolve(keys.get(name)),
      store: (name: string, key: string) => Promise.resolve(void keys.set(name, key)),
      delete: (name: string) => Promise.resolve(void keys.delete(name)),
      onDidChange: () => new vscode.Disposable(() => undefined),
    } as unknown as vscode.SecretStorage;
    const store = new ConnectionStore({ globalState, secrets, environment, log: {} as Log });
    opened.push(store);
    return { store, keys, globalState };
  }

  it('is nowhere but in the secret storage, and nowhere at all once it is signed out or deleted', async () => {
    for (const end of ['signOut', 'remove'] as const) {
      const { store, keys, globalState } = connections();
      await store.add(saved, 'k3y');
      assert.deepEqual([...keys.values()], ['k3y']);
      const kept = globalState.keys().map(name => globalState.get(name));
      assert.ok(!JSON.stringify(kept).includes('k3y'));
      await store[end](saved.id);
      assert.deepEqual([...keys], [], end);
      await assert.rejects(store.client(saved.id), end === 'signOut' ? /signed out/ : /no longer exists/);
    }
  });

  it('of a terminal that was opened for a connection makes no second one in a window that is started there', () => {
    const given = { NETSENSOR_URL: saved.address, NETSENSOR_API_KEY: 'k3y' };
    assert.equal(connections(storedState(), given).store.all.length, 1);
    const fromTerminal = { ...given, NETSENSOR_TERMINAL: saved.id };
    assert.equal(connections(storedState(), fromTerminal).store.all.length, 0);
  });

  it('does not go with a connection to another scheme, host or port', async () => {
    const { store } = connections();
    await store.add(saved, 'k3y');
    for (const address of ['http://a.example:8443', 'https://b.example:8443', 'https://a.example']) {
      await store.change(saved.id, { address });
      await assert.rejects(store.client(saved.id), /signed out/, address);
    }
    await store.change(saved.id, { address: `${saved.address}/base` });
    assert.ok(await store.client(saved.id));
  });

  it('may be used for changes again at the next start only where that was chosen, and never on production', async () => {
    const { store, globalState } = connections();
    const lockedAfterStart = () => connections(globalState).store.get(saved.id)?.isLocked;
    await store.add({ ...saved, isLocked: true }, 'k3y');
    const seen = [];
    for (const end of [900_000, 'windowCloses', 'locked'] as const) {
      await unlock(store, saved.id, end);
      seen.push([
        store.get(saved.id)?.isLocked,
        typeof store.get(saved.id)?.unlockedUntil,
        lockedAfterStart(),
      ]);
    }
    const kept = JSON.stringify(globalState.keys().map(name => globalState.get(name)));
    assert.ok(!kept.includes('unlockedUntil'));
    await label(store, saved.id, 'production');
    seen.push([store.get(saved.id)?.isLocked, store.get(saved.id)?.unlockedUntil, lockedAfterStart()]);
    await lock(store, [saved.id]);
    seen.push([store.get(saved.id)?.isLocked, store.get(saved.id)?.unlockedUntil, lockedAfterStart()]);
    assert.deepEqual(seen, [
      [false, 'number', true],
      [false, 'string', true],
      [false, 'undefined', false],
      [false, 'windowCloses', true],
      [true, undefined, true],
    ]);
  });

  it('of the environment is sent with nothing that was remembered of another address', async () => {
    const at = (url: string) => ({ NETSENSOR_URL: url, NETSENSOR_API_KEY: 'k3y' });
    const first = connections(storedState(), at('https://a.example'));
    const pinned = { pem: 'pem', fingerprint256: 'AA' };
    await first.store.change('environment', { pinned, isLocked: false });
    const again = connections(first.globalState, at('https://a.example')).store.get('environment');
    assert.deepEqual([again?.pinned, again?.isLocked], [pinned, false]);
    const elsewhere = connections(first.globalState, at('https://b.example')).store.get('environment');
    assert.deepEqual(
      [elsewhere?.address, elsewhere?.pinned, elsewhere?.isLocked],
      ['https://b.example', undefined, true],
    );
  });
});
