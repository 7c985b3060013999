import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Command, View } from '../../src/ids.js';
import type { HostMemory } from './explorerHost.js';
import { settledMemory } from './settledMemory.js';

/**
 * Called by the extension host in place of a test suite: reads the tree of the environment connection, filters it and
 * writes what that did to the memory of this process to the file that `NETSENSOR_TEST_REPORT` names.
 */
export async function run(): Promise<void> {
  const answers = ['AP Floor 1', ''];
  const window = vscode.window as { showInputBox: unknown };
  window.showInputBox = () => Promise.resolve(answers.shift());
  await vscode.extensions.getExtension('netsensor.netsensor')?.activate();
  await vscode.commands.executeCommand(`${View.explorer}.focus`);
  const before = settledMemory();
  await vscode.commands.executeCommand(Command.filterTree);
  await vscode.commands.executeCommand(Command.filterTree);
  const peak = process.resourceUsage().maxRSS * 1024;
  const after = settledMemory();
  const report: HostMemory = {
    passed: 1,
    failed: 0,
    skipped: 0,
    peak: peak - before.rss,
    kept: after.rss - before.rss,
    keptObjects: after.heapUsed + after.external - before.heapUsed - before.external,
    keptHeap: after.heapTotal - before.heapTotal,
    keptLater: (await afterPause()).rss - before.rss,
  };
  await writeFile(process.env.NETSENSOR_TEST_REPORT ?? '', JSON.stringify(report));
}

/** What is left after half a minute, in which V8 and the allocator may give pages back. */
async function afterPause(): Promise<NodeJS.MemoryUsage> {
  await new Promise(resolve => setTimeout(resolve, 30_000));
  return settledMemory();
}
