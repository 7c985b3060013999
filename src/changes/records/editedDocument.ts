import type { RecordFields } from '../../model/inventory/recordText.js';
import { PartlySavedError } from '../../words/sentenceErrors.js';

/** An item of a list that was created from its text, which does not show the number that it has since. */
export interface CreatedItem {
  readonly fields: RecordFields;
  readonly id: number;
}

/** A field and a value that was sent for it. */
export type SentValue = readonly [field: string, value: unknown];

/** What earlier saves of a document did that its text does not show; plain JSON, because it outlives the window. */
export interface EarlierSaves {
  /** Values that were sent while nobody can tell whether they are stored. */
  readonly sent: readonly SentValue[];
  readonly created: readonly CreatedItem[];
  /**
   * Those of the sent values over which a later one was saved, and creates, of which the user was told that they may still be
   * stored. They alone stay known once the editor shows what is stored.
   */
  readonly told?: readonly SentValue[] | undefined;
  /** Address of what the document has become. */
  readonly became?: string | undefined;
  /** What the manager made of values that it was created with, where it stored others. */
  readonly made?: readonly SentValue[] | undefined;
  /** The text that was saved last, where the document goes on from another one. */
  readonly saved?: SavedText | undefined;
  /**
   * Values that were sent and are expected no more, although nobody was told what became of them: where the manager has one of
   * them again, nobody can tell whether it came late or somebody else saved the same.
   */
  readonly lost?: readonly SentValue[] | undefined;
}

/** A text that was saved. */
export interface SavedText {
  readonly text: string;
  /** How many of the values that were sent were sent before it was; of the others somebody has typed since. */
  readonly sentBefore: number;
}

/** Values that were sent since a text was saved. */
export const sentSince = ({ sent, saved }: EarlierSaves): readonly SentValue[] =>
  sent.slice(saved?.sentBefore ?? sent.length);

/** Values that were sent while nobody could tell what became of them, whether they are expected still or not. */
export const lostBy = ({ sent, lost = [] }: EarlierSaves): readonly SentValue[] => [
  ...lost,
  ...sent.filter(value => !lost.includes(value)),
];

/** What a document has become, of which it is an edit from then on. */
export interface Became extends Pick<EarlierSaves, 'made'> {
  /** Address of it. */
  readonly became: string;
  /** The text that the edit starts from. */
  readonly goesOn: string;
}

/** What a save did that stored a part. */
export type PartlySaved = Partial<Pick<EarlierSaves, 'created' | 'sent' | 'told'>>;

/** A text that the manager took. */
export interface AcceptedSave extends Partial<Omit<EarlierSaves, 'sent' | 'saved' | 'lost'>> {
  readonly saved: string;
  /** How many of the values that earlier saves sent were sent before it; all when it is left out. */
  readonly sentBefore?: number | undefined;
  /** What the document started from if it was typed into meanwhile; the saved text when it is left out. */
  readonly goesOn?: string | undefined;
  /** What earlier saves sent and was seen to be stored: it comes no more. */
  readonly arrived?: readonly SentValue[] | undefined;
}

/** Who is told what a save does, so that it is known although the window is closed in the middle of it. */
export interface SaveProgress {
  /** Called with what is sent, without secrets, just before it is. */
  readonly onSending: (fields: RecordFields) => void;
  /** Called once an item of a list was created. */
  readonly onCreated: (item: CreatedItem) => void;
  /** Called once the document is known to have become something, before the rest of it is sent. */
  readonly onBecame: (became: Became) => void;
}

/** One save of a document. */
export interface DocumentSave<Accepted extends AcceptedSave> {
  /** Sends the edit, and tells at once what it does. @throws when the manager did not take it */
  readonly write: (earlier: EarlierSaves, progress: SaveProgress) => Promise<Accepted>;
  /** Whether what a failed write sent may be stored all the same. */
  readonly mayBeStored: (error: unknown) => boolean;
}

/** What an editor shows of a document. */
export interface ShownText {
  readonly isDirty: boolean;
  readonly getText: () => string;
}

/** A text that the editor was given or that was saved from it, and what is known once it is shown. */
interface KnownText {
  readonly text: string;
  readonly base: string;
  readonly earlier: EarlierSaves;
  /** Whether the editor has shown it. */
  readonly isShown: boolean;
}

const none: EarlierSaves = { sent: [], created: [] };

/**
 * What a document started from (architecture, rule 4). It moves with every save that the manager took, whatever is typed
 * meanwhile, and with every text that the editor takes over without an edit.
 */
export class EditedDocument {
  private known: KnownText | undefined;
  private saving: Promise<unknown> = Promise.resolve();
  private savesUnderWay = 0;

  /**
   * @param base the text that it started from; undefined when that is not known
   * @param onChange is called when something changed that has to outlive the window
   */
  constructor(
    private base?: string,
    private earlierSaves: EarlierSaves = none,
    private readonly onChange: (document: EditedDocument) => void = () => undefined,
  ) {}

  get baseText(): string | undefined {
    return this.base;
  }

  get earlier(): EarlierSaves {
    return this.earlierSaves;
  }

  get isSaving(): boolean {
    return this.savesUnderWay > 0;
  }

  /** Notes the text that the editor is given; it becomes the base once the editor shows it. */
  serve(text: string): void {
    const { became, told = [] } = this.earlierSaves;
    this.known = { text, base: text, earlier: { ...none, became, told, sent: told }, isShown: false };
  }

  /** Notes what the editor shows. @returns whether that is what it was given, without an edit */
  show({ isDirty, getText }: ShownText): boolean {
    const { known } = this;
    // `isDirty` is still false while the first edit is announced, and once more after a save that was typed into.
    if (!known || isDirty || getText() !== known.text) return false;
    // An undo leads back to a text that was shown: what was sent meanwhile may be stored all the same.
    const { sent, told } = known.isShown ? this.earlierSaves : known.earlier;
    this.base = known.base;
    this.earlierSaves = { ...known.earlier, sent, told, lost: lostBy(this.earlierSaves) };
    this.known = { ...known, isShown: true };
    this.onChange(this);
    return true;
  }

  /** Replaces the base, as after a part was saved. */
  startFrom(text: string, { created = [], sent = [], told = [] }: PartlySaved = {}): void {
    this.base = text;
    const { earlier } = this;
    this.change({
      created: [...earlier.created, ...created],
      sent: [...earlier.sent, ...sent],
      told: [...(earlier.told ?? []), ...told],
      saved: undefined,
    });
  }

  /** Gives what the document started from other values, as after the user decided a conflict; the rest stays as it was saved. */
  decide(withDecided: (text: string) => string): void {
    this.base = withDecided(this.base ?? '{}');
    const { saved } = this.earlier;
    this.change({ saved: saved && { ...saved, text: withDecided(saved.text) } });
  }

  /** Saves once no other save is under way, and moves on when the manager took it. @throws as its `write` */
  save<Accepted extends AcceptedSave>(save: DocumentSave<Accepted>): Promise<Accepted> {
    this.savesUnderWay += 1;
    const saved = this.saving.then(() => this.saveNow(save)).finally(() => (this.savesUnderWay -= 1));
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  /** Waits with its own saves for the one of a document of the same record that was closed, and knows what that one lost. */
  follow(closed: EditedDocument): void {
    this.saving = closed.saving.then(() =>
      this.change({ lost: [...lostBy(closed.earlier), ...(this.earlier.lost ?? [])] }),
    );
  }

  /** Reads what the manager has while no save is under way; once more where one began meanwhile. @throws as the read */
  async read<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const { saving } = this;
      await saving;
      const found = await read();
      if (saving === this.saving) return found;
    }
  }

  private async saveNow<Accepted extends AcceptedSave>(save: DocumentSave<Accepted>): Promise<Accepted> {
    const before = this.earlierSaves;
    try {
      const accepted = await save.write(before, {
        onSending: fields => this.change({ sent: [...this.earlierSaves.sent, ...Object.entries(fields)] }),
        onCreated: item => this.change({ created: [...this.earlierSaves.created, item] }),
        onBecame: ({ goesOn, ...became }) => {
          this.base = goesOn;
          this.change({ ...became, saved: undefined });
        },
      });
      this.accept(accepted, before);
      return accepted;
    } catch (error) {
      if (!save.mayBeStored(error)) this.change({ sent: before.sent, created: before.created });
      if (error instanceof PartlySavedError) this.startFrom(error.baseText, error.did);
      throw error;
    }
  }

  private accept(
    { saved, sentBefore, goesOn = saved, created = [], arrived = [], told, became, made }: AcceptedSave,
    before: EarlierSaves,
  ): void {
    this.base = goesOn;
    const { earlier } = this;
    const open = (values: readonly SentValue[]) => values.filter(value => !arrived.includes(value));
    const sent = open(before.sent);
    this.change({
      sent,
      created: [...before.created, ...created],
      told: told ?? before.told,
      became: became ?? earlier.became,
      made: made ?? earlier.made,
      lost: lostBy(before),
      saved:
        saved === goesOn
          ? undefined
          : { text: saved, sentBefore: open(before.sent.slice(0, sentBefore)).length },
    });
    // A text that lacks what was created goes on lacking it until the editor shows what is stored.
    this.known = { text: saved, base: goesOn, earlier: this.earlierSaves, isShown: true };
  }

  private change(earlier: Partial<EarlierSaves>): void {
    this.earlierSaves = { ...this.earlierSaves, ...earlier };
    this.onChange(this);
  }
}
