import { Failure } from './failure.js';
import { onPath } from './onPath.js';
import { runCommand } from './runCommand.js';
import { withProgress } from './withProgress.js';

export interface AptInstall {
  /** What the person is waiting for: “Chromium”. */
  readonly what: string;
  /** Names of packages, the best first; one of them is installed. */
  readonly packages: readonly string[];
  /** What to do without apt, as the end of a sentence. */
  readonly advice: string;
}

/** Whether packages of Debian can be installed here without asking anybody. */
export const canInstallWithApt = (): boolean => process.getuid?.() === 0 && onPath(['apt-get']) !== undefined;

/** Installs the first of some packages that Debian has. @throws {Failure} when it has none of them, or cannot be reached */
export async function installWithApt({ what, packages, advice }: AptInstall): Promise<void> {
  const install = packages.map(name => `apt-get install -y -q -o DPkg::Lock::Timeout=300 ${name}`);
  const script = `apt-get update -q && { ${install.join(' || ')}; }`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { exitCode, output } = await withProgress(
    `Installing ${what} with apt-get (once)`,
    runCommand({ command: 'sh', args: ['-c', script], env }),
  );
  if (exitCode === 0) return;
  const lastLine = output.trim().split('\n').at(-1) ?? '';
  throw new Failure(`apt-get could not install ${what} (${lastLine}): ${advice}.`);
}
