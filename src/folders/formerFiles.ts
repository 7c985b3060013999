import { posix } from 'node:path';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isSameValue } from '../model/inventory/recordRules.js';
import { fileReference, leftoverKey } from '../model/asCode/fileReferences.js';
import type { Files } from '../model/asCode/folderSides.js';
import type { FileRecord } from '../model/asCode/recordsAsFiles.js';
import { parseIds } from './folderBase.js';
import type { Git } from './git.js';
import { fileOrNothing, fromTrailer, idsName, textsOf } from './gitFiles.js';

/** Files of which nothing is agreed now, one at least, and how to know whether they are of before. */
interface NewFiles {
  readonly files: Files;
  /** The chain of what was agreed. */
  readonly ref: string;
  readonly isThere: (type: InventoryType, id: number) => boolean;
}

/**
 * The numbers of records by the files that they were once: git brings such a file back with a branch, a revert or an older
 * commit, and the record has another name now. A new file that is only called as another one was is none.
 * @returns by `leftoverKey`
 */
export async function formerFiles(
  git: Git,
  { files, ref, isThere }: NewFiles,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const last = [...(await lastBases(git, ref, files))];
  const bases = [...new Set(last.map(([, base]) => base))];
  const texts = await textsOf(git, [
    ...bases.map(base => `${base}:${idsName}`),
    ...last.map(([path, base]) => `${base}:${path}`),
  ]);
  const ids = new Map(bases.map((base, at) => [base, parseIds(texts[at] ?? '')?.ids]));
  for (const [at, [path, base]] of last.entries()) {
    const file = files.get(path)!;
    const was = fileOrNothing(file.type, texts[bases.length + at] ?? '');
    const id = ids.get(base)?.get(path);
    const reference = fileReference(file);
    if (id === undefined || reference === undefined || !isThere(file.type, id)) continue;
    if (isSameValue(was?.fields, file.fields) || (await isOfBefore(git, { path, file, base })))
      found.set(leftoverKey(path, reference), id);
  }
  return found;
}

/** The last base that had each of the files; none of one that was in no base. */
async function lastBases(git: Git, ref: string, files: Files): Promise<Map<string, string>> {
  const last = new Map<string, string>();
  const folders = new Set([...files.keys()].map(path => `:(top,literal)${posix.dirname(path)}`));
  const removed = ['log', '--first-parent', '-m', '--no-renames', '--diff-filter=D', '--name-only'];
  const format = `--format=:%H %(trailers:key=${fromTrailer},valueonly,separator=%x20)`;
  const log = await git.run('-c', 'core.quotePath=false', ...removed, format, ref, '--', ...folders);
  let base = '';
  for (const line of log.split('\n')) {
    const [, commit, from] = /^:(\w+) (.*)$/.exec(line) ?? [];
    // Behind the first base comes what it was made of.
    if (commit !== undefined) base = from === '' ? '' : `${commit}^`;
    else if (base !== '' && files.has(line) && !last.has(line)) last.set(line, base);
  }
  return last;
}

/** Whether a file is in the checkout since before a base under its name, or has a text that it had before that. */
async function isOfBefore(
  git: Git,
  { path, file, base }: { readonly path: string; readonly file: FileRecord; readonly base: string },
): Promise<boolean> {
  const inCommit = `${git.prefix}${path}`;
  const own = `:(top,literal)${inCommit}`;
  const isCommitted = (await git.commitOf(`HEAD:${inCommit}`)) !== '';
  const lastAdded = ['log', '-1', '--diff-filter=A', '--no-renames', '--format=%H', 'HEAD', '--', own];
  const added = isCommitted ? await git.lineIfAny(...lastAdded) : '';
  if (added !== '' && (await git.isBefore(added, base))) {
    const [text = ''] = await textsOf(git, [`${added}:${inCommit}`]);
    const was = fileOrNothing(file.type, text);
    if (was && fileReference(was) === fileReference(file)) return true;
  }
  const text = await git.lineIfAny('hash-object', path);
  if (text === '') return false;
  const hadIt = ['log', '-1', '-m', '--format=%H', `--find-object=${text}`, base, '--'];
  return (await git.lineIfAny(...hadIt, own, `:(top,literal)${path}`)) !== '';
}
