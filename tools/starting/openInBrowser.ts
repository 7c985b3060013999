import { spawn } from 'node:child_process';
import { onPath } from '../../test/host/onPath.js';
import { installVSCode } from '../../test/host/installVSCode.js';
import { installExtension, startVSCodeServer } from '../../test/host/vscodeServer.js';
import { workbenchUrl } from '../../test/host/workbenchUrl.js';
import { packProductionBuild, testVsix } from '../packaging/packProductionBuild.js';
import type { EditorRequest, EditorSession } from './editorSession.js';
import { hasDisplay } from './openDesktop.js';

export interface BrowserRequest extends EditorRequest {
  /** 0 means any free port. */
  readonly port: number;
  /** Whether to open the default browser, where there is one. */
  readonly shouldOpen: boolean;
}

/**
 * Serves the pinned VS Code with the packaged extension installed, and prints the address of its window. A window that
 * loads the extension from its folder would show no notifications.
 */
export async function openInBrowser(request: BrowserRequest): Promise<EditorSession> {
  const install = await installVSCode();
  await packProductionBuild();
  await installExtension(install, request.dataDir, testVsix);
  const server = await startVSCodeServer({ ...request, install, loadsFolders: false });
  const url = workbenchUrl(server, { folder: request.workspace });
  console.log(`VS Code ${install.version} with Netsensor:\n\n  ${url}\n`);
  if (request.shouldOpen && hasDisplay()) openDefaultBrowser(url);
  return server;
}

/** A browser that does not open is no failure: the address has been printed. */
function openDefaultBrowser(url: string): void {
  const [command, ...args] = browserCommand(url);
  if (command === undefined) return;
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

function browserCommand(url: string): readonly string[] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  const opener = onPath(['xdg-open']);
  return opener ? [opener, url] : [];
}
