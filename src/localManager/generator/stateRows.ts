import { activity, below, chance, rowHash } from './chance.js';
import { locationColumns } from './location.js';
import type { PoolSizes } from './pools.js';

const minutesBetweenSamples = 15;

/** Share of access points that are off for a quarter of a day, and the share of clients that stay at night. */
const outageShare = 0.02;

/** The statement that adds the state of every access point from minute $2 up to, not including, minute $3 for seed $1. */
export function stateRows(sizes: PoolSizes): string {
  const off = `place.ap_status = 0 OR ${chance('outage')} < ${outageShare}`;
  return `INSERT INTO rb_state BY NAME
  WITH samples AS (
    SELECT m, ${activity('m')} AS load FROM range($2::BIGINT, $3::BIGINT) r(m)
    WHERE m % ${minutesBetweenSamples} = 0),
  outages AS (
    SELECT m, load, place, ${rowHash('m // 360', '65536 + place.number')} AS h
    FROM samples, pool_places place WHERE place.number < ${sizes.accessPoints}),
  rows AS (
    SELECT m, load, place, (${off}) AS is_off, ${rowHash('m', '32768 + place.number')} AS h FROM outages),
  measured AS (
    SELECT *, CASE WHEN is_off THEN 0
      ELSE floor(load * (4 + place.number % 37) * (0.7 + 0.6 * ${chance('clients')}))::INTEGER END AS clients,
      1 + ${below('power', 4)} AS power
    FROM rows)
  SELECT make_timestamp(m * 60000000) AS "timestamp",
    ${locationColumns.map(column => `place.${column} AS ${column}`).join(', ')},
    place.sensor_name AS sensor_name, place.sensor_uuid AS sensor_uuid,
    place.zone AS zone, place.zone_uuid AS zone_uuid,
    'snmp_apMonitor' AS type, CASE WHEN is_off THEN 'off' ELSE 'on' END AS status,
    place.ap_mac AS wireless_station, place.ap_name AS wireless_station_name, place.ap_ip AS wireless_station_ip,
    clients::VARCHAR AS client_count, 'local' AS wireless_mode,
    CASE WHEN is_off THEN 'down' ELSE 'up' END AS wireless_op_state, 'enabled' AS wireless_admin_state,
    (place.number % 2)::VARCHAR AS wireless_slot,
    list_extract(['1', '6', '11', '36', '44', '149'], 1 + place.number % 6) AS wireless_channel,
    power::VARCHAR AS wireless_tx_power,
    1 AS events, clients AS sum_value, power AS sum_wireless_tx_power
  FROM measured`;
}
