import { isSameValue } from '../inventory/recordRules.js';
import type { FileRecord } from './recordsAsFiles.js';
import type { KeyedRecords } from './recordKeys.js';

/** Files by path, `inventory/racks/core-a.json`. */
export type Files = ReadonlyMap<string, FileRecord>;

/** Stands in a base for a field of which the two sides differ although nothing was agreed: no field has such a value. */
export const notAgreed: Readonly<Record<string, unknown>> = { not_agreed: true };

export const isAgreed = (value: unknown): boolean => !isSameValue(value, notAgreed);

/** What was last agreed with a manager: the files as they were, and which record each of them is. */
export interface FolderBase {
  readonly files: Files;
  readonly ids: ReadonlyMap<string, number>;
  /**
   * The numbers of records by what they were called: by references that are in files still, `@racks/Old`, and by the files that
   * are left of a rename beside those that they are now (`leftoverKey`).
   */
  readonly formerly: ReadonlyMap<string, number>;
}

/** The three sides of a folder. */
export interface FolderSides {
  readonly files: Files;
  /** Undefined where nothing was agreed yet: then every difference is somebody's to decide. */
  readonly base: FolderBase | undefined;
  readonly manager: KeyedRecords;
  /** Where nothing was agreed yet with a manager that has records: the files that somebody said count. No other is created there. */
  readonly adopted?: ReadonlySet<string> | undefined;
  /** Whether a plan is about a file; undefined where it is about all. */
  readonly isMeant?: ((path: string) => boolean) | undefined;
  /** Files that may leave out what a new record needs: nobody is asked whether their records are there. */
  readonly lacking?: ReadonlySet<string> | undefined;
}

/** What a value of a file or of a manager comes to: nothing, null and an empty text are all empty. */
export const valueOrNull = (value: unknown): unknown => (value === '' ? null : (value ?? null));
