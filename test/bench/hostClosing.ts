import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Scheme } from '../../src/ids.js';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { eventually } from '../support/eventually.js';
import type { ClosingMemory, UsedMemory } from './closingHost.js';
import { settledMemory } from './settledMemory.js';

const records = 200;
const lists = 20;
/** What may be used afterwards, as a multiple of what was before. */
const mostLeft = 1.15;
/** Milliseconds after which VS Code has let go of the text of a closed editor. */
const longestClose = 240_000;
/** Milliseconds without work after which V8 has given empty pages back, which it does not do when it is made to collect. */
const idle = Number(process.env.NETSENSOR_BENCH_IDLE ?? 0);

/**
 * Called by the extension host in place of a test suite: opens records, lists and a subtree of 100,000 nodes of the
 * environment connection, closes them, and writes what is used before and after to the file that `NETSENSOR_TEST_REPORT`
 * names.
 */
export async function run(): Promise<void> {
  await vscode.extensions.getExtension('netsensor.netsensor')?.activate();
  await openAndClose([recordUri(1), listUri(0), listUri(inventoryTypeNames.length), smallTree]);
  const before = await settled();
  const limit = before.objects * mostLeft;
  await openAndClose(Array.from({ length: records }, (_, index) => recordUri(index + 1)));
  const afterRecords = await settled(limit);
  await openAndClose(Array.from({ length: lists }, (_, index) => listUri(index)));
  const afterLists = await settled(limit);
  await openAndClose([largeTree]);
  const after = await settled(limit);
  const steps = { before, afterRecords, afterLists, after };
  const report: ClosingMemory = { passed: 1, failed: 0, skipped: 0, ...steps, peak: peak() };
  await writeFile(process.env.NETSENSOR_TEST_REPORT ?? '', JSON.stringify(report));
}

const document = (path: string, query = '') =>
  vscode.Uri.from({ scheme: Scheme.record, authority: 'environment', path, query });
const recordUri = (id: number) => document(`/inventory/racks/Rack ${id}.${id}.json`);
const smallTree = document('/subtree/Small.1.json');
const largeTree = document('/subtree/Large.2.json');

/** The list of a type, and from the last type on, parts of the first. */
function listUri(index: number): vscode.Uri {
  const type = inventoryTypeNames[index];
  if (type) return document(`/lists/${type}/List.json`);
  return document('/lists/racks/Part.json', `ids=${index},${index + 1}`);
}

async function openAndClose(uris: readonly vscode.Uri[]): Promise<void> {
  for (const uri of uris) {
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    await eventually(() => {
      if (!isOpen(uri)) throw new Error(`${uri.toString()} is not open.`);
    }, longestClose);
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await eventually(() => {
    const open = uris.filter(isOpen);
    if (open.length > 0) throw new Error(`${open.length} documents are still open.`);
  }, longestClose);
}

const isOpen = (uri: vscode.Uri) =>
  vscode.workspace.textDocuments.some(each => each.uri.toString() === uri.toString());

/** What is used once others have let go too: the JSON language support of VS Code still sends a text when it is closed. */
async function settled(limit = Number.POSITIVE_INFINITY): Promise<UsedMemory> {
  let memory = used();
  const isBack = () => {
    memory = used();
    if (memory.objects > limit) throw new Error(`${memory.objects} bytes are used.`);
  };
  await eventually(isBack, longestClose, 2_000).catch(() => undefined);
  if (idle === 0) return memory;
  await delay(idle);
  return used();
}

function used(): UsedMemory {
  const { heapUsed, external, rss } = settledMemory();
  return { objects: heapUsed + external, process: rss };
}

const peak = () => process.resourceUsage().maxRSS * 1024;
