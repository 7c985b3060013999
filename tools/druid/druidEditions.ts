import type { EraName } from '../../packages/manager/src/dataQuery/eras.js';
import { Failure } from '../../test/host/failure.js';

/** A Druid that the embedded engine is held against. */
export interface DruidEdition {
  /** A version that is complete in Maven Central. */
  readonly version: string;
  readonly hasOldNulls: boolean;
  /** The era in which the embedded engine answers as it does. */
  readonly era: EraName;
}

/** By the names that `--version` takes: 28 knows both ways of treating nulls, later ones only that of SQL. */
export const druidEditions = {
  '28': { version: '28.0.0', hasOldNulls: true, era: '28' },
  '28-sql': { version: '28.0.0', hasOldNulls: false, era: '31' },
  '33': { version: '33.0.0', hasOldNulls: false, era: '31' },
} as const satisfies Readonly<Record<string, DruidEdition>>;

export type EditionName = keyof typeof druidEditions;

/** What is taken where none is named; the names of an object do not stand in their order when some are numbers. */
export const newestEdition: EditionName = '33';

export const editionNames = Object.keys(druidEditions) as EditionName[];

/** The edition that an option names; undefined without it. @throws {Failure} for one that there is not */
export function readEditionName(text: string | undefined): EditionName | undefined {
  const known = editionNames.find(name => name === text);
  if (known !== undefined || text === undefined) return known;
  throw new Failure(`--version must be one of ${editionNames.join(', ')}, not “${text}”.`);
}
