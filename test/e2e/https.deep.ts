import assert from 'node:assert/strict';
import { small, startLocalManager, type LocalManager } from '../support/startLocalManager.js';
import { testVsix } from '../../tools/packaging/packProductionBuild.js';
import { useOwnWorkbench } from './useWorkbench.js';

describe('a local manager that serves https, as `npm start -- --tls self-signed` connects to it', () => {
  let manager: LocalManager;
  before('start it', async function () {
    this.timeout(120_000);
    manager = await startLocalManager({
      moreArguments: [...small(1), '--tls', 'self-signed'],
      patience: 110_000,
    });
  });
  after('stop it', () => manager.stop());
  // The certificate is in the environment that a server starts with.
  const window = useOwnWorkbench(() => ({ manager, vsix: testVsix }));

  it('is trusted by its certificate, which no authority vouches for', async () => {
    assert.match(manager.url, /^https:\/\/127\.0\.0\.1:/);
    await assert.rejects(fetch(manager.url), 'a client without the certificate is refused');
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    await workbench.treeItem('root').waitFor();
    assert.deepEqual(await workbench.notifications(), []);
  });
});
