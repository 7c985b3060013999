import { testVsix } from '../../tools/packaging/packProductionBuild.js';
import { shortLived } from '../host/openBrowser.js';
import { Scope } from '../host/scope.js';
import { replaceSettings, type ServerOptions } from '../host/vscodeServer.js';
import { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { small, startLocalManager, type LocalManager } from '../support/startLocalManager.js';
import { keepFailure } from './keepFailure.js';
import { openWindow, usualViewport, writeFiles, type WindowOptions } from './openWorkbench.js';
import { startWindowHost, windowSettings, type WindowHost } from './windowHost.js';
import type { Workbench } from './workbench.js';

/** Hours of traffic that the results of the tests go back, and one that has only begun. */
const hoursOfTraffic = 25;

/** A window, and the user's settings in it on top of the quiet ones. */
export interface SharedWindowOptions extends WindowOptions, Partial<Pick<ServerOptions, 'settings'>> {}

/** What the suites of one run share: a manager behind an address that can fail, and VS Code with the packaged extension. */
export class SharedWindow {
  private readonly scope = new Scope();
  private parts: Promise<SharedParts> | undefined;
  private host: Promise<WindowHost> | undefined;
  private kept: Workbench | undefined;

  /** The manager and the address at which windows know it; started when first asked for. */
  connection(): Promise<SharedParts> {
    return (this.parts ??= this.startManager());
  }

  /** A window with a profile and a folder of its own, and the settings of its suite alone. */
  async open(options: SharedWindowOptions): Promise<Workbench> {
    const { proxy } = await this.connection();
    await proxy.heal();
    const host = await (this.host ??= this.startHost());
    await replaceSettings(host.server, { ...windowSettings, ...options.settings });
    return openWindow(host, options);
  }

  /**
   * The window that was kept, without editors and messages and with these files beside those of others; a fresh one where none
   * was. Trees stay as they are, but are read again.
   */
  async openKept(files: WindowOptions['files']): Promise<Workbench> {
    const { kept } = this;
    this.kept = undefined;
    if (!kept) return this.open({ files });
    const { proxy } = await this.connection();
    await proxy.heal();
    try {
      await writeFiles(kept.folder, files);
      await tidy(kept);
    } catch (error) {
      await keepFailure({ window: kept, title: 'tidying the kept window', requests: proxy.seen });
      await kept.close();
      throw error;
    }
    return kept;
  }

  /** Keeps a window for {@link openKept}, unless its suite failed: nobody knows what that left. */
  async keep(window: Workbench, hasFailed: boolean): Promise<void> {
    this.kept = hasFailed ? undefined : window;
    if (hasFailed) await window.close();
  }

  /** Stops everything that was started. */
  async close(): Promise<void> {
    try {
      await this.kept?.close();
    } finally {
      await this.scope.close();
    }
  }

  private async startManager(): Promise<SharedParts> {
    const manager = await startLocalManager({ moreArguments: small(hoursOfTraffic) });
    this.scope.defer(() => manager.stop());
    const proxy = new FaultyProxy(manager.url);
    await proxy.start();
    this.scope.defer(() => proxy.stop());
    return { manager, proxy };
  }

  private async startHost(): Promise<WindowHost> {
    const { manager, proxy } = await this.connection();
    const address = { url: proxy.url, apiKey: manager.apiKey };
    return startWindowHost(this.scope, { manager: address, vsix: testVsix, browserArguments: shortLived });
  }
}

async function tidy(window: Workbench): Promise<void> {
  await window.page.setViewportSize(usualViewport);
  await window.closeEditors();
  await window.runCommand('Netsensor: Refresh');
  // VS Code leaves a branch empty that is opened while it draws a tree anew (“No tree item with id … found” in its log).
  await window.hasRead();
  await window.runCommand('Notifications: Clear All Notifications');
}

interface SharedParts {
  readonly manager: LocalManager;
  readonly proxy: FaultyProxy;
}
