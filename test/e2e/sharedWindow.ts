import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testVsix } from '../../tools/packaging/packProductionBuild.js';
import { Scope } from '../host/scope.js';
import { FaultyProxy } from '../support/faultyProxy.js';
import { startLocalManager, type LocalManager } from '../support/startLocalManager.js';
import { keepFailure } from './keepFailure.js';
import { openWindow, usualPatience, usualViewport, writeFiles, type WindowOptions } from './openWorkbench.js';
import { startWindowHost, type WindowHost } from './windowHost.js';
import type { Workbench } from './workbench.js';

/** Hours of traffic that the results of the tests go back, and one that has only begun. */
const hoursOfTraffic = '25';

/** What the suites of one run share: a manager behind an address that can fail, and VS Code with the packaged extension. */
export class SharedWindow {
  private readonly scope = new Scope();
  private parts: Promise<SharedParts> | undefined;
  private host: Promise<WindowHost> | undefined;
  private window: Workbench | undefined;
  /** The text of the user's settings before the first test. */
  private settings = '';

  /** The manager and the address at which windows know it; started when first asked for. */
  connection(): Promise<SharedParts> {
    return (this.parts ??= this.startManager());
  }

  /** The window that suites use one after the other, tidy; a fresh one when a failure left it in a state that nobody knows. */
  async take(options: WindowOptions): Promise<Workbench> {
    const { proxy } = await this.connection();
    await proxy.heal();
    if (this.window && (await this.isTidied(this.window, options))) return this.window;
    await this.forget();
    this.window = await openWindow(await (this.host ??= this.startHost()), options);
    this.settings ||= await readFile(this.window.settingsFile, 'utf8');
    return this.window;
  }

  /** Closes the window, so that the next suite gets a fresh one. */
  async forget(): Promise<void> {
    const { window } = this;
    this.window = undefined;
    await window?.close();
  }

  /** Stops everything that was started. */
  async close(): Promise<void> {
    await this.forget();
    await this.scope.close();
  }

  private async startManager(): Promise<SharedParts> {
    const manager = await startLocalManager({ moreArguments: ['--history', hoursOfTraffic] });
    this.scope.defer(() => manager.stop());
    const proxy = new FaultyProxy(manager.url);
    await proxy.start();
    this.scope.defer(() => proxy.stop());
    return { manager, proxy };
  }

  private async startHost(): Promise<WindowHost> {
    const { manager, proxy } = await this.connection();
    const address = { url: proxy.url, apiKey: manager.apiKey };
    return startWindowHost(this.scope, { manager: address, vsix: testVsix });
  }

  private async isTidied(window: Workbench, { files, viewport }: WindowOptions): Promise<boolean> {
    try {
      window.page.setDefaultTimeout(usualPatience);
      await window.page.setViewportSize(viewport ?? usualViewport);
      if ((await readFile(window.settingsFile, 'utf8')) !== this.settings)
        await writeFile(window.settingsFile, this.settings);
      await window.tidy();
      for (const name of await readdir(window.folder))
        await rm(join(window.folder, name), { recursive: true });
      await writeFiles(window.folder, files);
      return true;
    } catch (error) {
      console.log(`The window could not be tidied, so a fresh one is opened: ${String(error)}`);
      await keepFailure({ window, title: 'tidying of the window', requests: [] });
      return false;
    }
  }
}

interface SharedParts {
  readonly manager: LocalManager;
  readonly proxy: FaultyProxy;
}
