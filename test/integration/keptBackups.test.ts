import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.js';
import type { EndedRun } from '../../src/notebook/results/runSummary.js';
import { QueryHistory } from '../../src/notebook/editing/queryHistory.js';
import { writeBackup } from '../../src/operations/backups.js';
import type { Log } from '../../src/ui/doors.js';
import { eventually } from '../support/eventually.js';
import { createRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { addConnection } from '../support/useAddedConnection.js';
import { storedState } from '../unit/storedState.js';

const connection: Connection = {
  id: 'manager-1',
  name: 'Manager A',
  address: 'https://a',
  isLocked: false,
  environment: 'none',
  source: 'saved',
};
const old = '2020-01-01T00-00-00-000Z delete North (Manager A).json';

describe('what is kept of a connection', () => {
  const extension = useExtension();
  const { dialogs, shown, restore } = stubAnswers();
  let folder: string;

  const deletion = (button: string) => (dialog: { buttons: readonly string[] }) =>
    dialog.buttons.find(each => each === button) ??
    dialog.buttons.find(each => /^(Delete|Unlock)$/.test(each));
  /** A connection with one backup, which the user deletes with this button. @returns what was asked and said */
  const deleteWith = async (button: string) => {
    dialogs(deletion(button));
    const connectionId = await addConnection(extension().manager);
    const { id, name } = await createRack(extension().manager, 'Backed up');
    const target = { connectionId, kind: 'record', type: 'racks', recordId: id, name };
    await vscode.commands.executeCommand('netsensor.deleteRecords', target, [target]);
    dialogs(deletion(button));
    await vscode.commands.executeCommand('netsensor.deleteConnection', { connectionId });
    return { connectionId, said: shown().map(({ message, detail }) => `${message} ${detail}`) };
  };

  before('a folder', async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-backups-'));
  });
  afterEach(restore);
  after('remove the folder', () => rm(folder, { recursive: true }));

  it('loses old backups when a new one is written, and the log says which', async () => {
    await mkdir(join(folder, connection.id));
    await writeFile(join(folder, connection.id, old), '{}');
    const lines: string[] = [];
    const log = { info: (line: string) => lines.push(line) } as unknown as Log;
    const nothing = { operation: 'delete', called: 'A', sensors: [], access_points: [] };
    const file = await writeBackup({ uri: vscode.Uri.file(folder), log }, connection, nothing);
    await eventually(() => assert.match(lines[0] ?? '', /^Manager A: deleted the old backup 2020-01-01T00/));
    assert.deepEqual(
      (await readdir(join(folder, connection.id))).map(name => join(folder, connection.id, name)),
      [file.fsPath],
    );
  });

  it('is not taken for kept when it cannot be written, so that nothing is sent', async () => {
    const occupied = join(folder, 'occupied');
    await writeFile(occupied, 'a file where the folder would be');
    const log = { info: () => undefined } as unknown as Log;
    const nothing = { operation: 'delete', called: 'A', sensors: [], access_points: [] };
    await assert.rejects(
      writeBackup({ uri: vscode.Uri.file(occupied), log }, connection, nothing),
      /The backup could not be written, so nothing was sent\./,
    );
  });

  it('goes with it, the backups too unless the user keeps them', async () => {
    const kept = await deleteWith('Delete, keep backups');
    assert.match(kept.said[0] ?? '', /Its backups \(1\) are deleted too, unless you keep them\./);
    const path = /^The backups are kept in (.+?)\. *$/.exec(kept.said[1] ?? '')?.[1] ?? '';
    assert.equal((await readdir(path)).length, 1);
    const gone = await deleteWith('Delete');
    await assert.rejects(readdir(join(dirname(path), gone.connectionId)), /ENOENT/);
    assert.equal((await readdir(path)).length, 1);
  });

  it('is no query that was asked once', async () => {
    const state = storedState();
    const history = new QueryHistory(state);
    const document = { getText: () => '{}' };
    const cell = { document, outputs: [], metadata: {}, notebook: { metadata: {} } };
    await history.add({ cell, connectionId: 'a', outcome: 'answered' } as unknown as EndedRun);
    await history.add({ cell, connectionId: 'b', outcome: 'answered' } as unknown as EndedRun);
    await history.forget('a');
    assert.deepEqual([history.of('a').length, history.of('b').length, state.keys().length], [0, 1, 1]);
  });
});
