import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isPart } from 'netsensor-contract/text/listAnswer';
import { printRecords, recordsOf, type ListRef } from '../model/inventory/listDocument.js';
import type { RecordList } from '../model/inventory/recordList.js';
import { printFields, type RecordFields } from '../model/inventory/recordText.js';
import { movedBase, movesUnderSave, type BaseMove } from '../model/tables/baseMoves.js';
import {
  decideList,
  mergeList,
  openConflicts,
  type EditedList,
  type MergedList,
  type MovedList,
  type OpenConflicts,
} from '../model/tables/foreignChanges.js';
import type { CellPlace } from '../model/tables/tableMessages.js';
import { readTable, type TableRow } from '../model/tables/tableText.js';
import { replaceText } from '../ui/editDocument.js';
import { Emitter, Owner } from '../ui/lifetimes.js';
import { inBackground } from '../ui/listeners.js';
import type { Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { TableParts } from './tableParts.js';

/** Says that somebody edited a text since it was looked at. */
export const changedMeanwhile = (): Inert =>
  l10n.t('The text has changed meanwhile. Look again, then do it once more.');

/**
 * Puts what others do to the records of a list into its document, and knows what both changed until somebody decides
 * (architecture, rule 4): field by field while a table shows it, else once it has no changes, so that nothing moves under who
 * types. It lives as long as the document: undo leads the text back over what was put in, and what the document starts from
 * has to go back along with it.
 */
export class ListFollower extends Owner {
  private readonly changed = this.own(new Emitter<Inert | ''>());
  /** Something else is to be decided, or was taken over, which the sentence says. */
  readonly onDidChange = this.changed.event;
  /** Whether a table shows the document. */
  private isShown = false;
  private seen: Pick<MergedList, 'contested' | 'gone'> = { contested: [], gone: [] };
  private moves: readonly BaseMove[] = [];
  /** The text after the last move or change. */
  private text = '';
  /** The text after the last move, undo or redo that can be read. */
  private readable = '';
  private baseText: string | undefined;
  /** Milliseconds, when the document was first seen to start from that. */
  private basedAt = 0;
  private looked: RecordList | undefined;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly document: vscode.TextDocument,
    private readonly ref: ListRef,
    private readonly parts: TableParts,
  ) {
    super();
    const { uri } = document;
    const { connections, files, lists, log } = parts;
    this.noteBase();
    this.own(
      lists.onDidChange(({ connectionId, type }) => {
        if (connectionId === uri.authority && type === ref.type) this.look();
      }),
      // Why a save was refused is looked for: others may have changed the same.
      parts.onDidFailToSave(failed => {
        if (failed.toString() !== uri.toString()) return;
        // It may have stored a part.
        this.forgetSaved();
        inBackground(log, this.readAgain());
      }),
      files.onDidFinish(saved => {
        if (saved.uri.toString() !== uri.toString()) return;
        this.forgetSaved();
        // What was read while it was saved was left for later.
        this.look();
      }),
      // What was not taken over while the connection was read-only is from then on.
      connections.onDidChange(() => this.look()),
    );
    this.look();
  }

  /** A table shows the document from now on. */
  begin(): void {
    const { lists, log } = this.parts;
    const { authority } = this.document.uri;
    this.isShown = true;
    if (lists.get(authority, this.ref.type)) this.look();
    // What others do is seen where the list is read again from time to time.
    else inBackground(log, lists.read(authority, this.ref.type));
  }

  /** No table shows it any more. */
  end(): void {
    this.isShown = false;
  }

  /** Looks whether the list that was read last tells of something else. */
  private look(): void {
    this.work = this.work.then(() => this.lookNow());
    inBackground(this.parts.log, this.work);
    this.work = this.work.catch(() => undefined);
  }

  /** Lets what the document starts from go along with an undo or a redo of its text. */
  follow(step: 'undo' | 'redo' | undefined): void {
    // What was not taken over while it had changes is from then on.
    if (!this.document.isDirty) this.look();
    if (this.moves.length === 0) return;
    const text = this.document.getText();
    // Typing is not read: of a large list that takes a while.
    if (!step) return void (this.text = text);
    const to = this.rowsOf(text);
    if (!to) return;
    const from = this.rowsOf(this.text) ?? this.rowsOf(this.readable);
    this.readable = this.text = text;
    const list = this.edited();
    if (!from || !list) return;
    const sides = { from: from.map(({ fields }) => fields), to: to.map(({ fields }) => fields), step };
    inBackground(this.parts.log, this.startFrom(list.baseText, movedBase(list.base, this.moves, sides)));
  }

  /** What is to be decided in the rows of a table. */
  open(rows: readonly TableRow[]): OpenConflicts {
    this.noteBase();
    const { contested, gone } = this.seen;
    // What the document starts from is not read at every draw.
    const base = contested.length + gone.length > 0 ? this.edited()?.base : undefined;
    return base ? openConflicts(this.ref.type, { rows, base }, this.seen) : { cells: [], gone: [] };
  }

  /**
   * Decides conflicts of cells, or of whole rows, which are gone on the manager.
   * @throws {SentenceError} when there is nothing to decide any more
   */
  async decide(side: 'mine' | 'theirs', places: readonly CellPlace[]): Promise<void> {
    const list = this.edited();
    const { cells, gone } = this.open((list && this.rowsOf(list.text, list.base)) ?? []);
    const isMeant = (at: number, field?: string) =>
      places.some(each => each.at === at && each.field === field);
    const chosen = {
      cells: cells.filter(({ at, field }) => isMeant(at, field)),
      gone: gone.filter(({ at }) => isMeant(at)),
    };
    if (!list || chosen.cells.length + chosen.gone.length === 0) throw new SentenceError(changedMeanwhile());
    await this.move(list, decideList(this.ref.type, list, chosen, side));
    this.changed.fire('');
  }

  private rowsOf(text: string, base?: readonly RecordFields[]): readonly TableRow[] | undefined {
    const table = readTable(this.ref.type, text, base);
    return 'problem' in table ? undefined : table.rows;
  }

  private edited(): (EditedList & { readonly baseText: string }) | undefined {
    const baseText = this.noteBase();
    if (baseText === undefined) return undefined;
    // Right after a save it is what was typed, comments and all.
    const base = this.rowsOf(baseText)?.map(({ fields }) => fields);
    return base && { text: this.document.getText(), baseText, base };
  }

  private noteBase(): string | undefined {
    const baseText = this.parts.files.bases.get(this.document.uri);
    if (baseText !== this.baseText) this.basedAt = Date.now();
    return (this.baseText = baseText);
  }

  private async readAgain(): Promise<void> {
    // What cannot be read is told by the tree, and by the next save.
    await this.parts.lists.update(this.document.uri.authority, this.ref.type).catch(() => undefined);
  }

  private get isFollowed(): boolean {
    return this.isShown || !this.document.isDirty;
  }

  private async lookNow(): Promise<void> {
    const { document, parts, ref } = this;
    const { uri } = document;
    const list = parts.lists.get(uri.authority, ref.type);
    if (!list || list === this.looked || !this.isFollowed) return;
    // Whoever waits for the end of a save takes notice of it first.
    await parts.files.bases.read(uri, () => new Promise(setImmediate));
    if (parts.files.isBeingSaved(uri) || !this.isFollowed) return;
    const edited = this.edited();
    const merged = edited && !document.isClosed ? mergeList(ref, edited, list) : undefined;
    if (!edited || !merged) return;
    this.looked = list;
    const isNews = merged.moves.length + merged.contested.length + merged.gone.length > 0;
    // It may be older than what the document started from, which was read, or saved, by itself.
    if (isNews && list.readAt < this.basedAt) return this.readAgain();
    await this.take(edited, merged, list);
  }

  private forgetSaved(): void {
    if (this.moves.length === 0) return;
    const base = this.rowsOf(this.noteBase() ?? '');
    if (base)
      this.moves = movesUnderSave(
        base.map(({ fields }) => fields),
        this.moves,
      );
  }

  private async take(
    edited: EditedList & { readonly baseText: string },
    merged: MergedList,
    list: RecordList,
  ): Promise<void> {
    const { document, parts, ref } = this;
    const isLocked = parts.connections.get(document.uri.authority)?.isLocked ?? false;
    const isLeft = document.isDirty && isLocked && merged.moves.length > 0;
    if (!document.isDirty) {
      const whole = () => printRecords(ref.type, recordsOf(ref, list.records));
      const text = isPart(list.remainder) ? merged.text : whole();
      this.note(merged.moves, edited.text);
      if (merged.moves.length > 0) parts.files.show(document.uri, text);
    } else if (!isLocked) {
      await this.move(edited, merged);
    }
    this.seen = merged;
    if (isLeft) this.looked = undefined;
    this.changed.fire(isLeft ? '' : takenWords(merged.taken));
  }

  private async move(
    { text, baseText }: EditedList & { readonly baseText: string },
    moved: MovedList,
  ): Promise<void> {
    const { document } = this;
    if (moved.text !== text) {
      await replaceText(document, now => (now === text ? moved.text : now));
      if (document.getText() !== moved.text) throw new SentenceError(changedMeanwhile());
    }
    this.note(moved.moves, moved.text);
    await this.startFrom(baseText, moved.base);
  }

  private note(moves: readonly BaseMove[], text: string): void {
    this.moves = [...this.moves, ...moves];
    this.readable = this.text = text;
  }

  private async startFrom(from: string, base: readonly RecordFields[]): Promise<void> {
    const text = printFields(base);
    if (text !== from)
      await this.parts.files.bases.decide(this.document.uri, now => (now === from ? text : now));
  }
}

const takenWords = (count: number): Inert | '' =>
  count === 0
    ? ''
    : count === 1
      ? l10n.t('Somebody else changed this list meanwhile: 1 change was taken over.')
      : l10n.t('Somebody else changed this list meanwhile: {0} changes were taken over.', count);
