import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { findChromium } from '../host/findChromium.js';
import { installVSCode } from '../host/installVSCode.js';
import { openBrowser } from '../host/openBrowser.js';
import type { Scope } from '../host/scope.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import {
  installExtension,
  startVSCodeServer,
  type ServerOptions,
  type VSCodeServer,
} from '../host/vscodeServer.js';
import { connectionVariables, type ManagerAddress } from '../support/startLocalManager.js';

export interface WindowHostOptions extends Pick<ServerOptions, 'settings' | 'logLevel'> {
  /** Becomes the environment connection of the extension in every window. */
  readonly manager?: ManagerAddress;
  /** A packaged extension to install, instead of loading this repository's folder. */
  readonly vsix?: string;
  /** Another one, to compare with. */
  readonly otherVsix?: string;
  /** More arguments for Chromium. */
  readonly browserArguments?: readonly string[];
}

/** A VS Code server and a browser, in which windows can be opened. */
export interface WindowHost {
  readonly server: VSCodeServer;
  readonly browser: Browser;
  /** Whether windows load the extension from this repository's folder. */
  readonly loadsFolder: boolean;
}

/** Settings of windows that tests drive: a second row of a branch, which sticks to the top, would cover others. */
export const windowSettings = { 'workbench.tree.enableStickyScroll': false };

/** Starts a VS Code without settings, state or other extensions of anybody's, until the scope ends. */
export async function startWindowHost(scope: Scope, options: WindowHostOptions = {}): Promise<WindowHost> {
  const work = await temporaryFolder('vscode-data');
  scope.defer(() => work.remove());
  const dataDir = join(work.path, 'data');
  const install = await installVSCode();
  const loadsFolder = options.vsix === undefined;
  for (const vsix of [options.vsix, options.otherVsix])
    if (vsix) await installExtension(install, dataDir, vsix);
  const env = options.manager ? connectionVariables(options.manager) : {};
  const settings = { ...windowSettings, ...options.settings };
  const server = await startVSCodeServer({
    ...options,
    settings,
    install,
    dataDir,
    env,
    loadsFolders: loadsFolder,
  });
  scope.defer(() => server.stop());
  const browser = await openBrowser(await findChromium(), options.browserArguments);
  scope.defer(() => browser.close());
  return { server, browser, loadsFolder };
}
