import assert from 'node:assert/strict';
import { beforeEach, describe, it, vi } from 'vitest';
import { TabMoves } from '../../../../src/records/documents/tabNames.js';
import { Uri, workspace } from '../../explorer/vscodeOfExplorer.js';

vi.mock('vscode', () => import('../../explorer/vscodeOfExplorer.js'));

const old = Uri.parse('netsensor://lab/inventory/racks/Before.7.json');
const by = Uri.parse('netsensor://lab/inventory/racks/Now.7.json');

/** A document that shows what was read, and a VS Code that renames it as it does files. */
function played() {
  const state = { isSaving: false, isDirty: false, text: 'stored', given: [] as unknown[][] };
  const document = {
    uri: old,
    get isDirty() {
      return state.isDirty;
    },
    getText: () => state.text,
  };
  workspace.textDocuments = [document];
  const files = {
    isBeingSaved: () => state.isSaving,
    snapshots: { text: () => 'stored', replace: (...given: unknown[]) => state.given.push(given) },
    bases: { goOn: (...given: unknown[]) => state.given.push(given) },
  };
  /** What VS Code finds at the new address before it asks for the rename, and after that. */
  const found: boolean[] = [];
  const rename = async (from: Uri, to: Uri) => {
    found.push(!moves.isAwaited(to as never));
    if (!moves.move(from as never, to as never)) throw new Error('refused');
    found.push(!moves.isAwaited(to as never));
  };
  const moves: TabMoves = new TabMoves(files as never, { rename } as never);
  return { state, moves, found, begin: () => moves.begin(old as never, by as never) };
}

describe('the address of a document', () => {
  beforeEach(() => void (workspace.textDocuments = []));

  it('becomes another one with what was read and what earlier saves did; VS Code finds nothing there before', async () => {
    const { state, found, begin } = played();
    assert.equal(await begin(), true);
    assert.deepEqual(found, [false, true]);
    assert.deepEqual(state.given, [
      [by, 'stored'],
      [old, by],
    ]);
  });

  it.each([
    ['is saved', { isSaving: true }],
    ['has unsaved changes', { isDirty: true }],
    ['was typed into, of which VS Code has not told yet', { text: 'typed' }],
  ])('stays while a document %s', async (_, change) => {
    const { state, moves, begin } = played();
    Object.assign(state, change);
    assert.equal(await begin(), false);
    assert.deepEqual(state.given, []);
    assert.equal(moves.isAwaited(by as never), false);
    Object.assign(state, { isSaving: false, isDirty: false, text: 'stored' });
    assert.equal(await begin(), true);
  });

  it('stays where nobody of ours asked for another one', () => {
    assert.equal(played().moves.move(old as never, by as never), false);
  });
});
