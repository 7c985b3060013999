import type { z } from 'zod';
import type { dataQuery } from './query.js';
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

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The published example queries over the day before a moment.
 * @param end ISO 8601; cut to the minute
 * @param devices what they look at, where that is not in the data of the local manager with its default seed
 */
export function sampleQueriesUntil(
  end: string,
  devices: Partial<Pick<SampleValues, 'clientMac' | 'dropboxAddresses'>> = {},
): SampleQuery[] {
  const { clientMac = sampleClientMac, dropboxAddresses = sampleDropboxAddresses } = devices;
  const wholeMinute = Math.floor(Date.parse(end) / minute) * minute;
  const start = isoTime(wholeMinute - day);
  const intervals = [`${start}/${isoTime(wholeMinute)}`];
  return sampleQueries({ start, intervals, clientMac, dropboxAddresses });
}

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z');
