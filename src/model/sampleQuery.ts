import type { z } from 'zod';
import type { dataQuery } from './query/query.js';

/** One cell pair of the sample notebook: what it is about, then the query. */
export interface SampleQuery {
  readonly title: string;
  readonly text: string;
  readonly query: z.input<typeof dataQuery>;
}

/** Times of a sample query: the whole interval and, for buckets, its start. */
export interface SampleRange {
  readonly start: string;
  readonly intervals: string[];
}

/** A sum under a name. */
export const sum = (name: string, fieldName: string) => ({ type: 'longSum' as const, name, fieldName });

/** At most 25 rows, the highest value of a column first. */
export const highest = (dimension: string) => ({
  type: 'default' as const,
  limit: 25,
  columns: [{ dimension, direction: 'DESCENDING' as const }],
});

/** A filter by regular expression. */
export const matches = (dimension: string, pattern: string) => ({
  type: 'regex' as const,
  dimension,
  pattern,
});

/** A filter by value. */
export const equals = (dimension: string, value: string) => ({ type: 'selector' as const, dimension, value });

/** A device that the local manager generates traffic of. */
export const sampleClientMac = 'f0:18:98:4d:aa:99';

/** Two addresses that the local manager generates Dropbox alerts about. */
export const sampleDropboxAddresses = ['162.125.19.131', '162.125.68.18'] as const;
