import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandLineProblem } from '../packages/manager/src/commandLine.js';
import { assertPortIsFree } from '../test/host/assertPortIsFree.js';
import { Failure } from '../test/host/failure.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import type { Scope } from '../test/host/scope.js';
import { connectionVariables, startLocalManager } from '../test/support/startLocalManager.js';
import type { EditorSession } from './starting/editorSession.js';
import { findDesktop, openDesktop } from './starting/openDesktop.js';
import { openInBrowser } from './starting/openInBrowser.js';
import { prepareWorkspace } from './starting/prepareWorkspace.js';
import { parseStart, startUsage, type StartOptions } from './starting/startOptions.js';

/** `npm start`: the whole product on this machine, until Ctrl+C. */
await runTool(
  async scope => {
    const options = readArguments();
    if (typeof options === 'number') return options;
    return start(scope, options);
  },
  { isInterruptNormal: true },
);

/** The options, or the exit code when there is nothing to start. */
function readArguments(): StartOptions | number {
  try {
    const options = parseStart(process.argv.slice(2));
    if (options) return options;
    console.log(startUsage);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandLineProblem)) throw error;
    console.error(`${error.message} (npm start -- --help lists the options)`);
    return 2;
  }
}

async function start(scope: Scope, options: StartOptions): Promise<number> {
  const { data } = options.manager;
  await assertPortIsFree(options.port);
  console.log('Starting the local manager …');
  const manager = await startLocalManager({
    dataDir: resolve(data),
    moreArguments: options.managerArguments,
    patience: Infinity,
    onMessage: text => process.stderr.write(text),
  });
  scope.defer(() => manager.stop());
  console.log(`The local manager listens at ${manager.url}; its data is kept in ${data}.`);
  const editor = await openEditor(options, connectionVariables(manager));
  scope.defer(() => editor.stop());
  console.log('The Netsensor view opens with a notebook of samples beside it. Ctrl+C stops everything.');
  const managerEnded = new Promise<'manager'>(resolve =>
    manager.process.once('close', () => resolve('manager')),
  );
  const ended = await Promise.race([managerEnded, editor.exited.then(() => 'editor' as const)]);
  if (ended === 'manager' && !scope.isClosing) throw new Failure('The local manager ended by itself.');
  return 0;
}

async function openEditor(
  { browser, port, shouldOpen, manager: { fresh } }: StartOptions,
  env: Readonly<Record<string, string>>,
): Promise<EditorSession> {
  const workspace = await prepareWorkspace();
  const desktop = browser ? undefined : findDesktop();
  const dataDir = repositoryPath('.cache', desktop ? 'desktop-data' : 'browser-data');
  if (fresh) await rm(dataDir, { recursive: true, force: true });
  if (!desktop) return openInBrowser({ workspace, dataDir, env, port, shouldOpen });
  console.log('Opening desktop VS Code; closing its window ends this command.');
  return openDesktop(desktop, { workspace, dataDir, env });
}
