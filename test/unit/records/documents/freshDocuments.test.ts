import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { FreshDocuments } from '../../../../src/records/documents/refreshDocuments.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';

vi.mock('vscode', () => import('../../explorer/vscodeOfExplorer.js'));

/** A document in front whose record has `stored` on the manager. */
function played(path = '/inventory/racks/Rack.7.json') {
  const fired = new Emitter<void>();
  const uri = { scheme: 'netsensor', authority: 'lab', path, query: '', toString: () => path };
  const document = { uri, isDirty: false, isClosed: false, version: 1, text: 'old' };
  const manager = {
    stored: 'old',
    reads: 0,
    checks: 0,
    /** How often the list of a type was read, and how many records it has. */
    updates: 0,
    size: 3,
    failure: undefined as Error | undefined,
    isSignedOut: false,
    meanwhile: (): unknown => undefined,
  };
  let hasLargeTree = false;
  const read = async () => {
    manager.reads += 1;
    const { stored } = manager;
    manager.meanwhile();
    if (manager.failure) throw manager.failure;
    return stored;
  };
  const verify = async () => {
    manager.checks += 1;
    if (manager.failure) throw manager.failure;
  };
  const files = {
    show: (_: unknown, text: string) => (document.text = text),
    showExisting: () => undefined,
    showDeleted: () => (document.text = 'deleted'),
  };
  const parts = {
    connections: { get: () => manager, client: async () => ({ verify }) },
    lists: {
      get: () => ({ size: manager.size }),
      update: async () => {
        manager.updates += 1;
        if (manager.failure) throw manager.failure;
      },
    },
    table: { find: () => ({ read }), textInLargeTree: () => (hasLargeTree ? '' : undefined) },
    files,
    log: { error: assert.fail, warn: () => undefined },
  };
  const front = { document: () => document, onDidChange: fired.event };
  const fresh = new FreshDocuments(...([parts, front, [document]] as unknown as Parts));
  const looked = async (after = 5_000) => {
    await vi.advanceTimersByTimeAsync(after);
    fired.fire();
    await vi.advanceTimersByTimeAsync(0);
    return document.text;
  };
  return { document, manager, fresh, looked, useLargeTree: () => (hasLargeTree = true) };
}

type Parts = ConstructorParameters<typeof FreshDocuments>;

describe('a document that comes to the front', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows what the manager has by now, or that its record is gone, once for what happens at one time', async () => {
    const { manager, looked } = played();
    manager.stored = 'new';
    assert.equal(await looked(100), 'old');
    assert.equal(await looked(), 'new');
    await looked(100);
    assert.equal(manager.reads, 1);
    manager.failure = new ApiError({ reason: 'notFound' } as ConstructorParameters<typeof ApiError>[0]);
    assert.equal(await looked(), 'deleted');
  });

  it('is left alone with changes, of a tree or a list that is large, and where nobody is signed in', async () => {
    const { document, manager, looked } = played();
    manager.isSignedOut = true;
    await looked();
    manager.isSignedOut = false;
    document.isDirty = true;
    await looked();
    const list = played('/lists/racks/Racks.json');
    list.manager.size = 100_000;
    await list.looked();
    const node = played('/sensors/domain/Attic.2.json');
    node.useLargeTree();
    await node.looked();
    assert.deepEqual([manager.reads, list.manager.updates, node.manager.reads], [0, 0, 0]);
  });

  it('has its list read again for whoever shows it, and asks no manager for a while that does not answer', async () => {
    const { manager, looked } = played('/lists/racks/Racks.json');
    await looked(100);
    await looked();
    assert.equal(manager.updates, 1);
    manager.failure = new Error('down');
    await looked();
    await looked();
    assert.deepEqual([manager.updates, manager.reads], [2, 0]);
    manager.failure = undefined;
    await looked(60_000);
    assert.equal(manager.updates, 3);
  });

  it('is not read again with changes: only whether its manager answers is asked, of a list too, before a save fails', async () => {
    for (const { document, manager, looked } of [played(), played('/lists/racks/Racks.json')]) {
      document.isDirty = true;
      manager.stored = 'new';
      assert.equal(await looked(), 'old');
      manager.failure = new Error('down');
      await looked();
      await looked();
      assert.deepEqual([manager.reads, manager.checks], [0, 2]);
      manager.failure = undefined;
      await looked(60_000);
      assert.equal(manager.checks, 3);
    }
  });

  it('keeps what was saved while it was read, and asks no manager for a while that does not answer', async () => {
    const { document, manager, looked } = played();
    manager.stored = 'before the save';
    manager.meanwhile = () => (document.version += 1);
    assert.equal(await looked(), 'old');
    manager.meanwhile = () => undefined;
    manager.failure = new Error('down');
    await looked();
    await looked();
    assert.equal(manager.reads, 2);
    manager.failure = undefined;
    assert.equal(await looked(60_000), 'before the save');
  });
});
