import { activity, bell, rowHash } from '../chance.js';
import { locationColumns } from '../places/location.js';
import monitors from './monitors.json';
import type { PoolSizes } from './pools.js';
import type { Scale } from '../network/scales.js';

const text = (value: string | undefined): string => (value === undefined ? 'NULL' : `'${value}'`);

/**
 * SQL for a slow random walk of a monitor around 0: noise that is drawn every day, every six hours and every hour, with
 * straight lines between, so that any minute can be made without those before.
 */
const walk = `(${[
  [1440, 1],
  [360, 0.5],
  [60, 0.25],
]
  .map(([period, size]) => `${size} * ${noise(period ?? 1)}`)
  .join(' + ')})`;

function noise(period: number): string {
  const drawn = (slot: string) =>
    `((hash((${slot})::BIGINT * 67108864 + number * 4096 + probe.number + ${period} + $1::BIGINT * 1099511627776) >> 11)::DOUBLE
      / 9007199254740992.0 - 0.5)`;
  const before = drawn(`m // ${period}`);
  const after = drawn(`m // ${period} + 1`);
  return `(${before} + (${after} - ${before}) * (m % ${period}) / ${period}.0)`;
}

/**
 * The statement that adds the monitored values from minute $2 up to, not including, minute $3 for seed $1. Each monitor
 * has the value of a quiet hour, what a busy hour adds, and the spread (field notes §5.4).
 */
export function monitorRows(_sizes: PoolSizes, { minutesBetweenValues, monitored }: Scale): string {
  const list = monitors.map(
    ({ name, unit, base, busy, spread, instance, group }, number) =>
      `(${number}, ${text(name)}, ${text(unit)}, ${base}, ${busy}, ${spread}, ${text(instance)}, ${text(group)})`,
  );
  return `INSERT INTO rb_monitor BY NAME
  WITH kinds (number, monitor, unit, base, busy, spread, instance, group_name) AS (VALUES ${list.join(', ')}),
  samples AS (
    SELECT m, ${activity('m')} AS load FROM range($2::BIGINT, $3::BIGINT) r(m)
    WHERE m % ${minutesBetweenValues} = 0),
  rows AS (
    SELECT m, load, kinds.*, probe, ${rowHash('m', '131072 + kinds.number * 512 + probe.number')} AS h
    FROM samples, kinds, pool_probes probe WHERE probe.number < ${monitored}),
  measured AS (
    SELECT *, round(greatest(0, (base + busy * load) * (1 + 0.3 * ${walk}) + spread * ${bell('value')}), 2)::DOUBLE AS v,
      round(spread * abs(${bell('range')}), 2)::DOUBLE AS r
    FROM rows)
  SELECT make_timestamp(m * 60000000) AS "timestamp",
    ${locationColumns.map(column => `probe.${column}`).join(', ')},
    probe.sensor_name, probe.sensor_uuid,
    monitor, unit, instance, group_name, printf('%.6f', v) AS value,
    2 AS events, 2 * v AS sum_value, greatest(0, round(v - r, 2)) AS min_value, round(v + r, 2) AS max_value
  FROM measured`;
}
