import { sqlTime, type SqlSession } from '../store/database.js';
import { minuteInMs } from './minutes.js';
import { outagesSql } from '../generator/rows/outages.js';

/** SQL for the access points that are down in a minute, with the minute since which they are. */
const downIn = (minute: string): string => `(SELECT id, max(start) AS start
  FROM (${outagesSql('access_points', { from: minute, to: `${minute} + 1` })}) GROUP BY id)`;

/**
 * Lets the records of the access points follow the simulated outages: those that went down or came up since a minute
 * get their new status. Others keep what a client gave them.
 * @param since undefined takes down all that are in an outage
 */
export async function followOutages(
  session: SqlSession,
  {
    seed,
    since,
    minute,
  }: { readonly seed: number; readonly since: number | undefined; readonly minute: number },
): Promise<void> {
  const [now, before] = [downIn('$2::BIGINT'), downIn('$3::BIGINT')];
  const goDown = `UPDATE access_points
    SET status = 0, clients = 0, uptime = 0, last_check_in = make_timestamp(down.start * ${minuteInMs * 1000})
    FROM ${now} down WHERE access_points.id = down.id`;
  if (since === undefined) {
    await session.run(goDown, [seed, minute]);
    return;
  }
  const values = [seed, minute, since];
  await session.run(`${goDown} AND down.id NOT IN (SELECT id FROM ${before})`, values);
  await session.run(
    `UPDATE access_points SET status = 1
    WHERE id IN (SELECT id FROM ${before}) AND id NOT IN (SELECT id FROM ${now})`,
    values,
  );
}

/** The latest sampled number of clients of an access point. */
export interface ClientSample {
  readonly mac: string;
  readonly clients: number;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** Reads the latest sample of each access point from the analytics, from a window of minutes that ends with one. */
export const readSamples = (session: SqlSession, minute: number, window: number): Promise<ClientSample[]> =>
  session.rows<ClientSample>(
    `SELECT wireless_station AS mac, arg_max(sum_value, "timestamp")::INTEGER AS clients,
      epoch_ms(max("timestamp"))::DOUBLE AS time
    FROM rb_state WHERE type = 'snmp_apMonitor' AND "timestamp" > $1 AND "timestamp" <= $2
    GROUP BY wireless_station`,
    [sqlTime((minute - window) * minuteInMs), sqlTime(minute * minuteInMs)],
  );

/** Copies samples to the records of access points that are up. */
export async function followSamples(session: SqlSession, samples: readonly ClientSample[]): Promise<void> {
  if (samples.length === 0) return;
  await session.run(
    'CREATE OR REPLACE TEMP TABLE latest_samples (mac VARCHAR, clients INTEGER, seen TIMESTAMP)',
  );
  await session.append(
    'latest_samples',
    samples.map(({ mac, clients, time }) => [mac, clients, sqlTime(time)]),
  );
  await session.run(
    `UPDATE access_points SET clients = sample.clients, last_check_in = sample.seen FROM latest_samples sample
    WHERE mac_address = sample.mac AND status = 1 AND (last_check_in IS NULL OR last_check_in < sample.seen)`,
  );
}
