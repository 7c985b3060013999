import * as l10n from '@vscode/l10n';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { MovedError } from './folderBase.js';
import { saidByGit, type Git } from './git.js';

/** What is handed over has more time than a question. */
const transferTimes = 10;

/** Where a remote has what is agreed. */
interface RemotePlace {
  readonly ref: string;
  /** Empty where it has none. */
  readonly commit: string;
}

/** The ref of what is agreed in the repository that others fetch from, too. */
export class GitRemote {
  private place: RemotePlace;

  private constructor(
    private readonly git: Git,
    /** `origin`. */
    readonly name: string,
    private readonly ref: string,
  ) {
    this.place = { ref, commit: '' };
  }

  /** The remote of the branch, else `origin`, else the only one; undefined without any. */
  static async of(git: Git, ref: string): Promise<GitRemote | undefined> {
    const names = (await git.line('remote')).split('\n').filter(Boolean);
    if (names.length === 0) return undefined;
    const branch = await git.lineIfAny('symbolic-ref', '--quiet', '--short', 'HEAD');
    const own = branch && (await git.lineIfAny('config', `branch.${branch}.remote`));
    const [only, ...others] = names;
    const name = names.find(each => each === own) ?? names.find(each => each === 'origin');
    if (name === undefined && others.length > 0) return undefined;
    return new GitRemote(git, name ?? only ?? '', ref);
  }

  /** Whether the remote had it when it was last asked. */
  get hasIt(): boolean {
    return this.place.commit !== '';
  }

  /** What it has; empty for nothing. */
  get commit(): string {
    return this.place.commit;
  }

  /**
   * Takes over what others have pushed. What was agreed here alone gives way to it where both moved on: what was written is
   * on the manager, and is found there.
   * @throws where the remote cannot be asked
   */
  async fetch(): Promise<void> {
    this.place = await this.look();
    const { ref, commit } = this.place;
    const own = await this.git.commitOf(this.ref);
    if (commit === '' || commit === own) return;
    await this.git.askRemote(
      ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', this.name, ref],
      transferTimes,
    );
    if (own !== '' && (await this.git.isBefore(commit, own))) return;
    await this.git.run('update-ref', this.ref, commit, own);
  }

  /**
   * Hands what is agreed to the remote, if that has what it had at the last look; as a tag where it takes no other refs.
   * @throws {MovedError} where somebody else was quicker, {SentenceError} where it takes neither
   */
  async push(commit: string): Promise<void> {
    const tag = tagOf(this.ref);
    const refs = this.place.ref === tag ? [tag] : [this.ref, tag];
    let refusal: unknown;
    for (const ref of refs) {
      const before = ref === this.place.ref ? this.place.commit : '';
      const failed = await this.git
        .askRemote(
          ['push', '--quiet', `--force-with-lease=${ref}:${before}`, this.name, `${commit}:${ref}`],
          transferTimes,
        )
        .then(() => undefined, saidByGit);
      if (failed === undefined) {
        this.place = { ref, commit };
        return;
      }
      refusal ??= failed;
      const now = await this.look().catch(() => this.place);
      if (now.commit !== this.place.commit) throw new MovedError(this.ref, { cause: failed });
      // What is there as another ref is no tag: the host took it.
      if (this.place.commit !== '') break;
    }
    throw new SentenceError(
      l10n.t('{0} did not take {1}: {2}', inert(this.name), inert(this.ref), inert(String(refusal))),
    );
  }

  private async look(): Promise<RemotePlace> {
    const tag = tagOf(this.ref);
    const listed = await this.git.askRemote(['ls-remote', this.name, this.ref, tag]);
    const places = listed
      .split('\n')
      .map(line => line.split('\t'))
      .map(([commit = '', ref = '']) => ({ commit, ref }));
    const found = places.find(({ ref }) => ref === this.ref) ?? places.find(({ ref }) => ref === tag);
    return found ?? { ref: this.ref, commit: '' };
  }
}

/** `refs/tags/netsensor/<manager>`. */
const tagOf = (ref: string): string => ref.replace(/^refs\//, 'refs/tags/');
