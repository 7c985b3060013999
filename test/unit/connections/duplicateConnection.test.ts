import { beforeEach, expect, it, vi } from 'vitest';
import type { Connection, PinnedCertificate } from '../../../src/connections/connection.js';
import type { ConnectionStore } from '../../../src/connections/connectionStore.js';
import * as played from '../ui/vscodeOfPlaces.js';

vi.mock('vscode', () => import('../ui/vscodeOfPlaces.js'));
const { sameManager } = await import('../../../src/connections/duplicateConnection.js');
const { connectManager } = await import('../../../src/connections/connectManager.js');

const own = (address: string, more: Partial<Connection> = {}): Connection => ({
  id: 'own',
  name: 'Own production',
  address,
  isLocked: true,
  environment: 'production',
  source: 'saved',
  ...more,
});
const made = (address: string, pinned?: PinnedCertificate) => ({ id: 'new', address, pinned });

it.each([
  ['https://manager.example.net', 'https://manager.example.net.:443/'],
  ['https://manager.example.net/site', 'https://manager.example.net/site/'],
  ['http://127.0.0.1:8080', 'http://localhost:8080'],
])('knows %s by %s', (there, typed) => {
  expect(sameManager(made(typed), [own(there)])?.id).toBe('own');
});

it.each([
  ['https://manager.example.net', 'https://manager.example.net:8443'],
  ['https://manager.example.net', 'https://manager.example.net/site'],
  ['https://manager.example.net', 'https://example.net'],
  ['https://127.0.0.1:8443', 'https://127.0.0.2:8443'],
])('tells %s from %s', (there, typed) => {
  expect(sameManager(made(typed), [own(there)])).toBeUndefined();
});

it('knows a manager by the certificate that is trusted of it, and not the connection of the environment', () => {
  const pinned = { pem: '', fingerprint256: 'AA:BB' };
  const there = own('https://10.0.0.1', { pinned });
  expect(sameManager(made('https://manager.example.net', pinned), [there])).toBe(there);
  expect(sameManager(made('https://manager.example.net'), [there])).toBeUndefined();
  const ofEnvironment = own('https://manager.example.net', { source: 'environment' });
  expect(sameManager(made('https://manager.example.net'), [ofEnvironment])).toBeUndefined();
});

/** Adds a manager whose address is there already, with an answer to that. */
async function addAgain(choose: (buttons: readonly string[]) => string | undefined) {
  const there = own('https://manager.example.net');
  const added: Connection[] = [];
  const verify = vi.fn(async () => undefined);
  const store = {
    all: [there],
    keyLifetime: '',
    createClient: async () => ({ verify, close: async () => undefined }),
    add: async (connection: Connection) => void added.push(connection),
  } as unknown as ConnectionStore;
  played.answerWith(choose);
  played.type('https://MANAGER.example.net/', 'some-key');
  return { connected: await connectManager(store), added };
}

beforeEach(() => void (played.said.length = 0));

it('asks about a manager whose address is there, and shows its connection with Enter', async () => {
  const { connected, added } = await addAgain(([first]) => first);
  expect(played.said).toEqual([
    [
      'Own production has this address already.',
      'Show Own production',
      'Enter API key for Own production',
      'Add a second connection',
    ],
  ]);
  expect([connected, added]).toEqual([
    { connection: expect.objectContaining({ id: 'own' }), isOld: true },
    [],
  ]);
});

it('gives a second connection the label of the first, and asks once', async () => {
  const { connected, added } = await addAgain(buttons => buttons.at(-1));
  expect(played.said).toHaveLength(1);
  expect(added).toEqual([expect.objectContaining({ environment: 'production', isLocked: true })]);
  expect(connected?.isOld).toBe(false);
});

it('names the address in a link where one is typed, and fills in nothing', async () => {
  const store = { all: [], keyLifetime: '' } as unknown as ConnectionStore;
  played.boxes.length = 0;
  expect(await connectManager(store, 'https://evil.example')).toBeUndefined();
  expect(played.boxes).toEqual([expect.objectContaining({ value: '' })]);
  expect(played.boxes[0]?.prompt).toMatch(
    /^The link leads to https:\/\/evil\.example\. Type that only if you know this manager\. Address/,
  );
});

it('goes back to the address where the question is closed', async () => {
  const { connected, added } = await addAgain(() => undefined);
  expect([connected, added, played.said.length]).toEqual([undefined, [], 1]);
});
