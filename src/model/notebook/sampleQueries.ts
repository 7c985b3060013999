import type { z } from 'zod';
import type { dataQuery } from '../query/query.js';
import samples from './sampleQueries.json';

/** One cell pair of the sample notebook: what it is about, then the query. */
export interface SampleQuery {
  readonly title: string;
  readonly text: string;
  readonly query: z.input<typeof dataQuery>;
}

/** What the sample queries look at. */
export interface SampleValues {
  /** Start of the whole interval, which buckets are counted from. */
  readonly start: string;
  readonly intervals: string[];
  /** A device whose applications are listed. */
  readonly clientMac: string;
  /** Two addresses that Dropbox alerts go to. */
  readonly dropboxAddresses: readonly [string, string];
}

/** A device that the local manager generates traffic of. */
export const sampleClientMac = 'f0:18:98:4d:aa:99';

/** Two addresses that the local manager generates Dropbox alerts about. */
export const sampleDropboxAddresses = ['162.125.19.131', '162.125.68.18'] as const;

/**
 * The published example queries over traffic, then those over intrusion events (field notes §2.10): a text such as
 * `{start}` in the file stands for a value.
 */
export function sampleQueries({ dropboxAddresses, ...others }: SampleValues): SampleQuery[] {
  const [firstAddress, secondAddress] = dropboxAddresses;
  const values = Object.entries({ ...others, firstAddress, secondAddress });
  const valueOf = new Map<unknown, unknown>(values.map(([name, value]) => [`{${name}}`, value]));
  const filled = (_key: string, value: unknown) => (valueOf.has(value) ? valueOf.get(value) : value);
  return JSON.parse(JSON.stringify(samples), filled) as SampleQuery[];
}
