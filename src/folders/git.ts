import * as l10n from '@vscode/l10n';
import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

const execute = promisify(execFile);

/** How long a remote may take for an answer, in milliseconds, and until when it is waited for. */
export interface RemoteLimits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A folder in a repository of git, in which git is run; it never asks for a password. */
export class Git {
  private constructor(
    /** The absolute path of git. */
    private readonly program: string,
    readonly folder: string,
    private readonly limits: RemoteLimits,
    /** The path of the folder from the top of the repository, empty or with a slash at its end. */
    readonly prefix = '',
  ) {}

  /**
   * Undefined outside of a repository.
   * @throws {SentenceError} where git does not open the one that there is: what is agreed stands in it
   */
  static async at(folder: string, limits: RemoteLimits): Promise<Git | undefined> {
    const git = Git.untried(folder, limits);
    if (!git) return undefined;
    try {
      const prefix = await git.line('rev-parse', '--show-prefix');
      return new Git(git.program, folder, limits, prefix);
    } catch (error) {
      // Not so of a repository that is only found in part, such as a worktree without the one that it belongs to.
      if (saidByGit(error).includes('not a git repository (or any')) return undefined;
      throw new SentenceError(
        l10n.t('git does not open the repository of this folder. It says: {0}', inert(allSaidByGit(error))),
        { cause: error },
      );
    }
  }

  /**
   * As {@link at}, without a look whether git opens the repository: for who asks one thing alone, which is none of its paths.
   * @throws {SentenceError} where there is no git
   */
  static untried(folder: string, limits: RemoteLimits): Git | undefined {
    if (process.env['GIT_DIR'] === undefined && !isBelowRepository(folder)) return undefined;
    const program = programOnPath('git');
    if (program !== undefined) return new Git(program, folder, limits);
    throw new SentenceError(
      l10n.t('This folder is in a repository of git, and git is not found. Install it. Nothing was sent.'),
    );
  }

  /** @returns what it printed @throws where it ends with an error, whose message is what it said */
  async run(...args: readonly string[]): Promise<string> {
    return (await execute(this.program, [...args], { ...this.options, maxBuffer: 2 ** 30 })).stdout;
  }

  line = async (...args: readonly string[]): Promise<string> => (await this.run(...args)).trim();

  /** Empty where git says that there is no such thing. */
  lineIfAny = (...args: readonly string[]): Promise<string> => this.line(...args).catch(() => '');

  /** Runs it with an input. @returns its output, a character for each byte */
  feed(args: readonly string[], input: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(this.program, [...args], { ...this.options, stdio: ['pipe', 'pipe', 'pipe'] });
      let output = '';
      let errors = '';
      child.stdout.setEncoding('latin1').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.once('error', reject);
      child.once('close', code => (code === 0 ? resolve(output) : reject(new Error(errors))));
      // One that ends before it has read all says why.
      child.stdin.once('error', () => undefined);
      child.stdin.end(input);
    });
  }

  /**
   * Runs what asks a remote. It ends, with all that it started, when the run does and when its time is over.
   * @param times for how many answers it has time
   * @throws as {@link run}, and {SentenceError} where no answer came in time
   */
  async askRemote(args: readonly string[], times = 1): Promise<string> {
    const { signal, timeout } = this.limits;
    const over = AbortSignal.timeout(times * timeout);
    // What was done until the run was ended is handed over still.
    const ends = signal.aborted ? over : AbortSignal.any([over, signal]);
    // Of its own group, so that its helpers end with it, and so that ssh has no terminal to ask at.
    const detached = process.platform !== 'win32';
    const options = { ...this.options, env: { ...this.options.env, ...(await this.sshEnvironment()) } };
    const child = spawn(this.program, [...args], { ...options, detached, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => {
      try {
        if (!detached || child.pid === undefined) child.kill();
        else process.kill(-child.pid);
      } catch {
        // It has just ended.
      }
    };
    let output = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    return new Promise<string>((resolve, reject) => {
      ends.addEventListener('abort', end, { once: true });
      child.once('error', reject);
      child.once('close', code => {
        ends.removeEventListener('abort', end);
        if (code === 0) resolve(output);
        else if (over.aborted)
          reject(new SentenceError(l10n.t('no answer within {0} s', (times * timeout) / 1000)));
        else reject(Object.assign(new Error(stderr), { stderr }));
      });
    });
  }

  isBefore = (commit: string, other = 'HEAD'): Promise<boolean> =>
    this.run('merge-base', '--is-ancestor', commit, other).then(
      () => true,
      () => false,
    );

  /** The commit of a ref; empty where there is none. */
  commitOf = (ref: string): Promise<string> => this.lineIfAny('rev-parse', '--verify', '--quiet', ref);

  /** Lets ssh ask nothing, where nobody said how it is to be run. */
  private async sshEnvironment(): Promise<NodeJS.ProcessEnv> {
    const { GIT_SSH_COMMAND: command, GIT_SSH: program } = process.env;
    if (command || program || (await this.lineIfAny('config', 'core.sshCommand'))) return {};
    return { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' };
  }

  private get options() {
    // What git runs, such as the hooks of a repository, has no part in the key of the manager.
    const { NETSENSOR_API_KEY: _, ...environment } = process.env;
    return { cwd: this.folder, env: { ...environment, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' } };
  }
}

/**
 * The absolute path of a program that is on the PATH. Windows would take one of that name in the folder that it works in, which
 * may be of a pull request.
 */
export function programOnPath(
  name: string,
  environment: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | undefined {
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  const file = platform === 'win32' ? `${name}.exe` : name;
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map(folder => join(folder, file))
    .find(isRunnable);
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
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

/** All that git said when it failed, with its advice, in one line. */
const allSaidByGit = (error: unknown): string =>
  (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error))
    .trim()
    .replaceAll(/\s+/g, ' ');

/** What git said when it failed, in one line. */
export function saidByGit(error: unknown): string {
  if (error instanceof SentenceError) return error.message;
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = said.split('\n').filter(line => /^(?:fatal|error|remote):|rejected/.test(line));
  return (lines.at(0) ?? said.trim().split('\n').at(-1) ?? '').trim();
}
