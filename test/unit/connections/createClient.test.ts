import { expect, it, vi } from 'vitest';
import type { Connection } from '../../../src/connections/connection.js';
import type { Log } from '../../../src/ui/doors.js';
import { offeredRemedy } from '../../../src/words/remedies.js';

vi.mock('vscode', async () => ({
  ...(await import('../ui/vscodeOfPlaces.js')),
  workspace: { getConfiguration: () => ({ get: (_name: string, usual?: unknown) => usual }) },
}));
const { createClient } = await import('../../../src/connections/createClient.js');

it('knows of a failure by a closed client whether the key helps: after a sign-out, and not after another key', async () => {
  const connection = { id: 'lab', source: 'saved', name: 'Lab', address: 'http://127.0.0.1:9' } as Connection;
  let isSignedOut = false;
  const log = { debug: () => undefined } as unknown as Log;
  const client = await createClient(connection, 'key', { log, isSignedOut: () => isSignedOut });
  await client.close();
  const error = await client.verify().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(offeredRemedy(error)).toBeUndefined();
  isSignedOut = true;
  expect(offeredRemedy(error)).toEqual({ remedy: 'key', connectionId: 'lab' });
});
