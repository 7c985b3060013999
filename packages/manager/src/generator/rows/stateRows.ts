import { activity, below, chance, rowHash } from '../chance.js';
import { locationColumns } from '../places/location.js';
import type { PoolSizes } from './pools.js';
import type { Scale } from '../network/scales.js';

/** What an access point reports: its clients, and less often how busy its two radios are in percent. */
const reports = `(VALUES (0, 'snmp_apMonitor', 1), (1, 'channel_load_2_4', 4), (2, 'channel_load_5', 4))`;

/** SQL for the channels of the two bands; an access point keeps its own. */
const channels = `CASE WHEN slot = 0 THEN list_extract(['1', '6', '11'], 1 + place.number % 3)
  ELSE list_extract(['36', '44', '52', '100', '149', '161'], 1 + place.number % 6) END`;

/** The statement that adds the state of every access point from minute $2 up to, not including, minute $3 for seed $1. */
export function stateRows(sizes: PoolSizes, { minutesBetweenStates }: Scale): string {
  return `INSERT INTO rb_state BY NAME
  WITH samples AS (
    SELECT m, ${activity('m')} AS load, kind, type
    FROM range($2::BIGINT, $3::BIGINT) r(m), ${reports} report (kind, type, every)
    WHERE m % (every * ${minutesBetweenStates}) = 0),
  rows AS (
    SELECT m, load, kind, type, place, ${rowHash('m', '524288 + place.number')} AS h, EXISTS (
      SELECT 1 FROM pool_outages outage
      WHERE outage.id = place.ap_id AND outage.start <= m AND outage.stop > m) AS is_off
    FROM samples, pool_places place WHERE place.number < ${sizes.accessPoints}),
  measured AS (
    SELECT *, CASE WHEN is_off THEN 0
      ELSE floor(load * (4 + place.number % 37) * (0.7 + 0.6 * ${chance('clients')}))::INTEGER END AS clients,
      CASE WHEN kind = 0 THEN place.number % 2 ELSE kind - 1 END AS slot,
      1 + ${below('power', 4)} AS power
    FROM rows WHERE kind = 0 OR NOT is_off)
  SELECT make_timestamp(m * 60000000) AS "timestamp",
    ${locationColumns.map(column => `place.${column}`).join(', ')},
    place.sensor_name, place.sensor_uuid, place.zone, place.zone_uuid,
    type, CASE WHEN is_off THEN 'off' ELSE 'on' END AS status,
    place.ap_mac AS wireless_station, place.ap_name AS wireless_station_name, place.ap_ip AS wireless_station_ip,
    CASE WHEN kind = 0 THEN clients::VARCHAR END AS client_count, 'local' AS wireless_mode,
    CASE WHEN is_off THEN 'down' ELSE 'up' END AS wireless_op_state, 'enabled' AS wireless_admin_state,
    slot::VARCHAR AS wireless_slot, ${channels} AS wireless_channel, power::VARCHAR AS wireless_tx_power,
    1 AS events, CASE WHEN kind = 0 THEN clients ELSE least(100, 3 + 2 * clients) END AS sum_value,
    power AS sum_wireless_tx_power
  FROM measured`;
}
