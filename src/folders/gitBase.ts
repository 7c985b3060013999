import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { Files, FolderBase } from '../model/asCode/folderSides.js';
import { hasLost } from '../model/asCode/folderState.js';
import { printFile, recordsFolder } from '../model/asCode/recordsAsFiles.js';
import { isSameValue } from '../model/inventory/recordRules.js';
import { inert, type Inert } from '../words/inert.js';
import { GivenUpError, SentenceError } from '../words/sentenceErrors.js';
import {
  FolderBaseStore,
  MovedError,
  placeOf,
  printIds,
  type BaseStore,
  type ReadBase,
} from './folderBase.js';
import { readFolder, writeWhole } from './folderFiles.js';
import { saidByGit, type Git } from './git.js';
import { committedFiles, fromTrailer, idsName, readAgreed } from './gitFiles.js';
import { GitRemote } from './gitRemote.js';

/** One base of the chain: the commit of the repository that it was applied from, where that had all of it. */
interface ChainedBase {
  readonly commit: string;
  readonly from: string;
}

/** How what is agreed goes to others and comes from them. */
export interface GitExchange {
  /** Whether it is pushed once it has moved. */
  readonly pushes: boolean;
  /** Whether the remote is left alone: then nothing moves by reading. */
  readonly isLocal?: boolean;
  readonly warn: (text: Inert) => void;
  /** Aborted where nobody waits for the remote any more. */
  readonly signal: AbortSignal;
}

/**
 * Keeps what is agreed as a chain of commits beside the branches, `refs/netsensor/<manager>`: the files and the numbers of their records.
 * A checkout is compared with the newest one that it contains, so that a branch that is behind takes nothing back.
 */
export class GitBase implements BaseStore {
  private readonly ref: string;
  /** The file that says which base this checkout has that is in no commit of it yet, and from which commit it was agreed. */
  private readonly ownBase: string;
  /** What was agreed before the folder was in a repository. */
  private readonly beside: FolderBaseStore;
  private trees: Promise<ReadonlySet<string>> | undefined;
  private last: string | undefined;
  /** The commit that was checked out when it was read; another one is by the end where somebody switches branches. */
  private head = '';
  private remote: GitRemote | undefined;

  constructor(
    private readonly git: Git,
    private readonly address: string,
    private readonly exchange: GitExchange,
  ) {
    this.ref = `refs/netsensor/${placeOf(address)}`;
    this.ownBase = join(git.folder, '.netsensor', `base-commit-${placeOf(address)}`);
    this.beside = new FolderBaseStore(git.folder, address);
  }

  async read(): Promise<ReadBase> {
    const isAsked = !this.remote && this.exchange.isLocal !== true;
    const [head] = await Promise.all([this.git.commitOf('HEAD'), isAsked ? this.fetch() : undefined]);
    this.head = head;
    this.trees = undefined;
    const chain = await this.chain();
    this.last = chain[0]?.commit;
    if (chain.length === 0) return { ...(await this.beside.read()), isBeside: true };
    let own: { readonly base: FolderBase; readonly head: string; readonly isBehind: boolean } | undefined;
    for (const [at, { commit, from }] of chain.entries()) {
      const isBehind = at > 0;
      if (await this.contains(commit, from)) {
        const base = await this.baseOf(commit);
        const isLost = own && (await this.isLost(own, base));
        return own && !isLost ? own : { base, isBehind, isLost, lost: own?.base };
      }
      const ownHead = own ? undefined : await this.headOfOwn(commit);
      if (ownHead !== undefined) own = { base: await this.baseOf(commit), head: ownHead, isBehind };
      if (at === 0 && !own) await this.requireHistory();
    }
    const isLost = own && (await this.isLost(own, undefined));
    return own && !isLost ? own : { base: undefined, isBehind: true, isLost, lost: own?.base };
  }

  async write({ files, ids, formerly }: FolderBase, from: Files): Promise<void> {
    const { git, last, head } = this;
    const isCommitted = head !== '' && isSameFiles(await committedFiles(git, head), from);
    const texts = [...files].map(([path, file]) => [path, printFile(file)] as const);
    const made = await this.commit(
      [...texts, [idsName, printIds({ address: this.address, ids, formerly })]],
      {
        parents: [last ?? '', head].filter(Boolean),
        message: `agreed with ${this.address}\n\n${fromTrailer}: ${isCommitted ? head : 'none'}\n`,
      },
    );
    // Before the ref, which makes it count: whatever ends the program between them, the one of before counts still.
    const [before = ''] = await this.ownLines();
    await writeWhole(this.ownBase, `${made} ${head}\n${before}\n`);
    await git.run('update-ref', this.ref, made, last ?? '').catch((error: unknown) => {
      throw new MovedError(this.ref, { cause: error });
    });
    this.last = made;
    await this.beside.remove();
    await this.push();
  }

  async push(): Promise<void> {
    const { last, remote, exchange } = this;
    if (!remote || last === undefined || remote.commit === last) return;
    if (exchange.pushes) await remote.push(last);
    else if (remote.hasIt)
      exchange.warn(l10n.t('{0} does not know yet what is agreed now: --push says so.', inert(remote.name)));
  }

  async former(files: Files, isThere: (type: InventoryType, id: number) => boolean) {
    if (this.last === undefined || files.size === 0) return new Map<string, number>();
    const { formerFiles } = await import('./formerFiles.js');
    return formerFiles(this.git, { files, ref: this.last, isThere });
  }

  /** Takes over what others have pushed. @throws {SentenceError} where it is to be pushed and cannot be */
  private async fetch(): Promise<void> {
    const { pushes, warn, signal } = this.exchange;
    this.remote = await GitRemote.of(this.git, this.ref);
    if (!this.remote && pushes)
      throw new SentenceError(
        l10n.t('There is no remote to push to. Add one, or leave out --push. Nothing was sent.'),
      );
    await this.remote?.fetch().catch((error: unknown) => {
      if (signal.aborted) throw new GivenUpError(l10n.t('Nothing was sent.'));
      const why = l10n.t(
        'What others have agreed could not be fetched from {0}: {1}',
        inert(this.remote?.name ?? ''),
        inert(saidByGit(error)),
      );
      if (pushes) throw new SentenceError(why, { cause: error });
      warn(why);
    });
  }

  /** @throws {SentenceError} in a shallow clone, which does not tell what it comes from */
  private async requireHistory(): Promise<void> {
    if ((await this.git.line('rev-parse', '--is-shallow-repository')) !== 'true') return;
    throw new SentenceError(
      l10n.t(
        'This clone has a part of its history only, so nobody can tell what it comes from. Run git fetch --unshallow, or fetch all of it in the pipeline (fetch-depth: 0). Nothing was sent.',
      ),
    );
  }

  /** The bases from the newest one on; behind the first one comes what it was made of. */
  private async chain(): Promise<ChainedBase[]> {
    const format = `%H %(trailers:key=${fromTrailer},valueonly,separator=%x20)`;
    const log = await this.git.run('log', '--first-parent', `--format=${format}`, this.ref).catch(() => '');
    const commits = log.split('\n').map(line => line.split(' '));
    const end = commits.findIndex(([, from = '']) => from === '');
    return commits
      .slice(0, end === -1 ? undefined : end)
      .map(([commit = '', from = '']) => ({ commit, from: from === 'none' ? '' : from }));
  }

  /** Whether this checkout comes from a base: it is behind the commit that was applied, or has its files. */
  private async contains(commit: string, from: string): Promise<boolean> {
    if (from !== '' && (await this.git.isBefore(from))) return true;
    const tree = await this.git
      .line('rev-parse', '--verify', '--quiet', `${commit}:${recordsFolder}`)
      .catch(() => '');
    if (tree === '') return false;
    this.trees ??= this.earlierTrees();
    return (await this.trees).has(tree);
  }

  /** What the folder of records was in the commits of this checkout. */
  private async earlierTrees(): Promise<ReadonlySet<string>> {
    const commits = await this.git.run('log', '--format=%H', 'HEAD', '--', recordsFolder).catch(() => '');
    const names = commits
      .split('\n')
      .filter(line => line !== '')
      .map(each => `${each}:${this.git.prefix}${recordsFolder}`);
    const trees = await this.git.feed(['cat-file', '--batch-check=%(objectname)'], `${names.join('\n')}\n`);
    return new Set(trees.split('\n'));
  }

  /** The commit in which a base was agreed that is in none yet, empty before the first one; undefined for another base. */
  private async headOfOwn(commit: string): Promise<string | undefined> {
    const line = (await this.ownLines()).find(each => each.startsWith(`${commit} `));
    const [, head = ''] = line?.split(' ') ?? [];
    return line !== undefined && (head === '' || (await this.git.isBefore(head))) ? head : undefined;
  }

  private ownLines = async (): Promise<string[]> =>
    (await readFile(this.ownBase, 'utf8').catch(() => '')).split('\n').filter(Boolean);

  /** Whether the files have not what was agreed from them any more. */
  private async isLost(
    { base, head }: { readonly base: FolderBase; readonly head: string },
    before: FolderBase | undefined,
  ): Promise<boolean> {
    const { files } = readFolder(this.git.folder);
    const committed = await committedFiles(this.git, head);
    return hasLost({ files, agreed: base, before: before?.files, committed });
  }

  private async baseOf(commit: string): Promise<FolderBase> {
    const { files, numbers } = await readAgreed(this.git, commit);
    if (numbers && numbers.address !== this.address)
      throw new SentenceError(
        l10n.t(
          '{0} was agreed with {1}, and {2} is asked now. Ask that one, or delete the ref to begin anew.',
          inert(this.ref),
          inert(numbers.address),
          inert(this.address),
        ),
      );
    if (!numbers)
      throw new SentenceError(
        l10n.t('{0} is no base of netsensor. Delete it to begin anew.', inert(this.ref)),
      );
    return { files, ids: numbers.ids, formerly: numbers.formerly };
  }

  private lengthOfNames = async (): Promise<number> =>
    (await this.git.lineIfAny('rev-parse', '--show-object-format')) === 'sha256' ? 64 : 40;

  /** Makes a commit of files that is on no branch. @returns its name */
  private async commit(
    files: readonly (readonly [path: string, text: string])[],
    { parents, message }: { readonly parents: readonly string[]; readonly message: string },
  ): Promise<string> {
    // A commit needs a ref there, which is gone at the end of it; two machines may work in one repository.
    const draft = `refs/netsensor-draft/${randomUUID()}`;
    const [from, ...merged] = parents;
    const none = '0'.repeat(from?.length ?? (await this.lengthOfNames()));
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
    const stream = [
      `commit ${draft}\nmark :1\n`,
      `committer netsensor <netsensor@localhost> ${Math.floor(Date.now() / 1000)} +0000\n`,
      data(message),
      ...(from === undefined ? [] : [`from ${from}\n`]),
      ...merged.map(each => `merge ${each}\n`),
      'deleteall\n',
      ...files.map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
      `\nget-mark :1\nreset ${draft}\nfrom ${none}\n\n`,
    ].join('');
    return (await this.git.feed(['fast-import', '--quiet', '--force'], stream)).trim();
  }
}

/** Whether files say the same, in whatever order and layout. */
const isSameFiles = (one: Files, other: Files): boolean =>
  one.size === other.size &&
  [...one].every(([path, { fields }]) => isSameValue(fields, other.get(path)?.fields));
