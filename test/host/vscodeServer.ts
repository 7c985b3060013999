import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertPortIsFree } from './assertPortIsFree.js';
import { Failure } from './failure.js';
import type { VSCodeInstall } from './installVSCode.js';
import { runCommand } from './runCommand.js';
import { startProcess, type ProcessGroup } from './startProcess.js';
import { temporaryFolder } from './temporaryFolder.js';

export interface ServerOptions {
  readonly install: VSCodeInstall;
  /** 0 or absent means any free port. */
  readonly port?: number;
  /** Absent means a fresh folder that is removed when the server stops. */
  readonly dataDir?: string;
  /** Added to the environment of the server and so of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly logLevel?: 'info' | 'debug' | 'trace';
  /**
   * Lets the page load an extension from a folder; VS Code then shows no notification toasts. True when absent;
   * false shows the window as users see it.
   */
  readonly loadsFolders?: boolean;
  /** User settings on top of the quiet defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A running VS Code server with its extension host; the workbench is a page at its address. */
export interface VSCodeServer {
  readonly port: number;
  /** Whoever knows it can run commands on this machine, so it is made anew for each server. */
  readonly token: string;
  readonly dataDir: string;
  /** Where the server and the extension host write their logs. */
  readonly logDir: string;
  /** Resolves when the server ends, for whatever reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/** User settings for a window without distraction; saving by itself is the default of VS Code in a browser, and not on the desktop. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** An empty gallery: VS Code asks no marketplace about the extension under test. */
const offline = { EXTENSIONS_GALLERY: '{}' };

/** @throws {Failure} when the port is taken or the server ends before it listens. */
export async function startVSCodeServer(options: ServerOptions): Promise<VSCodeServer> {
  await assertPortIsFree(options.port ?? 0);
  const temporary = await temporaryFolder('vscode');
  const dataDir = options.dataDir ?? join(temporary.path, 'data');
  await writeSettings(dataDir, options.settings, 'wx');
  const token = randomBytes(16).toString('hex');
  const group = startProcess({
    command: options.install.node,
    args: [options.install.serverMain, ...serverArguments(options, dataDir, token)],
    env: { ...process.env, ...offline, TMPDIR: temporary.path, ...options.env },
  });
  const stop = async (): Promise<void> => {
    await group.stop();
    temporary.remove();
  };
  try {
    const port = await listeningPort(group);
    const exited = group.exited.then(() => undefined);
    return { port, token, dataDir, logDir: join(dataDir, 'data', 'logs'), exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Gives windows that are opened from now on the quiet settings and these, instead of those of windows before. */
export const replaceSettings = (
  { dataDir }: Pick<VSCodeServer, 'dataDir'>,
  settings: ServerOptions['settings'],
): Promise<void> => writeSettings(dataDir, settings, 'w');

/** @param flag with `wx` a folder that is used again keeps the settings that its user has made */
async function writeSettings(
  dataDir: string,
  settings: ServerOptions['settings'],
  flag: 'w' | 'wx',
): Promise<void> {
  const folder = join(dataDir, 'data', 'User');
  const text = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), text, { flag }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function serverArguments(options: ServerOptions, dataDir: string, token: string): string[] {
  const always = ['--accept-server-license-terms', '--disable-telemetry'];
  const address = ['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--connection-token', token];
  return [
    ...always,
    ...address,
    '--server-data-dir',
    dataDir,
    // The page is on the same machine.
    '--disable-websocket-compression',
    '--log',
    options.logLevel ?? 'info',
    ...(options.loadsFolders === false ? [] : ['--enable-smoke-test-driver']),
    '--disable-workspace-trust',
  ];
}

/** Installs a packaged extension into the data folder of a server that is yet to be started. */
export async function installExtension(install: VSCodeInstall, dataDir: string, vsix: string): Promise<void> {
  const args = [install.serverMain, '--server-data-dir', dataDir, '--install-extension', vsix];
  const { exitCode, output } = await runCommand({
    command: install.node,
    args,
    env: { ...process.env, ...offline },
  });
  if (exitCode !== 0) throw new Failure(`VS Code refused to install ${vsix}:\n${output.trim()}`);
}

/** The server prints the port it chose as soon as it listens. */
async function listeningPort(group: ProcessGroup): Promise<number> {
  let output = '';
  return new Promise<number>((resolve, reject) => {
    const read = (chunk: string): void => {
      output += chunk;
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    };
    group.child.stdout?.setEncoding('utf8').on('data', read);
    group.child.stderr?.setEncoding('utf8').on('data', read);
    const fail = (): void => reject(new Failure(`VS Code did not start:\n${output.trim()}`));
    group.exited.then(fail, fail);
    setTimeout(fail, 60_000).unref();
  });
}
