import assert from 'node:assert/strict';
import { measureClosedDocuments } from '../bench/closing.js';
import { repositoryPath } from '../host/repositoryPath.js';

describe('documents that are closed', function () {
  this.timeout(900_000);

  it('leave the extension host with no more than 15 % above what it used before: 200 records, 20 lists, 100,000 nodes', async () => {
    const tool = repositoryPath('out', 'tools', 'bench.js');
    const [cost] = await measureClosedDocuments(tool, { windows: 1, idle: 0 });
    assert.ok(cost && cost.afterSubtree.objectsAbove <= 15, JSON.stringify(cost));
  });
});
