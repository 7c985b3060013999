import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath } from '../../test/host/onPath.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { startProcess } from '../../test/host/startProcess.js';
import { quietSettings } from '../../test/host/vscodeServer.js';
import type { EditorRequest, EditorSession } from './editorSession.js';

/** The `code` command of a desktop VS Code that could show a window here. */
export function findDesktop(): string | undefined {
  // In the terminal of a remote window `code` only talks to that window.
  if (process.env.VSCODE_IPC_HOOK_CLI) return undefined;
  return hasDisplay() ? onPath(['code']) : undefined;
}

/** Whether this machine can show a window to the user who runs the command. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

/** Opens desktop VS Code on a data folder of its own, so that it is a process of its own with our environment. */
export async function openDesktop(command: string, request: EditorRequest): Promise<EditorSession> {
  await mkdir(join(request.dataDir, 'User'), { recursive: true });
  const settings = join(request.dataDir, 'User', 'settings.json');
  await writeFile(settings, JSON.stringify(quietSettings, null, 2), { flag: 'wx' }).catch(() => undefined);
  const started = Date.now();
  const group = startProcess({
    ...throughShell(command, [
      '--new-window',
      '--wait',
      `--extensionDevelopmentPath=${repositoryPath()}`,
      `--user-data-dir=${request.dataDir}`,
      '--disable-workspace-trust',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      request.workspace,
    ]),
    env: { ...process.env, ...request.env },
    stdio: 'inherit',
  });
  const stop = async (): Promise<void> => {
    await stopWindow(join(request.dataDir, 'code.lock'), started);
    await group.stop();
  };
  return { exited: group.exited.then(() => undefined), stop };
}

/**
 * `code` leaves the window behind when it is stopped; VS Code writes the process id of the window's owner to this file.
 * @param since a file that is older was left by an earlier run, and its process id may be anyone's by now
 */
async function stopWindow(lockFile: string, since: number): Promise<void> {
  const written = await stat(lockFile).catch(() => undefined);
  if (!written || written.mtimeMs < since) return;
  const pid = Number((await readFile(lockFile, 'utf8')).trim());
  if (!Number.isInteger(pid) || pid <= 1) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // ESRCH: the window has been closed already.
  }
}

/** On Windows `code` is a batch file, which only a shell can start. */
function throughShell(
  command: string,
  args: readonly string[],
): { command: string; args: readonly string[] } {
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', command, ...args] }
    : { command, args };
}
