import { scales } from '../generator/network/scales.js';
import { outagesSql } from '../generator/rows/outages.js';
import { sqlTime, type SqlSession } from '../store/database.js';
import type { ManagerProperties } from './managerProperties.js';
import { minuteInMs } from './minutes.js';

/** SQL for the access points that are down in a minute, with the minute since which they are. */
const downIn = (minute: string): string => `(SELECT id, max(start) AS start
  FROM (${outagesSql('access_points', { from: minute, to: `${minute} + 1` })}) GROUP BY id)`;

/**
 * Lets the records of the access points follow the simulated outages: those that went down or came up since they last
 * did get their new status. Others keep what a client gave them.
 * @param followedTo minute up to which they follow; 0 takes down all that are in an outage
 */
export async function followOutages(
  session: SqlSession,
  { seed, filledTo }: ManagerProperties,
  followedTo: number,
): Promise<void> {
  const now = downIn('$2::BIGINT');
  const before = downIn('$3::BIGINT');
  const values = [seed, filledTo - 1, followedTo === 0 ? null : followedTo - 1];
  await session.run(
    `UPDATE access_points
    SET status = 0, clients = 0, uptime = 0, last_check_in = make_timestamp(down.start * ${minuteInMs * 1000})
    FROM ${now} down WHERE access_points.id = down.id AND down.id NOT IN (SELECT id FROM ${before})`,
    values,
  );
  await session.run(
    `UPDATE access_points SET status = 1
    WHERE id IN (SELECT id FROM ${before}) AND id NOT IN (SELECT id FROM ${now})`,
    values,
  );
}

/** Copies the latest samples since then to the records of access points that are up; those of a loaded file stay apart. */
export async function followSamples(
  session: SqlSession,
  { scale, loaded, filledTo }: ManagerProperties,
  followedTo: number,
): Promise<void> {
  if (loaded.includes('rb_state')) return;
  const window = Math.min(filledTo - followedTo, scales[scale].minutesBetweenStates);
  const minute = filledTo - 1;
  await session.run(
    `UPDATE access_points SET clients = sample.clients, last_check_in = sample.seen FROM (
      SELECT wireless_station AS mac, arg_max(sum_value, "timestamp")::INTEGER AS clients, max("timestamp") AS seen
      FROM rb_state WHERE type = 'snmp_apMonitor' AND "timestamp" > $1 AND "timestamp" <= $2
      GROUP BY wireless_station) sample
    WHERE mac_address = sample.mac AND status = 1 AND (last_check_in IS NULL OR last_check_in < sample.seen)`,
    [sqlTime((minute - window) * minuteInMs), sqlTime(minute * minuteInMs)],
  );
}
