import { pathToFileURL } from 'node:url';
import type { VSCodeServer } from './vscodeServer.js';

export interface WorkbenchUrlOptions {
  /** The folder or the `.code-workspace` file that the window opens. */
  readonly folder: string;
  /** The extension to load from its folder, unpackaged. */
  readonly developmentPath?: string;
  /** The module whose `run()` the extension host calls, after which the window closes. */
  readonly testsPath?: string;
}

/** The address at which a browser finds the workbench of this server. */
export function workbenchUrl(server: VSCodeServer, options: WorkbenchUrlOptions): string {
  const remote = (path: string): string =>
    `vscode-remote://127.0.0.1:${server.port}${pathToFileURL(path).pathname}`;
  const payload: [string, string][] = [];
  if (options.developmentPath) payload.push(['extensionDevelopmentPath', remote(options.developmentPath)]);
  if (options.testsPath) {
    payload.push(['extensionTestsPath', remote(options.testsPath)], ['enableProposedApi', '']);
  }
  const url = new URL(`http://127.0.0.1:${server.port}/`);
  url.searchParams.set('tkn', server.token);
  url.searchParams.set(
    options.folder.endsWith('.code-workspace') ? 'workspace' : 'folder',
    pathToFileURL(options.folder).pathname,
  );
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
