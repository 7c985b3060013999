import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import { inert, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** The file of a folder that says which manager it is for; it holds no address and no key. */
export const folderFile = 'netsensor.json';

const folderShape = z.strictObject({
  $schema: z.string().optional(),
  /** The host that the folder is for; another one is not asked anything. */
  host: z.string().optional(),
  /** The connection of the user's own file that is used where nothing else is said. */
  connection: z.string().optional(),
});

/** What a folder says of its manager. */
export type FolderSettings = z.output<typeof folderShape>;

/** The text of a file; undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** What `netsensor.json` of a folder says; nothing where there is none. @throws {SentenceError} for one that cannot be read */
export async function readFolderSettings(root: string): Promise<FolderSettings> {
  const text = await readIfThere(join(root, folderFile));
  if (text === undefined) return {};
  const { data } = folderShape.safeParse(jsonIn(text));
  if (data) return data;
  throw new SentenceError(
    l10n.t(
      '{0} is no JSON with the host that the folder is for, such as {1}.',
      inert(folderFile),
      inert('{"host": "manager.example.net"}'),
    ),
  );
}

/** The folder above a path, or at it, in which `netsensor.json` stands. */
export function folderAbove(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, folderFile))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** @param what what leads to the address @throws {SentenceError} where a folder is for another host than that of an address */
export function requireHost({ host: meant }: FolderSettings, address: string, what: Inert): void {
  const { host } = new URL(address);
  if (meant === undefined || meant === host) return;
  throw new SentenceError(
    l10n.t(
      '{0} is for {1}, and {2} leads to {3}. Nothing was sent.',
      inert(folderFile),
      inert(meant),
      what,
      inert(host),
    ),
  );
}
