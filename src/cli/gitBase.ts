import * as l10n from '@vscode/l10n';
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FolderBase } from '../model/asCode/folderSides.js';
import {
  parseFile,
  printFile,
  recordsFolder,
  typeOfFile,
  type FileRecord,
} from '../model/asCode/recordsAsFiles.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { parseIds, printIds, writeWhole, type BaseStore } from './folderFiles.js';

const run = promisify(execFile);

/** A repository of git with the folder in it. */
interface Repository {
  readonly root: string;
  /** The path of the folder from the top of the repository, empty or with a slash at its end. */
  readonly prefix: string;
}

/** Where the repository begins; undefined outside of one, and without git. */
export async function repositoryOf(root: string): Promise<Repository | undefined> {
  const prefix = await run('git', ['rev-parse', '--show-prefix'], { cwd: root }).catch(() => undefined);
  return prefix && { root, prefix: prefix.stdout.trim() };
}

/** One base of the chain: the commit of the repository that it was applied from, where that had all of it. */
interface ChainedBase {
  readonly commit: string;
  readonly from: string;
}

/** The file that says which base this checkout has that is in no commit of it yet. */
const ownBase = join('.netsensor', 'base-commit');
const idsName = 'ids.json';

/**
 * Keeps what is agreed as a chain of commits beside the branches, `refs/netsensor/<manager>`: the files and the numbers of their records.
 * A checkout is compared with the newest one that it contains, so that a branch that is behind takes nothing back.
 */
export class GitBase implements BaseStore {
  private readonly ref: string;
  private trees: Promise<ReadonlySet<string>> | undefined;

  constructor(
    private readonly repository: Repository,
    private readonly address: string,
  ) {
    this.ref = `refs/netsensor/${address.replace(/^https?:\/+/, '').replaceAll(/[^\w-]+/g, '-')}`;
  }

  async read(): Promise<{ readonly base: FolderBase | undefined; readonly isBehind: boolean }> {
    const chain = await this.chain();
    for (const [at, { commit, from }] of chain.entries())
      if (await this.contains(commit, from)) return { base: await this.baseOf(commit), isBehind: at > 0 };
    return { base: undefined, isBehind: chain.length > 0 };
  }

  async write({ files, ids, formerly }: FolderBase): Promise<void> {
    const [last] = await this.chain();
    const head = await this.line('rev-parse', '--verify', '--quiet', 'HEAD').catch(() => '');
    const isClean = head !== '' && (await this.line('status', '--porcelain', '--', recordsFolder)) === '';
    const texts = [...files].map(([path, file]) => [path, printFile(file)] as const);
    const made = await this.commit(
      [...texts, [idsName, printIds({ address: this.address, ids, formerly })]],
      {
        parents: [last?.commit ?? '', head].filter(Boolean),
        message: `agreed with ${this.address}\n\nFrom: ${isClean ? head : ''}\n`,
      },
    );
    await this.git('update-ref', this.ref, made, last?.commit ?? '').catch((error: unknown) => {
      throw new SentenceError(
        l10n.t('Somebody else has pulled or applied meanwhile: {0} has moved. Pull again.', inert(this.ref)),
        { cause: error },
      );
    });
    await writeWhole(join(this.repository.root, ownBase), `${made}\n${head}\n`);
  }

  /** The bases from the newest one on. */
  private async chain(): Promise<ChainedBase[]> {
    const format = '%H %(trailers:key=From,valueonly,separator=%x20)';
    const log = await this.git('log', '--first-parent', `--format=${format}`, this.ref).catch(() => '');
    return log
      .split('\n')
      .filter(line => line !== '')
      .map(line => line.split(' '))
      .map(([commit = '', from = '']) => ({ commit, from }));
  }

  /** Whether this checkout comes from a base: it is behind the commit that was applied, has its files, or has just pulled it. */
  private async contains(commit: string, from: string): Promise<boolean> {
    if (from !== '' && (await this.isBefore(from))) return true;
    const [own, head] = (await readFile(join(this.repository.root, ownBase), 'utf8').catch(() => '')).split(
      '\n',
    );
    if (own === commit && (!head || (await this.isBefore(head)))) return true;
    const tree = await this.line('rev-parse', '--verify', '--quiet', `${commit}:${recordsFolder}`).catch(
      () => '',
    );
    if (tree === '') return false;
    this.trees ??= this.earlierTrees();
    return (await this.trees).has(tree);
  }

  private isBefore = (commit: string): Promise<boolean> =>
    this.git('merge-base', '--is-ancestor', commit, 'HEAD').then(
      () => true,
      () => false,
    );

  /** What the folder of records was in the commits of this checkout. */
  private async earlierTrees(): Promise<ReadonlySet<string>> {
    const commits = await this.git('log', '--format=%H', 'HEAD', '--', recordsFolder).catch(() => '');
    const names = commits
      .split('\n')
      .filter(line => line !== '')
      .map(each => `${each}:${this.repository.prefix}${recordsFolder}`);
    const trees = await this.feed(['cat-file', '--batch-check=%(objectname)'], `${names.join('\n')}\n`);
    return new Set(trees.split('\n'));
  }

  private async baseOf(commit: string): Promise<FolderBase> {
    const names = (await this.git('ls-tree', '-r', '-z', '--name-only', commit)).split('\0').filter(Boolean);
    const texts = await this.textsOf(names.map(name => `${commit}:${name}`));
    const files = new Map<string, FileRecord>();
    let numbers: ReturnType<typeof parseIds> | undefined;
    for (const [at, name] of names.entries()) {
      const type = typeOfFile(name);
      if (type) files.set(name, parseFile(type, texts[at] ?? ''));
      else if (name === idsName) numbers = parseIds(texts[at] ?? '');
    }
    if (numbers?.address !== this.address)
      throw new SentenceError(
        l10n.t('{0} is no base of netsensor. Delete it to begin anew.', inert(this.ref)),
      );
    return { files, ids: numbers.ids, formerly: numbers.formerly };
  }

  /** The contents of objects, asked for at once: each comes behind a line with its length in bytes. */
  private async textsOf(names: readonly string[]): Promise<string[]> {
    const answer = Buffer.from(
      await this.feed(['cat-file', '--batch=%(objectsize)'], `${names.join('\n')}\n`),
      'latin1',
    );
    const texts: string[] = [];
    for (let at = 0; at < answer.length;) {
      const end = answer.indexOf('\n', at);
      const start = end + 1;
      const length = Number(answer.toString('latin1', at, end));
      texts.push(answer.toString('utf8', start, start + length));
      at = start + length + 1;
    }
    return texts;
  }

  /** Makes a commit of files that is on no branch. @returns its name */
  private async commit(
    files: readonly (readonly [path: string, text: string])[],
    { parents, message }: { readonly parents: readonly string[]; readonly message: string },
  ): Promise<string> {
    const draft = `refs/netsensor-draft/${process.pid}`;
    const [from, ...merged] = parents;
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
    const stream = [
      `commit ${draft}\n`,
      `committer netsensor <netsensor@localhost> ${Math.floor(Date.now() / 1000)} +0000\n`,
      data(message),
      ...(from === undefined ? [] : [`from ${from}\n`]),
      ...merged.map(each => `merge ${each}\n`),
      'deleteall\n',
      ...files.map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    ].join('');
    await this.feed(['fast-import', '--quiet', '--force'], stream);
    const made = await this.line('rev-parse', draft);
    await this.git('update-ref', '-d', draft);
    return made;
  }

  private async git(...args: readonly string[]): Promise<string> {
    return (await run('git', [...args], { cwd: this.repository.root, maxBuffer: 2 ** 30 })).stdout;
  }

  private line = async (...args: readonly string[]): Promise<string> => (await this.git(...args)).trim();

  /** Runs git with an input. @returns its output, a character for each byte */
  private feed(args: readonly string[], input: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn('git', [...args], { cwd: this.repository.root, stdio: ['pipe', 'pipe', 'pipe'] });
      let output = '';
      let errors = '';
      child.stdout.setEncoding('latin1').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.once('error', reject);
      child.once('close', code => (code === 0 ? resolve(output) : reject(new Error(errors))));
      child.stdin.end(input);
    });
  }
}
