import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { utf8Text } from 'netsensor-contract/text/fileText';
import type { Edited } from '../../model/pins/pinsEdits.js';
import type { PinsFile } from '../../model/pins/pinsFile.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Emitter, Owner, together } from '../../ui/lifetimes.js';
import { writeText } from '../../ui/saveFile.js';
import { SentenceError } from '../../words/sentenceErrors.js';

const fileName = 'netsensor-pins.json';

/** A file of pins: one of each folder of the workspace, which people share, and one of the user's own. */
export interface KeptPins {
  readonly uri: vscode.Uri;
  /** The name of its folder; undefined of the user's own. */
  readonly folder: string | undefined;
  /** Undefined where there is no such file. */
  readonly pins: PinsFile | undefined;
  readonly text: string;
}

/** The files of pins: read when they change, whoever changes them, and edited as they are then. */
export class PinFiles extends Owner {
  private kept: readonly KeptPins[] = [];
  private readonly changed = this.own(new Emitter<void>());
  private watchers: vscode.Disposable = together();
  private last: Promise<unknown> = Promise.resolve();
  /** The number of the last reading that was begun, and of the last that is shown. */
  private readonly turns = { begun: 0, shown: 0 };
  /** Fires when one of the files has another text. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly storage: vscode.Uri,
    private readonly log: Log,
  ) {
    super();
    this.own(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.watch();
        inBackground(log, this.read());
      }),
      { dispose: () => this.watchers.dispose() },
    );
    this.watch();
  }

  /** Every place in which pins may be kept, the shared ones first. */
  get all(): readonly KeptPins[] {
    return this.kept;
  }

  /** Reads them all; one that ends after a later one began and ended shows nothing old. */
  async read(): Promise<void> {
    const turn = (this.turns.begun += 1);
    const now = await Promise.all(this.places().map(readFile));
    if (turn < this.turns.shown) return;
    this.turns.shown = turn;
    const before = this.kept;
    const isSame = (at: number) => {
      const one = before[at];
      const other = now[at];
      return (
        one?.uri.toString() === other?.uri.toString() &&
        one?.text === other?.text &&
        (one?.pins === undefined) === (other?.pins === undefined)
      );
    };
    this.kept = now;
    if (before.length !== now.length || now.some((_, at) => !isSame(at))) this.changed.fire();
  }

  /**
   * Changes the text of a file as it is now, one change after the other.
   * @throws {SentenceError} where it cannot be read, is being edited, or has not what is meant any more
   */
  edit(uri: vscode.Uri, edit: (text: string) => Edited | Promise<Edited>): Promise<void> {
    const edited = this.last.then(() => this.editNow(uri, edit));
    this.last = edited.catch(() => undefined);
    return edited;
  }

  private async editNow(uri: vscode.Uri, edit: (text: string) => Edited | Promise<Edited>): Promise<void> {
    const place = this.places().find(each => each.uri.toString() === uri.toString());
    const open = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    if (open?.isDirty) throw new SentenceError(l10n.t('The pins file has unsaved changes. Save it first.'));
    const { pins, text } = await readFile(place ?? { uri, folder: undefined });
    if (pins && 'brokenAt' in pins)
      throw new SentenceError(
        l10n.t('The pins file cannot be read, so it stays as it is. Fix line {0} first.', pins.brokenAt),
      );
    const { noPins } = await import('../../model/pins/pinsEdits.js');
    const changed = await edit(pins ? text : noPins);
    if (changed === undefined)
      throw new SentenceError(l10n.t('The pins file was changed meanwhile. Try again.'));
    if (changed !== text) await writeText(uri, changed);
    await this.read();
  }

  private places(): Pick<KeptPins, 'uri' | 'folder'>[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return [
      ...folders.map(({ uri, name }) => ({
        uri: vscode.Uri.joinPath(uri, '.vscode', fileName),
        folder: name,
      })),
      { uri: vscode.Uri.joinPath(this.storage, fileName), folder: undefined },
    ];
  }

  private watch(): void {
    this.watchers.dispose();
    const read = () => inBackground(this.log, this.read());
    this.watchers = together(
      ...this.places().flatMap(({ uri }) => {
        const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), fileName);
        const watcher = vscode.workspace.createFileSystemWatcher(pattern);
        return [watcher, watcher.onDidChange(read), watcher.onDidCreate(read), watcher.onDidDelete(read)];
      }),
    );
  }
}

/** VS Code says so in the code or in the name, as `FileNotFound` or as `EntryNotFound (FileSystemError)`. */
const isNotFound = (error: unknown): boolean => {
  const { code = '', name = '' } = error as Partial<vscode.FileSystemError>;
  return [code, name].some(words => /^(?:File|Entry)NotFound\b/.test(words));
};

async function readFile(place: Pick<KeptPins, 'uri' | 'folder'>): Promise<KeptPins> {
  // What cannot be read may be full of pins: only a file that is known not to be there is written anew.
  const bytes = await vscode.workspace.fs
    .readFile(place.uri)
    .then(undefined, (error: unknown) => (isNotFound(error) ? 'missing' : undefined));
  if (bytes === 'missing') return { ...place, pins: undefined, text: '' };
  const text = bytes && utf8Text(bytes);
  if (text === undefined) return { ...place, pins: { brokenAt: 1 }, text: '' };
  const { readPins } = await import('../../model/pins/pinsFile.js');
  return { ...place, pins: readPins(text), text };
}

/** Shows a file of pins at a line. */
export async function showPinsAt(uri: vscode.Uri, line = 1): Promise<void> {
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
}

/** Which of some files are there. */
export async function existing(uris: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    uris.map(uri =>
      vscode.workspace.fs.stat(uriOf(uri)).then(
        () => [uri],
        () => [],
      ),
    ),
  );
  return new Set(found.flat());
}

/** The path of a file in a folder of the workspace; undefined of one in none. */
export function pathInFolder(uri: vscode.Uri): string | undefined {
  return vscode.workspace.getWorkspaceFolder(uri) && vscode.workspace.asRelativePath(uri, false);
}

/** The address that a text is; of what is none, a path. */
export const uriOf = (text: string): vscode.Uri =>
  URL.canParse(text) ? vscode.Uri.parse(text, true) : vscode.Uri.file(text);
