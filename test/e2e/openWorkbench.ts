import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findChromium } from '../host/findChromium.js';
import { installVSCode } from '../host/installVSCode.js';
import { openBrowser } from '../host/openBrowser.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { Scope } from '../host/scope.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import { installExtension, startVSCodeServer, type ServerOptions } from '../host/vscodeServer.js';
import { workbenchUrl } from '../host/workbenchUrl.js';
import { connectionVariables, type ManagerAddress } from '../support/startLocalManager.js';
import { Workbench } from './workbench.js';

export interface OpenWorkbenchOptions extends Pick<ServerOptions, 'settings' | 'logLevel' | 'askForTrust'> {
  /** Becomes the environment connection of the extension. */
  readonly manager?: ManagerAddress;
  /** Files of the workspace folder, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** A packaged extension to install, instead of loading this repository's folder. */
  readonly vsix?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Opens a fresh VS Code with the extension on a fresh workspace folder; `close()` undoes all of it. */
export async function openWorkbench(options: OpenWorkbenchOptions = {}): Promise<Workbench> {
  const scope = new Scope();
  try {
    return await open(scope, options);
  } catch (error) {
    await scope.close();
    throw error;
  }
}

async function open(scope: Scope, options: OpenWorkbenchOptions): Promise<Workbench> {
  const work = await temporaryFolder('window');
  scope.defer(() => work.remove());
  const folder = join(work.path, 'workspace');
  await writeWorkspace(folder, options.files ?? {});
  const install = await installVSCode();
  const dataDir = join(work.path, 'data');
  if (options.vsix) await installExtension(install, dataDir, options.vsix);
  const server = await startVSCodeServer({
    ...options,
    install,
    dataDir,
    env: managerEnvironment(options),
    loadsFolders: options.vsix === undefined,
  });
  scope.defer(() => server.stop());
  const browser = await openBrowser(await findChromium());
  scope.defer(() => browser.close());
  const page = await browser.newPage({ viewport: options.viewport ?? { width: 1440, height: 900 } });
  page.setDefaultTimeout(30_000);
  const developmentPath = options.vsix ? undefined : repositoryPath();
  const url = workbenchUrl(server, { folder, developmentPath });
  const workbench = new Workbench({ page, server, folder, url, scope });
  await workbench.reload();
  return workbench;
}

async function writeWorkspace(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

function managerEnvironment({ manager }: OpenWorkbenchOptions): Record<string, string> {
  return manager ? connectionVariables(manager) : {};
}
