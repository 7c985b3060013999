import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { eventually } from '../support/eventually.js';
import { useWorkbench } from './useWorkbench.js';

describe('the window', () => {
  const window = useWorkbench(() => ({ files: { 'notes.json': '{\n  "name": "before"\n}\n' } }));

  it('opens a file with the mouse and saves what the keyboard typed', async () => {
    const workbench = window();
    await workbench.clickTreeItem('notes.json');
    await workbench.tab('notes.json').waitFor();
    await eventually(async () => assert.match(await workbench.editorText(), /"name": "before"/));
    await workbench.replaceInEditor('before', 'after');
    await workbench.dirtyTab('notes.json').waitFor();
    await workbench.pressSave();
    await workbench.dirtyTab('notes.json').waitFor({ state: 'detached' });
    assert.match(await readFile(join(workbench.folder, 'notes.json'), 'utf8'), /"after"/);
  });

  it('runs a command from the palette', async () => {
    const workbench = window();
    await workbench.runCommand('View: Close All Editors');
    await workbench.tab('notes.json').waitFor({ state: 'detached' });
    assert.deepEqual(await workbench.notifications(), []);
  });
});
