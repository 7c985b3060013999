import { inBackground } from '../ui/listeners.js';
import type { Log } from '../ui/doors.js';
import { loadedOnce } from '../ui/loadedOnce.js';
import type { OpenRecord } from './registerChecks.js';
import type { ChangedBesides, OpenFailure, RecordSaved } from './documents/documentKind.js';
import { moveTab, tellWhyNotOpened } from './documents/documentTabs.js';
import type { RecordFileSystem } from './documents/recordFileSystem.js';
import { showReceipt } from './documents/showReceipt.js';

/** Tells what became of documents that were saved or could not be opened, and goes on with what they have become. */
export class SaveFollowers {
  private readonly notes = loadedOnce(
    async () => new (await import('./documents/receiptNotes.js')).ReceiptNotes(),
  );
  private hasNotes = false;

  constructor(
    private readonly files: RecordFileSystem,
    private readonly openRecord: OpenRecord,
    private readonly log: Log,
  ) {}

  saved(saved: RecordSaved): void {
    showReceipt(saved);
  }

  /** The editor has taken notice of an accepted save. */
  finished(saved: RecordSaved): void {
    for (const work of [this.tellMore(saved), this.continueAs(saved), this.showNotes(saved)])
      inBackground(this.log, work);
  }

  async changedBesides(changed: ChangedBesides): Promise<void> {
    await (await import('./documents/undoBesides.js')).tellBesides(this.files, changed);
  }

  failedToOpen(failure: OpenFailure): Promise<void> {
    return tellWhyNotOpened(failure, uri => this.openRecord(uri).catch(() => undefined));
  }

  dispose(): void {
    if (this.hasNotes)
      inBackground(
        this.log,
        this.notes().then(notes => notes.dispose()),
      );
  }

  private async tellMore(saved: RecordSaved): Promise<void> {
    if (saved.undone !== undefined || saved.receipt.besides?.length)
      await (await import('./documents/undoBesides.js')).tellMore(this.files, saved);
  }

  /** Goes on with the document that the saved one has become. */
  private async continueAs({
    uri,
    text: saved,
    receipt: { replacedBy, afterwards },
  }: RecordSaved): Promise<void> {
    try {
      if (replacedBy) await moveTab(this.files, { old: uri, by: replacedBy, saved });
    } finally {
      await afterwards?.();
    }
  }

  private async showNotes(saved: RecordSaved): Promise<void> {
    this.hasNotes ||= (saved.receipt.altered?.length ?? 0) > 0;
    if (this.hasNotes) (await this.notes()).add(saved);
  }
}
