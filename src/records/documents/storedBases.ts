import type * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lostBy, type EarlierSaves } from '../../changes/records/editedDocument.js';

/** Characters up to which a text is kept in the state, which VS Code writes as one piece. */
const longestInState = 64_000;
/** Milliseconds after which a file that no document of this workspace needs is taken for forgotten. */
const longestUnknown = 30 * 24 * 3600 * 1000;

const stateKey = (uri: vscode.Uri) => `base ${uri.toString()}`;
const earlierKey = (uri: vscode.Uri) => `saves ${uri.toString()}`;

/** A text of the state, or the name of the file that holds it. */
type Kept = string | { readonly file: string };

/**
 * The bases of changed documents, which outlast the window: short ones in the state of the workspace, others in files;
 * and what their earlier saves did.
 */
export class StoredBases {
  private writing: Promise<unknown> = Promise.resolve();

  /** @param folder path of a folder for large texts alone */
  constructor(
    private readonly state: vscode.Memento,
    private readonly folder: string,
  ) {}

  has(uri: vscode.Uri): boolean {
    return this.kept(uri) !== undefined;
  }

  /** Undefined also when the file is gone. */
  get(uri: vscode.Uri): string | undefined {
    const kept = this.kept(uri);
    if (typeof kept !== 'object') return kept;
    try {
      return readFileSync(join(this.folder, kept.file), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Keeps a text, or none any more. From this call on `has` says so. @throws {Error} when it cannot be written */
  async set(uri: vscode.Uri, text: string | undefined): Promise<void> {
    const before = this.kept(uri);
    const isLarge = text !== undefined && text.length > longestInState;
    const file = isLarge ? `${randomUUID()}.json` : undefined;
    const updated = this.state.update(stateKey(uri), file === undefined ? text : { file });
    await this.enqueue(async () => {
      if (file !== undefined && text !== undefined) {
        await mkdir(this.folder, { recursive: true });
        await writeFile(join(this.folder, file), text);
      }
      if (typeof before === 'object') await rm(join(this.folder, before.file), { force: true });
    });
    await updated;
  }

  /** What earlier saves of a document did that its text does not show; undefined for nothing. */
  earlier(uri: vscode.Uri): EarlierSaves | undefined {
    return this.state.get<EarlierSaves>(earlierKey(uri));
  }

  /** Keeps what earlier saves of a document did, as far as there is something; a long text that was saved is known in this window alone. */
  async setEarlier(uri: vscode.Uri, earlier: EarlierSaves | undefined): Promise<void> {
    const { text = '' } = earlier?.saved ?? {};
    const kept = earlier && text.length > longestInState ? { ...earlier, saved: undefined } : earlier;
    const isNothing =
      !kept ||
      (lostBy(kept).length + kept.created.length === 0 &&
        kept.became === undefined &&
        kept.saved === undefined);
    if (isNothing && this.earlier(uri) === undefined) return;
    await this.state.update(earlierKey(uri), isNothing ? undefined : kept);
  }

  /** Deletes files that no document needs and that have not been written for a month: windows may share the folder. */
  async removeForgotten(now = Date.now()): Promise<void> {
    const needed = new Set(
      this.state.keys().flatMap(key => {
        const kept = this.state.get<Kept>(key);
        return key.startsWith('base ') && typeof kept === 'object' ? [kept.file] : [];
      }),
    );
    for (const file of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, file);
      if (!needed.has(file) && now - (await stat(path)).mtimeMs > longestUnknown) await rm(path);
    }
  }

  private kept(uri: vscode.Uri): Kept | undefined {
    return this.state.get<Kept>(stateKey(uri));
  }

  /** A text is written before it is deleted, however long that takes. */
  private async enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.writing.then(work);
    this.writing = done.catch(() => undefined);
    return done;
  }
}
