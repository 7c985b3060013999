import type { Scheduler } from 'fast-check';
import { ApiError } from '../../../../src/api/apiError.js';
import {
  EditedDocument,
  lostBy,
  type EarlierSaves,
  type SentValue,
} from '../../../../src/changes/records/editedDocument.js';
import {
  asGoneOn,
  goneOnAfter,
  savedLast,
  type FieldSave,
} from '../../../../src/changes/records/saveFlow.js';
import { saveRecord } from '../../../../src/changes/records/recordChange.js';
import { inert } from '../../../../src/words/inert.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { inventoryRules, type FieldConflict } from '../../../../src/model/inventory/recordRules.js';
import { parseRecord, printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';

/** What somebody does while saves are under way. */
export type Act =
  | { readonly do: 'type'; readonly field: Field; readonly value: string }
  | { readonly do: 'save' | 'undo' | 'revert' | 'close' | 'reload' | 'lock' | 'renewKey' }
  | { readonly do: 'foreign'; readonly field: Field; readonly value: string }
  | { readonly do: 'fault'; readonly fault: Fault };

/** What becomes of the next write; `altered` stores another value, `late` writes after its answer was lost, `later` long after. */
export type Fault = 'refused' | 'lost' | 'lostAfter' | 'late' | 'later' | 'altered';

const fields = ['name', 'email', 'phone'] as const;
export type Field = (typeof fields)[number];

const rules = inventoryRules('contacts');
const start: RecordFields = { id: 12, name: '40', email: '40', phone: '40' };

/** What was read, and what the manager had then. */
interface Read {
  readonly fields: RecordFields;
  readonly stored: ReadonlyMap<Field, Written>;
  /** How many writes there were. */
  readonly number: number;
}

/** A value of the record on the manager, and who wrote it. */
interface Written {
  readonly value: string;
  readonly by: 'start' | 'us' | 'other';
  /** The how manieth write of all. */
  readonly number: number;
}

/** What the user was told of a save. */
interface Told {
  /** What is stored in place of something else. */
  readonly made: readonly SentValue[];
  /** What may be stored yet. */
  readonly open: readonly SentValue[];
}

const info = { method: 'PATCH', path: '/contacts/12' } as const;

class OutcomeUnknown extends Error {}
class Locked extends Error {}
class Conflict extends Error {
  constructor(readonly theirs: RecordFields) {
    super();
  }
}

/** A manager, a document of it as the editor and the extension hold it, and what is wrong about what became of its saves. */
export class SavedInAnyOrder {
  readonly problems: string[] = [];
  private readonly stored = new Map<Field, Written>(
    fields.map(field => [field, { value: '40', by: 'start', number: 0 }]),
  );
  private writes = 0;
  private faults: Fault[] = [];
  private isLocked = false;
  /** How often the key was renewed; the one before is refused from then on. */
  private key = 0;

  private text = printFields(start);
  private readonly history = [this.text];
  private version = 0;
  private savedVersion = 0;
  private saving: Promise<void> | undefined;
  private isQueued = false;
  private window = 0;
  /** How often the document was closed, and whether it is. */
  private editor = 0;
  private isClosed = false;
  private kept: { base?: string | undefined; earlier?: EarlierSaves } = {};
  private document = this.documentOf();

  /** The writes of others that the user has seen, in the text or in the sentence of a conflict. */
  private seen = 0;
  private readonly conflictSeen = new Map<string, number>();
  /** What the user wants of each field: the value of the last save that the manager took. */
  private readonly wanted = new Map<Field, string>();
  /** Values of which the user was told, since the last save that the manager took, that nobody knows whether they are stored. */
  private readonly unknown = new Map<Field, Set<unknown>>(fields.map(field => [field, new Set()]));
  /** Values that the manager may write whenever it likes. */
  private readonly late = new Map<Field, Set<unknown>>(fields.map(field => [field, new Set()]));
  /** Values that a closed window had on their way, which arrive when they like. */
  private readonly stray = new Map<Field, Set<unknown>>(fields.map(field => [field, new Set()]));
  /** Fields that somebody else has written at any time. */
  private readonly others = new Set<Field>();
  /** What the user has last seen of the record: without an edit, in a conflict, or saved. */
  private shown = start;
  /** What the document was saved with last, which it goes on showing where it was typed into meanwhile. */
  private savedWith = start;
  /** What the user was told that the manager made of fields that stand in the document as they were saved. */
  private made: RecordFields = {};
  /** What of it stood for the value in the document when that was saved once more: it is put back over what comes late. */
  private stoodFor: RecordFields = {};
  /** Fields that were sent and of which nobody has seen what became. */
  private readonly unseen = new Set<Field>();
  private inFlight: RecordFields = {};
  /** What the manager makes of what is in flight: a window that is closed before the answer can never tell whose that is. */
  private altering: RecordFields = {};

  constructor(private readonly scheduler: Scheduler) {
    this.document.serve(this.text);
    this.tell();
  }

  act(act: Act): void {
    switch (act.do) {
      case 'type':
        return this.edit(printFields({ ...parseRecord(this.text), [act.field]: act.value }));
      case 'undo':
        return this.edit(this.history.at(-2) ?? this.text);
      case 'save':
        return void this.save();
      case 'revert':
        return void this.take();
      case 'close':
        return void this.close();
      case 'reload':
        return this.reload();
      case 'renewKey':
        this.key += 1;
        return;
      case 'lock':
        this.isLocked = !this.isLocked;
        return;
      case 'foreign':
        if (this.stored.get(act.field)?.value !== act.value) this.put(act.field, act.value, 'other');
        return;
      case 'fault':
        this.faults.push(act.fault);
    }
  }

  /** Saves until nothing is left to save, with a manager that answers, and looks at what it has in the end. */
  async end(): Promise<void> {
    this.isLocked = false;
    this.faults = [];
    for (let saves = 0; saves < 4 && this.isDirty; saves += 1) {
      void this.save();
      await this.scheduler.waitIdle();
    }
    if (this.isDirty) this.problems.push('cannot be saved');
    for (const field of fields) this.lookAt(field);
  }

  /** What it knows is kept as soon as it changes, as long as it is open. */
  private documentOf(base?: string, earlier?: EarlierSaves): EditedDocument {
    return new EditedDocument(base, earlier, changed => {
      if (changed === this.document) this.kept = { ...this.kept, earlier: changed.earlier };
    });
  }

  private get isDirty(): boolean {
    return this.version !== this.savedVersion;
  }

  private edit(text: string): void {
    if (text === this.text || this.isClosed) return;
    this.text = text;
    this.history.push(text);
    this.version += 1;
    this.tell();
  }

  private tell(isDirty = this.isDirty): void {
    const isClean = this.document.show({ isDirty, getText: () => this.text });
    if (isClean) this.kept = {};
    else if (isDirty) this.kept = { base: this.document.baseText, earlier: this.document.earlier };
  }

  /** As VS Code saves: one save after another, and what is typed meanwhile stays unsaved. */
  private async save(): Promise<void> {
    if (this.saving) return void (this.isQueued = true);
    if (!this.isDirty || this.isClosed) return;
    const { window, editor } = this;
    this.saving = this.saveNow(window).finally(() => {
      if (window !== this.window || editor !== this.editor) return;
      this.saving = undefined;
      if (!this.isQueued) return;
      this.isQueued = false;
      void this.save();
    });
    await this.saving;
  }

  private async saveNow(window: number): Promise<void> {
    const { version, text, document, editor } = this;
    try {
      const { stored, told } = await this.store(document, text, window);
      if (window !== this.window) return;
      this.accepted(parseRecord(text), told);
      if (editor !== this.editor) return;
      if (version === this.version) this.savedVersion = version;
      // VS Code tells extensions of no unsaved changes after each save, whatever was typed meanwhile.
      this.tell(false);
      this.kept = this.isDirty ? { base: document.baseText, earlier: document.earlier } : {};
      await this.scheduler.schedule(Promise.resolve(), 'show what is stored');
      if (window !== this.window || editor !== this.editor) return;
      if (!this.isDirty && this.text === text) this.showClean(stored);
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.forgetSent();
      if (error instanceof OutcomeUnknown) this.note(this.unknown, this.inFlight);
      if (error instanceof OutcomeUnknown && editor !== this.editor) this.note(this.stray, this.inFlight);
      if (error instanceof OutcomeUnknown || error instanceof Locked || error instanceof ApiError) return;
      if (!(error instanceof Conflict)) throw error;
      if (window === this.window && editor === this.editor) this.decide(error.theirs);
    }
  }

  private async store(
    document: EditedDocument,
    text: string,
    window: number,
  ): Promise<{ readonly stored: Read; readonly told: Told }> {
    const { last, said } = await document.save({
      write: async (earlier, { onSending }) => {
        if (this.isLocked) throw new Locked();
        const { key } = this;
        const base = parseRecord(document.baseText ?? '{}');
        const edited = asGoneOn({ edited: parseRecord(text), saved: savedLast(earlier), base });
        let last = await this.get(key);
        let isFirst = true;
        const save: FieldSave = {
          rules,
          base,
          edited,
          sentBefore: earlier.sent,
          lost: lostBy(earlier),
          readFields: async () => {
            if (!isFirst) last = await this.get(key);
            isFirst = false;
            return last.fields;
          },
          send: async changes => {
            if (this.isLocked || window !== this.window) throw new Locked();
            onSending(changes);
            this.inFlight = changes;
            await this.patch(changes, last, key);
          },
          patience: { pause: async () => void (await this.scheduler.schedule(Promise.resolve(), 'wait')) },
        };
        const names = { record: inert('contact'), manager: inert('manager') };
        const { outcome, message } = await saveRecord(save, names);
        if (window !== this.window) throw new Locked();
        if (outcome.kind === 'conflict') throw this.conflictIn(outcome.conflicts, message, last);
        if (outcome.kind === 'rejected') throw new Error('rejected');
        if (outcome.kind === 'unsettled') throw new OutcomeUnknown();
        // The document says that the manager took it and shows what it had.
        if (outcome.isIgnored) {
          this.note(this.unknown, outcome.sent);
          throw new OutcomeUnknown();
        }
        const goesOn = printFields(goneOnAfter(edited, outcome));
        const named = [...Object.keys(outcome.besides), ...outcome.alteredFields];
        const seen = named.map(name => [name, outcome.stored[name]] as const);
        const { arrived } = outcome;
        const told = outcome.stillOpen ?? [];
        return { saved: text, goesOn, arrived, told, last, said: { made: seen, open: told } };
      },
      mayBeStored: error => error instanceof OutcomeUnknown,
    });
    return { stored: last, told: said };
  }

  private async get(key: number): Promise<Read> {
    await this.scheduler.schedule(Promise.resolve(), 'read');
    this.requireKey(key);
    const read = { fields: this.record(), stored: new Map(this.stored), number: this.writes };
    // Nobody can tell what comes late from what was seen, and may have been written alike by somebody else.
    for (const [field, values] of this.late)
      for (const value of values)
        if ([value, altered(String(value))].includes(read.fields[field])) this.stray.get(field)?.add(value);
    await this.scheduler.schedule(Promise.resolve(), 'answer a read');
    return read;
  }

  private requireKey(key: number): void {
    if (key !== this.key) throw new ApiError({ ...info, reason: 'unauthorized', status: 401 });
  }

  private record(): RecordFields {
    return { ...start, ...Object.fromEntries([...this.stored].map(([field, { value }]) => [field, value])) };
  }

  private async patch(changes: RecordFields, { stored: before }: Read, key: number): Promise<void> {
    const fault = this.faults.shift();
    this.altering = fault === 'altered' ? alteredBy(changes) : {};
    await this.scheduler.schedule(Promise.resolve(), 'write');
    this.requireKey(key);
    if (fault === 'refused') throw new ApiError({ ...info, reason: 'invalid', status: 422 });
    const lost = new ApiError({ ...info, reason: 'timeout' });
    const steps = { late: 1, later: 20 };
    if (fault === 'late' || fault === 'later') {
      this.note(this.late, changes);
      void this.writeLate(changes, steps[fault]);
    }
    if (fault === 'lost' || fault === 'late' || fault === 'later') {
      this.note(this.unknown, changes);
      throw lost;
    }
    this.write(fault === 'altered' ? alteredBy(changes) : changes, before);
    await this.scheduler.schedule(Promise.resolve(), 'answer a write');
    if (fault === 'lostAfter') {
      this.note(this.unknown, changes);
      throw lost;
    }
  }

  private async writeLate(changes: RecordFields, steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) await this.scheduler.schedule(Promise.resolve(), 'late');
    this.write(changes, new Map());
  }

  private note(values: ReadonlyMap<Field, Set<unknown>>, changes: RecordFields): void {
    for (const field of fields) if (field in changes) values.get(field)?.add(changes[field]);
  }

  /** @param before what the manager had when it was read for this save: what others wrote since then nobody could see */
  private write(changes: RecordFields, before: ReadonlyMap<Field, Written>): void {
    for (const field of fields) {
      if (!(field in changes)) continue;
      const now = this.stored.get(field);
      const isSeen = Math.max(this.seen, this.conflictSeen.get(field) ?? 0) >= (now?.number ?? 0);
      const isOverwritten = now?.by === 'other' && now === before.get(field) && now.value !== changes[field];
      const isStartedFrom = [this.shown, this.savedWith, this.made].some(
        known => known[field] === now?.value,
      );
      if (isOverwritten && !isSeen && !isStartedFrom && !this.isOurs(field, now.value))
        this.problems.push(`${field}: ${now.value} of somebody else was lost`);
      this.put(field, String(changes[field]), 'us');
    }
  }

  private put(field: Field, value: string, by: Written['by']): void {
    this.writes += 1;
    this.stored.set(field, { value, by, number: this.writes });
    if (by === 'other') this.others.add(field);
  }

  /** Nobody has seen what the manager has now of what was sent. */
  private forgetSent(): void {
    for (const field of fields) if (field in this.inFlight) this.unseen.add(field);
    // Nobody has seen either what the manager made of it, and can tell whose that is.
    this.note(this.late, this.altering);
  }

  private accepted(saved: RecordFields, { made, open }: Told): void {
    for (const field of fields) {
      // What was typed while somebody else saved the same was wanted before it was shown.
      const isTyped = [this.shown, this.savedWith].some(known => known[field] !== saved[field]);
      if (isTyped || this.unseen.has(field)) this.wanted.set(field, String(saved[field]));
      this.unknown.get(field)?.clear();
    }
    // It may come although an earlier save had that value in the text itself and nothing to say of it.
    for (const value of open) this.note(this.unknown, Object.fromEntries([value]));
    for (const [field, values] of this.late)
      for (const value of values)
        if (![...made, ...open].some(([name, own]) => name === field && own === value)) values.delete(value);
    // What the manager made of what was sent is told, and what somebody else made of it just then looks the same.
    const isSavedAgain = (name: string) => saved[name] === this.savedWith[name];
    this.stoodFor = fieldsWhere(this.made, isSavedAgain);
    this.made = { ...fieldsWhere(this.made, isSavedAgain), ...Object.fromEntries(made) };
    this.shown = { ...saved, ...Object.fromEntries(made) };
    this.savedWith = saved;
    this.unseen.clear();
  }

  /** @param message what the user is told of it: nobody else is blamed for what came late of ours */
  private conflictIn(conflicts: readonly FieldConflict[], message: string, { number }: Read): Conflict {
    const blamesOthers = message.startsWith('Someone else changed');
    for (const { field, theirs } of conflicts as readonly (FieldConflict & { field: Field })[]) {
      const mayBeLate = !!this.late.get(field)?.size || this.stray.get(field)?.has(theirs);
      if (!this.others.has(field) && (blamesOthers || !mayBeLate))
        this.problems.push(`${field}: a change of somebody else that nobody made`);
      this.conflictSeen.set(field, number);
    }
    return new Conflict(Object.fromEntries(conflicts.map(({ field, theirs }) => [field, theirs])));
  }

  /** The user keeps what is here. */
  private decide(theirs: RecordFields): void {
    this.shown = { ...this.shown, ...theirs };
    this.savedWith = { ...this.savedWith, ...theirs };
    this.document.decide(text => printFields({ ...parseRecord(text), ...theirs }));
    this.kept = { base: this.document.baseText, earlier: this.document.earlier };
  }

  /** Gives up what was typed and shows what the manager has; what was read before a save began is not that any more. */
  private async take(): Promise<void> {
    const { window, document, editor } = this;
    const read = await document.read(() => this.get(this.key).catch(() => undefined));
    if (!read || window !== this.window || editor !== this.editor) return;
    this.showClean(read);
  }

  /** Closes the document without saving what was typed, in the middle of whatever it does, and opens it again. */
  private async close(): Promise<void> {
    if (this.isClosed) return;
    const closed = this.document;
    const editor = (this.editor += 1);
    this.isClosed = true;
    this.saving = undefined;
    this.isQueued = false;
    this.kept = {};
    this.document = this.documentOf();
    this.document.follow(closed);
    await this.document.read(() => Promise.resolve());
    while (this.isClosed && editor === this.editor) await this.open(editor);
  }

  private async open(editor: number): Promise<void> {
    // What a save that was under way came to is told when it is known, before anything is read.
    const read = await this.get(this.key).catch(() => undefined);
    if (!read || editor !== this.editor) return;
    this.isClosed = false;
    this.showClean(read);
  }

  private showClean({ fields: shown, number: seen }: Read): void {
    const text = printFields(shown);
    this.document.serve(text);
    this.shown = shown;
    this.savedWith = shown;
    this.made = {};
    this.unseen.clear();
    this.text = text;
    this.version += 1;
    this.savedVersion = this.version;
    this.seen = Math.max(this.seen, seen);
    this.tell();
  }

  /** The window is closed in the middle of whatever it does, and comes back with its unsaved text. */
  private reload(): void {
    if (!this.isDirty || this.isClosed) return;
    this.window += 1;
    if (this.saving) this.note(this.stray, this.inFlight);
    if (this.saving) this.forgetSent();
    this.saving = undefined;
    this.isQueued = false;
    this.document = this.documentOf(this.kept.base, this.kept.earlier);
    this.tell();
  }

  /** Whether a value is what the user has saved, or may have. */
  private isOurs(field: Field, value: string): boolean {
    const mayBeThere = [this.unknown, this.late, this.stray].some(values => values.get(field)?.has(value));
    return mayBeThere || this.wanted.get(field) === value;
  }

  private lookAt(field: Field): void {
    const now = this.stored.get(field);
    const wanted = this.wanted.get(field);
    if (wanted === undefined || now?.by === 'other' || now?.value === wanted) return;
    if (now && (now.value === altered(wanted) || this.isOurs(field, now.value))) return;
    if (now && now.value === this.stoodFor[field]) return;
    this.problems.push(`${field}: ${wanted} was saved, and the manager has ${now?.value}`);
  }
}

const altered = (value: string) => `${value}!`;

const alteredBy = (changes: RecordFields): RecordFields =>
  Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, altered(String(value))]));
