import * as vscode from 'vscode';
import type { ExplorerNode } from '../../src/explorer/explorerNode.js';
import { tableEditorType, View } from '../../src/ids.js';
import { eventually } from './eventually.js';
import { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { handedManager, type HandedManager } from './handedManager.js';

/** The extension under test, connected through a proxy that can fail. */
export interface ExtensionUnderTest {
  /** The manager itself, for an independent look at what is stored. */
  readonly manager: HandedManager;
  /** What the extension's environment connection talks to. */
  readonly proxy: FaultyProxy;
  /** What opens the documents of lists as tables. */
  readonly tables: vscode.CustomTextEditorProvider;
  /** The rows of the tree, as VS Code asks for them. */
  readonly rows: vscode.TreeDataProvider<ExplorerNode>;
}

let prepared: Promise<() => Promise<ExtensionUnderTest>> | undefined;
let shared: Promise<ExtensionUnderTest> | undefined;

/**
 * The extension reads its environment once, when it starts, so the whole suite shares one manager behind one proxy, which
 * are there before that.
 */
export function prepareExtension(): Promise<unknown> {
  return (prepared ??= prepare());
}

/** Call it inside `describe`; the proxy works again before each test. */
export function useExtension(): () => ExtensionUnderTest {
  let current: ExtensionUnderTest | undefined;
  before('start the extension', async function () {
    this.timeout(90_000);
    shared ??= prepared?.then(start => start());
    if (!shared) throw new Error('Nothing was prepared before the extension started');
    current = await shared;
  });
  beforeEach('a manager that works', () => current?.proxy.heal());
  after('a manager that works', () => current?.proxy.heal());
  return () => {
    if (!current) throw new Error('The extension runs only while tests run');
    return current;
  };
}

async function prepare(): Promise<() => Promise<ExtensionUnderTest>> {
  const manager = handedManager();
  const proxy = new FaultyProxy(manager.url);
  await proxy.start();
  process.env.NETSENSOR_URL = proxy.url;
  process.env.NETSENSOR_API_KEY = manager.apiKey;
  const extension = vscode.extensions.getExtension('netsensor.netsensor');
  if (!extension || extension.isActive)
    throw new Error('The extension was active before its environment was set');
  const provided = noteTables();
  const drawn = noteRows();
  return async () => {
    await extension.activate();
    const tables = provided();
    if (!tables) throw new Error('Nothing opens lists as tables');
    const rows = drawn();
    if (!rows) throw new Error('Nothing draws the tree');
    await hideDetails();
    return { manager, proxy, tables, rows };
  };
}

/** Notes what draws the tree. */
function noteRows(): () => vscode.TreeDataProvider<ExplorerNode> | undefined {
  const { createTreeView } = vscode.window;
  let rows: vscode.TreeDataProvider<ExplorerNode> | undefined;
  const create: typeof createTreeView = (id, options) => {
    if (id === View.explorer) rows = options.treeDataProvider as unknown as typeof rows;
    return createTreeView(id, options);
  };
  Object.assign(vscode.window, { createTreeView: create });
  return () => {
    Object.assign(vscode.window, { createTreeView });
    return rows;
  };
}

/** Notes what is registered for tables, whose pages no test reaches otherwise. */
function noteTables(): () => vscode.CustomTextEditorProvider | undefined {
  const { registerCustomEditorProvider } = vscode.window;
  let tables: vscode.CustomTextEditorProvider | undefined;
  const register: typeof registerCustomEditorProvider = (type, provider, options) => {
    if (type === tableEditorType && 'resolveCustomTextEditor' in provider) tables = provider;
    return registerCustomEditorProvider(type, provider, options);
  };
  Object.assign(vscode.window, { registerCustomEditorProvider: register });
  return () => {
    Object.assign(vscode.window, { registerCustomEditorProvider });
    return tables;
  };
}

/** What they ask a manager beside would be among the requests that tests count. */
async function hideDetails(): Promise<void> {
  await vscode.commands.executeCommand('workbench.view.extension.netsensor');
  // There is a command for it once the view was there.
  await eventually(() => vscode.commands.executeCommand(`${View.details}.removeView`));
}
