import { execFile, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A folder in a repository of git, in which git is run; it never asks for a password. */
export class Git {
  private constructor(
    readonly folder: string,
    /** The path of the folder from the top of the repository, empty or with a slash at its end. */
    readonly prefix: string,
  ) {}

  /** Undefined outside of a repository, and without git. */
  static async at(folder: string): Promise<Git | undefined> {
    if (process.env['GIT_DIR'] === undefined && !isBelowRepository(folder)) return undefined;
    const prefix = await new Git(folder, '').run('rev-parse', '--show-prefix').catch(() => undefined);
    return prefix === undefined ? undefined : new Git(folder, prefix.trim());
  }

  /** @returns what it printed @throws where it ends with an error, whose message is what it said */
  async run(...args: readonly string[]): Promise<string> {
    return (await execute('git', [...args], { ...this.options, maxBuffer: 2 ** 30 })).stdout;
  }

  line = async (...args: readonly string[]): Promise<string> => (await this.run(...args)).trim();

  /** Empty where git says that there is no such thing. */
  lineIfAny = (...args: readonly string[]): Promise<string> => this.line(...args).catch(() => '');

  /** Runs it with an input. @returns its output, a character for each byte */
  feed(args: readonly string[], input: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', [...args], { ...this.options, stdio: ['pipe', 'pipe', 'pipe'] });
      let output = '';
      let errors = '';
      child.stdout.setEncoding('latin1').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.once('error', reject);
      child.once('close', code => (code === 0 ? resolve(output) : reject(new Error(errors))));
      child.stdin.end(input);
    });
  }

  isBefore = (commit: string, other = 'HEAD'): Promise<boolean> =>
    this.run('merge-base', '--is-ancestor', commit, other).then(
      () => true,
      () => false,
    );

  /** The commit of a ref; empty where there is none. */
  commitOf = (ref: string): Promise<string> => this.lineIfAny('rev-parse', '--verify', '--quiet', ref);

  private get options() {
    // What git runs, such as the hooks of a repository, has no part in the key of the manager.
    const { NETSENSOR_API_KEY: _, ...environment } = process.env;
    return { cwd: this.folder, env: { ...environment, GIT_TERMINAL_PROMPT: '0' } };
  }
}

/** Whether there is a reason to start git, which takes longer than to look for one. */
function isBelowRepository(folder: string): boolean {
  if (!existsSync(folder)) return false;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (dirname(at) === at) return false;
  }
}

/** What git said when it failed, in one line. */
export function saidByGit(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = said.split('\n').filter(line => /^(?:fatal|error|remote):|rejected/.test(line));
  return (lines.at(0) ?? said.trim().split('\n').at(-1) ?? '').trim();
}
