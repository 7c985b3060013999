import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryPath } from '../host/repositoryPath.js';
import { Scope } from '../host/scope.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import { workbenchUrl } from '../host/workbenchUrl.js';
import { startWindowHost, type WindowHost, type WindowHostOptions } from './windowHost.js';
import { Workbench } from './workbench.js';

export interface WindowOptions {
  /** Files of the workspace folder, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface OpenWorkbenchOptions extends WindowHostOptions, WindowOptions {}

/** The size of a window that asks for no other: as high as two screens, so that tree, details and what is down have room. */
export const usualViewport = { width: 1440, height: 1300 };

/** A place in the title bar where nothing stands. */
const besideTitle = [120, 10] as const;

/** Milliseconds that anything in a window may take. */
const usualPatience = 20_000;

/** Opens a fresh VS Code with the extension on a fresh workspace folder; `close()` undoes all of it. */
export async function openWorkbench(options: OpenWorkbenchOptions = {}): Promise<Workbench> {
  return inScope(async scope => openPage(scope, await startWindowHost(scope, options), options));
}

/** Opens a window with a profile and a workspace folder of its own on a server that runs; `close()` closes the window alone. */
export async function openWindow(host: WindowHost, options: WindowOptions = {}): Promise<Workbench> {
  return inScope(scope => openPage(scope, host, options));
}

/** Puts files into the workspace folder of a window. */
export async function writeFiles(folder: string, files: WindowOptions['files'] = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function inScope(open: (scope: Scope) => Promise<Workbench>): Promise<Workbench> {
  const scope = new Scope();
  try {
    return await open(scope);
  } catch (error) {
    await scope.close();
    throw error;
  }
}

async function openPage(scope: Scope, host: WindowHost, options: WindowOptions): Promise<Workbench> {
  const work = await temporaryFolder('window');
  scope.defer(() => work.remove());
  const folder = join(work.path, 'workspace');
  await writeFiles(folder, options.files);
  const { server, browser } = host;
  // What the workbench remembers is in the browser, so a context of its own is a profile of its own.
  const context = await browser.newContext({
    viewport: options.viewport ?? usualViewport,
    reducedMotion: 'reduce',
  });
  scope.defer(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(usualPatience);
  // What is said of a row can come when the mouse has left that, and then covers the rows below until the mouse moves.
  const saidOfRow = page.locator('.context-view .workbench-hover p').first();
  // Who only waits for something is not held up by one that stays.
  await page.addLocatorHandler(saidOfRow, () => page.mouse.move(...besideTitle), { noWaitAfter: true });
  const developmentPath = host.loadsFolder ? repositoryPath() : undefined;
  const url = workbenchUrl(server, { folder, developmentPath });
  const workbench = new Workbench({ page, server, folder, url, scope });
  await workbench.reload();
  return workbench;
}
