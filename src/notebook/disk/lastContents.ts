const mostMade = 10;
const mostRead = 4;

/** A content that was made for a file, or for VS Code's copy of unsaved changes. */
interface MadeContent<Notebook> {
  readonly mark: string;
  /** The notebooks that held it then. */
  readonly of: readonly Notebook[];
}

/** The last contents that were made and read of any notebook: they tell which were never on disk where they are read. */
export class LastContents<Notebook> {
  private readonly made: MadeContent<Notebook>[] = [];
  private readonly reads: string[] = [];

  noteMade(made: MadeContent<Notebook>): void {
    keep(this.made, made, mostMade);
  }

  /** @param read the number and the mark of a read */
  noteRead(read: string): void {
    keep(this.reads, read, mostRead);
  }

  /** Whether a content that a notebook comes from may be that of another one, which is saved as this. */
  isMadeElsewhere(mark: string | undefined, notebook: Notebook): boolean {
    return this.made.some(made => made.mark === mark && !made.of.includes(notebook));
  }

  /** What was read right before, whichever notebooks that was for. */
  readBefore(read: string | undefined): readonly string[] {
    return this.reads.slice(0, Math.max(0, this.reads.indexOf(read ?? '')));
  }
}

/** Adds to a list, which keeps its last ones. */
export function keep<T>(list: T[], added: T, most = mostMade): void {
  list.splice(0, list.push(added) - most);
}
