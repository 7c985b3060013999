import { setTimeout } from 'node:timers/promises';
import type { Database, Lane } from '../store/database.js';
import { scales } from '../generator/network/scales.js';
import { readProperties } from './managerProperties.js';
import { followOutages, followSamples } from './accessPointStates.js';
import { addStretches, generatedSources, type Pools } from './generateRows.js';
import { addNewest, lengthOf, minuteInMs, splitAt } from './minutes.js';

/**
 * Flows that one transaction of older history may add, counted as if all minutes were busy. Rows that come in hundreds
 * of thousands go straight into the file; fewer ones would be written to the log first.
 */
const flowsOfBatch = 720_000;

export interface FeedOptions {
  /** Whether every minute that passes is added; otherwise only older history that is missing. */
  readonly live: boolean;
  readonly now?: () => number;
  /** Waits some milliseconds; rejects when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  readonly failure: (error: unknown) => void;
  readonly progress?: ((sentence: string) => void) | undefined;
  /** Called after rows were added, with the minute up to which they reach. */
  readonly added?: (to: number) => void;
  /** Instead of the usual size of a batch. */
  readonly flowsOfBatch?: number;
}

/** Rows that are added while the manager serves. */
export interface Feed {
  /** Resolves when everything that was to be added is there; never, when every minute is added. */
  readonly ended: Promise<void>;
  /** Stops at once; a batch that has not ended leaves nothing behind and is done again at the next start. */
  readonly stop: () => Promise<void>;
}

/**
 * Adds rows in batches, each in a transaction of its own: minutes that have passed first, then older history that is
 * missing, newest first. A batch that fails is reported and tried again in the next minute.
 */
export function startFeed(database: Database, options: FeedOptions): Feed {
  const stopping = new AbortController();
  const ended = run(database, options, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) options.failure(error);
  });
  return {
    ended,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function run(database: Database, options: FeedOptions, signal: AbortSignal): Promise<void> {
  const { now = Date.now, failure, progress } = options;
  const found = await database.read(readProperties);
  const lane = await database.openLane();
  const feeder: Feeder = {
    database,
    lane,
    options,
    signal,
    pools: undefined,
    followedTo: found?.filledTo ?? 0,
  };
  const behind = lengthOf(found?.missing ?? []);
  if (behind > 0) progress?.('Older history is being added while the manager serves...');
  let announce = behind > 0;
  try {
    for (;;) {
      const next = await addBatch(feeder).catch((error: unknown) => {
        if (signal.aborted) throw error;
        failure(error);
        return 'failed' as const;
      });
      if (next === 'more') continue;
      if (next === 'done' && announce) {
        progress?.('The whole history is there.');
        announce = false;
      }
      if (next === 'done' && !options.live) return;
      const rest = minuteInMs - (now() % minuteInMs);
      await (options.wait?.(rest, signal) ?? setTimeout(rest, undefined, { signal }));
    }
  } finally {
    lane.close();
  }
}

interface Feeder {
  readonly database: Database;
  readonly lane: Lane;
  readonly options: FeedOptions;
  readonly signal: AbortSignal;
  pools: Pools | undefined;
  /** Minute up to which the records of access points follow the rows. */
  followedTo: number;
}

/** Adds the newest part of what is missing. */
async function addBatch(feeder: Feeder): Promise<'more' | 'done'> {
  const { database, lane, options, signal } = feeder;
  const found = await database.read(readProperties, signal);
  if (!found || generatedSources(found).length === 0) return 'done';
  const { now = Date.now } = options;
  // The whole minutes that have passed since the last ones are missing too.
  const filledTo = options.live ? Math.max(found.filledTo, Math.floor(now() / minuteInMs)) : found.filledTo;
  const missing = addNewest(found.missing, { from: found.filledTo, to: filledTo });
  const properties = { ...found, filledTo, missing };
  const newest = missing.at(-1)?.to;
  if (newest === undefined) return 'done';
  const size = Math.ceil((options.flowsOfBatch ?? flowsOfBatch) / scales[properties.scale].flowsPerMinute);
  const start = filledTo > found.filledTo ? Math.max(found.filledTo, newest - size) : newest - size;
  const { before, after: stretches } = splitAt(missing, start);
  const batch = { properties: { ...properties, missing: before }, stretches, known: feeder.pools };
  // Pools that are made in a transaction that fails are gone with it.
  feeder.pools = undefined;
  feeder.pools = await lane.write(session => addStretches(session, session, batch), signal);
  if (feeder.followedTo < filledTo) {
    await database.write(async session => {
      await followOutages(session, properties, feeder.followedTo);
      await followSamples(session, properties, feeder.followedTo);
    }, signal);
    feeder.followedTo = filledTo;
  }
  options.added?.(newest);
  return before.length > 0 ? 'more' : 'done';
}
