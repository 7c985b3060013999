import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { BoundedCache } from 'netsensor-contract/text/collections';
import type { Files, FolderBase } from '../model/asCode/folderSides.js';
import { parseFile, recordsFolder, typeOfFile, type FileRecord } from '../model/asCode/recordsAsFiles.js';
import { RecordTextError } from '../model/inventory/recordText.js';
import { parseIds } from './folderBase.js';
import type { Git } from './git.js';

/** What the numbers of records stand in, of what is agreed. */
export const idsName = 'ids.json';

/** Says in a commit which commit of the repository it was agreed from, or `none`. */
export const fromTrailer = 'Netsensor-From';

/** The files of records of a commit of the repository; none without one. */
export async function committedFiles(git: Git, commit: string): Promise<Files> {
  if (commit === '') return new Map();
  const listed = await git.run('ls-tree', '-r', '-z', '--name-only', commit, `${recordsFolder}/`);
  const names = listed.split('\0').filter(name => typeOfFile(name) !== undefined);
  const texts = await textsOf(
    git,
    names.map(name => `${commit}:${git.prefix}${name}`),
  );
  const files = new Map<string, FileRecord>();
  for (const [at, name] of names.entries()) {
    const type = typeOfFile(name);
    const file = type && fileOrNothing(type, texts[at] ?? '');
    if (file) files.set(name, file);
  }
  return files;
}

/** What stands in a file of a commit; nothing where that is no record. */
export function fileOrNothing(type: InventoryType, text: string): FileRecord | undefined {
  try {
    return parseFile(type, text);
  } catch (error) {
    if (error instanceof RecordTextError) return undefined;
    throw error;
  }
}

/** What a commit says was agreed. @returns no numbers for one that is no base */
export async function readAgreed(
  git: Git,
  commit: string,
): Promise<{ readonly files: Files; readonly numbers: ReturnType<typeof parseIds> }> {
  const listed = await git.run('ls-tree', '-r', '-z', '--full-tree', '--name-only', commit);
  const names = listed.split('\0').filter(Boolean);
  const texts = await textsOf(
    git,
    names.map(name => `${commit}:${name}`),
  );
  const files = new Map<string, FileRecord>();
  let numbers: ReturnType<typeof parseIds>;
  for (const [at, name] of names.entries()) {
    const type = typeOfFile(name);
    if (type) files.set(name, parseFile(type, texts[at] ?? ''));
    else if (name === idsName) numbers = parseIds(texts[at] ?? '');
  }
  return { files, numbers };
}

/** All that was agreed with managers, as far as it is known here. */
export async function agreedInGit(git: Git): Promise<FolderBase[]> {
  const read = (await agreedCommits(git)).map(async commit => {
    const { files, numbers } = await readAgreed(git, commit);
    return { files, ids: numbers?.ids ?? new Map(), formerly: numbers?.formerly ?? new Map() };
  });
  return Promise.all(read);
}

/** By the commits that it stands in: editors ask at every change. */
const knownFormerly = new BoundedCache<string, Pick<FolderBase, 'formerly'>[]>(10);

/** What all that was agreed with managers says of what records were called. */
export async function formerlyInGit(git: Git): Promise<Pick<FolderBase, 'formerly'>[]> {
  const commits = await agreedCommits(git);
  const known = knownFormerly.get(commits.join());
  if (known || commits.length === 0) return known ?? [];
  const names = commits.map(commit => `${commit}:${idsName}`);
  const texts = await textsOf(git, names);
  const read = texts.flatMap(text => parseIds(text) ?? []).map(({ formerly }) => ({ formerly }));
  knownFormerly.set(commits.join(), read);
  return read;
}

const agreedCommits = async (git: Git): Promise<string[]> =>
  (await git.line('for-each-ref', '--format=%(objectname)', 'refs/netsensor/')).split('\n').filter(Boolean);

/** The contents of objects, asked for at once: each comes behind a line with its length in bytes. Empty of what is not there. */
export async function textsOf(git: Git, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const answer = Buffer.from(
    await git.feed(['cat-file', '--batch=%(objectsize)'], `${names.join('\n')}\n`),
    'latin1',
  );
  const texts: string[] = [];
  for (let at = 0; at < answer.length;) {
    const end = answer.indexOf('\n', at);
    const start = end + 1;
    const length = Number(answer.toString('latin1', at, end));
    if (Number.isNaN(length)) {
      texts.push('');
      at = start;
      continue;
    }
    texts.push(answer.toString('utf8', start, start + length));
    at = start + length + 1;
  }
  return texts;
}
