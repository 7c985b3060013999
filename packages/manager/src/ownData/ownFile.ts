/** A file that was read into the table `records`: one text column `c0`, `c1`... per column of the file. */
export interface ReadFile {
  readonly header: readonly string[];
  /** How messages call record number `index`, counted from 0: as an editor or a spreadsheet counts. */
  readonly place: (index: number) => string;
  /** Whether numbers may have a comma for their point: commas part no cells. */
  readonly hasDecimalCommas?: boolean;
}

/** The file as the readers need it: its path as a pattern that matches nothing else. */
export interface FileToRead {
  readonly path: string;
  readonly pattern: string;
}
