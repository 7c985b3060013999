import assert from 'node:assert/strict';
import { describe, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { Emitter } from '../../../src/ui/lifetimes.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));
const { showConnections } = await import('../../../src/explorer/refreshTree.js');
const { DownLists } = await import('../../../src/explorer/sensors/downLists.js');

const refused = new ApiError({ method: 'GET', path: '/api/v1', reason: 'unauthorized', status: 401 });
const away = new ApiError({ method: 'GET', path: '/api/v1', reason: 'unreachable', stage: 'connect' });

/** Two connections, of which the manager of one refuses the key and that of the other is away. */
function played() {
  const connection = (id: string, trouble: ApiError) => ({ id, reach: { trouble } as object | undefined });
  const all = [connection('refused', refused), connection('away', away)];
  const changed = new Emitter<void>();
  const asked: string[] = [];
  const ask = (what: string) => async (id: string) => {
    asked.push(`${what} ${id}`);
    throw id === 'refused' ? refused : away;
  };
  const get = (id: string) => all.find(each => each.id === id);
  const connections = { all, get, onDidChange: changed.event };
  return { all, changed, asked, ask, connections };
}

describe('a key that is refused', () => {
  it('is not sent again for trees and lists at a change of connections, until it is another', async () => {
    const { all, asked, ask, connections } = played();
    const parts = {
      connections,
      tree: { draw: () => undefined, readSensorsAgain: ask('tree') },
      trees: { keys: ['refused', 'away'], stale: () => ({}), forget: () => undefined },
      lists: { connectionIds: ['refused', 'away'], retry: ask('lists'), forget: () => undefined },
    } as unknown as Parameters<typeof showConnections>[0];
    await showConnections(parts);
    assert.deepEqual(asked.splice(0).sort(), ['lists away', 'tree away']);
    all[0]!.reach = undefined;
    await showConnections(parts);
    assert.deepEqual(asked.sort(), ['lists away', 'lists refused', 'tree away', 'tree refused']);
  });

  it('is not sent again for what is down, and why stays', async () => {
    const { all, changed, asked, ask, connections } = played();
    const client = async (id: string) => ({ accessPoints: { list: () => ask('down')(id) } });
    const trees = { keys: [], get: () => undefined, onDidChange: new Emitter<string>().event };
    const given = [
      { ...connections, client },
      trees,
      { error: () => undefined, warn: () => undefined },
      (tell: (is: boolean) => void) => (tell(true), { dispose: () => undefined }),
    ];
    const lists = new DownLists(...(given as unknown as ConstructorParameters<typeof DownLists>));
    const failed = () => vi.waitFor(() => assert.ok(lists.failure('refused') && lists.failure('away')));
    await failed();
    assert.deepEqual(asked.splice(0).sort(), ['down away', 'down refused']);
    changed.fire();
    await failed();
    assert.deepEqual(asked.splice(0), ['down away']);
    assert.equal(lists.failure('refused'), refused);
    all[0]!.reach = undefined;
    changed.fire();
    await failed();
    assert.deepEqual(asked.sort(), ['down away', 'down refused']);
    lists.dispose();
  });
});
