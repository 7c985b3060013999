import { spawn } from 'node:child_process';
import { onPath } from '../../test/host/findChromium.js';
import { installVSCode } from '../../test/host/installVSCode.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { startVSCodeServer } from '../../test/host/vscodeServer.js';
import { workbenchUrl } from '../../test/host/workbenchUrl.js';
import type { EditorRequest, EditorSession } from './editorSession.js';
import { hasDisplay } from './openDesktop.js';

export interface BrowserRequest extends EditorRequest {
  /** 0 means any free port. */
  readonly port: number;
  /** Whether to open the default browser, where there is one. */
  readonly shouldOpen: boolean;
}

/** Serves the pinned VS Code and prints the address of its window. */
export async function openInBrowser(request: BrowserRequest): Promise<EditorSession> {
  const install = await installVSCode();
  const server = await startVSCodeServer({ ...request, install });
  const url = workbenchUrl(server, { folder: request.workspace, developmentPath: repositoryPath() });
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
