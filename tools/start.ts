import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { assertPortIsFree } from '../test/host/assertPortIsFree.js';
import { Failure } from '../test/host/failure.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import type { Scope } from '../test/host/scope.js';
import { startLocalManager } from '../test/support/startLocalManager.js';
import type { EditorSession } from './starting/editorSession.js';
import { findDesktop, openDesktop } from './starting/openDesktop.js';
import { openInBrowser } from './starting/openInBrowser.js';
import { prepareWorkspace } from './starting/prepareWorkspace.js';

const usage = `npm start [-- <options>]

Starts the local manager and opens VS Code with Netsensor connected to it: the desktop VS Code when “code”
is on PATH, otherwise one that is installed from npm and runs in the browser.

  --browser        use the VS Code in the browser even when “code” is on PATH
  --port <number>  of the VS Code in the browser (default: any free port)
  --no-open        print the address and do not open the default browser
  --fresh          start over: new data in the manager, new workspace, new VS Code settings
  --help           this text`;

const options = {
  browser: { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  'no-open': { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type StartOptions = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** `npm start`: the whole product on this machine, until Ctrl+C. */
await runTool(
  async scope => {
    const { values } = parseArgs({ options });
    if (values.help) {
      console.log(usage);
      return 0;
    }
    return start(scope, values);
  },
  { isInterruptNormal: true },
);

async function start(scope: Scope, values: StartOptions): Promise<number> {
  const port = readPort(values.port);
  await assertPortIsFree(port);
  console.log('Starting the local manager …');
  const manager = await startLocalManager({
    dataDir: repositoryPath('.manager-data'),
    fresh: values.fresh,
    onMessage: text => process.stderr.write(text),
  });
  scope.defer(() => manager.stop());
  console.log(`The local manager listens at ${manager.url}; its data is kept in .manager-data/.`);
  const editor = await openEditor(values, port, {
    NETSENSOR_URL: manager.url,
    NETSENSOR_API_KEY: manager.apiKey,
  });
  scope.defer(() => editor.stop());
  console.log('Open the Netsensor view, or sample-queries.dqnb in the Explorer. Ctrl+C stops everything.');
  const managerEnded = new Promise<'manager'>(resolve =>
    manager.process.once('close', () => resolve('manager')),
  );
  const ended = await Promise.race([managerEnded, editor.exited.then(() => 'editor' as const)]);
  if (ended === 'manager' && !scope.isClosing) throw new Failure('The local manager ended by itself.');
  return 0;
}

async function openEditor(
  values: StartOptions,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<EditorSession> {
  const workspace = await prepareWorkspace({ fresh: values.fresh });
  const desktop = values.browser ? undefined : findDesktop();
  const dataDir = repositoryPath('.cache', desktop ? 'desktop-data' : 'browser-data');
  if (values.fresh) await rm(dataDir, { recursive: true, force: true });
  if (!desktop) {
    return openInBrowser({ workspace, dataDir, env, port, shouldOpen: !values['no-open'] });
  }
  console.log('Opening desktop VS Code; closing its window ends this command.');
  return openDesktop(desktop, { workspace, dataDir, env });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new Failure(`--port needs a number up to 65535, not “${text}”.`);
}
