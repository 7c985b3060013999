import { writeFile } from 'node:fs/promises';
import { Agent } from 'undici';
import * as vscode from 'vscode';
import { Command, Scheme } from '../../src/ids.js';
import { answerDialogs } from '../support/answerDialogs.js';
import { eventually } from '../support/eventually.js';
import { createRack } from '../support/manager.js';
import { sendBare } from './bareRequests.js';
import type { HostSaves } from './saveRecordHost.js';

/**
 * Called by the extension host in place of a test suite: saves a rack of the environment connection and the same text in a
 * file system that only keeps it, in turn with the bare requests, and writes the times to the file that
 * `NETSENSOR_TEST_REPORT` names.
 */
export async function run(): Promise<void> {
  const { NETSENSOR_URL: url = '', NETSENSOR_API_KEY: apiKey = '' } = process.env;
  answerDialogs(({ buttons }) => buttons[0]);
  await vscode.extensions.getExtension('netsensor.netsensor')?.activate();
  await vscode.commands.executeCommand(Command.unlockConnection, { connectionId: 'environment' });
  const { id } = await createRack({ url, apiKey }, 'Bench');
  const path = `/inventory/racks/Bench.${id}.json`;
  const record = await open(vscode.Uri.from({ scheme: Scheme.record, authority: 'environment', path }));
  const kept = await openKept(path, record.getText());
  const dispatcher = new Agent();
  const saves: number[] = [];
  const bareRequests: number[] = [];
  const emptySaves: number[] = [];
  for (let round = 0; round < Number(process.env.NETSENSOR_BENCH_ROUNDS); round += 1) {
    const height = 20 + (round % 2);
    saves.push(await timeSave(record, height));
    emptySaves.push(await timeSave(kept, height));
    const started = performance.now();
    await sendBare({ url, apiKey }, dispatcher, { id, height: 60 });
    bareRequests.push(performance.now() - started);
    await showStored(record);
  }
  await dispatcher.close();
  const report: HostSaves = { passed: 1, failed: 0, skipped: 0, saves, bareRequests, emptySaves };
  await writeFile(process.env.NETSENSOR_TEST_REPORT ?? '', JSON.stringify(report));
}

async function open(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

/** Opens a text in a file system of its own, which keeps it and does nothing else. */
function openKept(path: string, text: string): Promise<vscode.TextDocument> {
  let content: Uint8Array = new TextEncoder().encode(text);
  let mtime = Date.now();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  vscode.workspace.registerFileSystemProvider('kept', {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime, size: content.length }),
    readFile: () => content,
    writeFile: (_uri, written) => {
      content = written;
      mtime = Math.max(Date.now(), mtime + 1);
    },
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  });
  return open(vscode.Uri.from({ scheme: 'kept', path }));
}

/** How long VS Code takes to save a change of one field, in an editor in front. */
async function timeSave(document: vscode.TextDocument, height: number): Promise<number> {
  await vscode.window.showTextDocument(document, { preview: false });
  const text = document.getText();
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
  edit.replace(document.uri, whole, text.replace(/"u_height": \d+/, `"u_height": ${height}`));
  await vscode.workspace.applyEdit(edit);
  const started = performance.now();
  const isSaved = await document.save();
  const time = performance.now() - started;
  if (!isSaved) throw new Error(`${document.uri.toString()} was not saved.`);
  return time;
}

/** Takes over what the bare client wrote, so that the next save starts from it. */
async function showStored(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document, { preview: false });
  await eventually(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    if (!document.getText().includes('"u_height": 60')) throw new Error('The record is not read again yet.');
  });
}
