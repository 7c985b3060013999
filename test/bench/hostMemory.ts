import { writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { Command, View } from '../../src/ids.js';
import type { HostMemory } from './explorerHost.js';

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
  const before = settled();
  await vscode.commands.executeCommand(Command.filterTree);
  await vscode.commands.executeCommand(Command.filterTree);
  const peak = process.resourceUsage().maxRSS * 1024;
  const after = settled();
  const report: HostMemory = {
    ...{ passed: 1, failed: 0, skipped: 0 },
    peak: peak - before.rss,
    kept: after.rss - before.rss,
    keptObjects: after.heapUsed + after.external - before.heapUsed - before.external,
  };
  await writeFile(process.env.NETSENSOR_TEST_REPORT ?? '', JSON.stringify(report));
}

/** What is used when nothing is left to be collected. */
function settled(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage();
}
