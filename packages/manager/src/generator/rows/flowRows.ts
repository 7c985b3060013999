import { activity, bell, below, chance, oneOf, rowHash, selected } from '../chance.js';
import { locationColumns } from '../places/location.js';
import type { PoolSizes } from './pools.js';
import type { Scale } from '../network/scales.js';

/** How strongly few clients cause most of the traffic. */
const clientTail = 2.2;

/** SQL for the dimensions that depend on the server; inside the network there is none (field notes §5.2). */
const outside = (expression: string): string => `CASE WHEN direction <> 'internal' THEN ${expression} END`;
/** SQL for what tells both ends: a server outside, or another client where a flow stays inside. */
const otherEnd = (out: string, inside: string): string =>
  `CASE WHEN direction = 'internal' THEN ${inside} ELSE ${out} END`;
const onAir = (expression: string): string => `CASE WHEN wireless THEN ${expression} END`;

// Servers without a name are other people's machines all over the address space: the long tail of addresses.
const address = `CASE WHEN server.host IS NULL
  THEN format('{}.{}.{}.{}', 60 + ${below('octet 1', 100)}, ${below('octet 2', 256)}, ${below('octet 3', 256)}, 1 + address_number)
  ELSE list_extract([server.address_1, server.address_2, server.address_3], address_number) END`;
const bytes = 'greatest(40, events * server.mean_bytes * size)::BIGINT';

/**
 * How many access points a client is away from its own: in a quarter of its hours it walks to the fourth one and back,
 * staying at each for some minutes, so that it is seen on neighbours in their order.
 */
const stepsFromHome = `CASE WHEN hash(xor(hash(m // 60), client_number::UBIGINT)) % 4 = 0
  THEN least(m % 60 // 8, (59 - m % 60) // 8)::INTEGER ELSE 0 END`;

const placeColumns = [...locationColumns, 'sensor_uuid', 'sensor_name', 'sensor_ip', 'zone', 'zone_uuid'];

/** The dimensions and metrics of a flow row over the columns of `picked` and the pools (field notes §5.2). */
const columns = {
  timestamp: 'make_timestamp(m * 60000000)',
  ...Object.fromEntries(placeColumns.map(column => [column, `place.${column}`])),
  type: `'netflowv10'`,
  ip_protocol_version: `'4'`,
  tos: oneOf('tos', ['0', '0', '0', '0', '46', '184']),
  direction: 'direction',
  duration: `(1 + floor(60 * pow(${chance('duration')}, 3)))::INTEGER::VARCHAR`,
  application_id_name: `CASE WHEN direction = 'internal' THEN ${oneOf('service', ['ldap', 'snmp', 'dns', 'smb', 'ntp'])} ELSE server.application END`,
  engine_id_name: 'server.engine',
  selector_name: `'default'`,
  product_name: `CASE WHEN server.engine = '13' THEN 'NBAR' END`,
  l4_proto: 'server.protocol',
  tcp_flags: `CASE WHEN server.protocol = '6' THEN ${oneOf('flags', ['.AP...', '.AP.SF', '.A...F', '....S.'])} END`,
  host: outside('server.host'),
  host_l2_domain: outside('server.l2_domain'),
  url: outside(`server.host || ${oneOf('path', ['/', '/api/v1', '/login', '/img/logo.png', '/watch'])}`),
  https_common_name: outside(`CASE WHEN server.port = '443' THEN '*.' || server.l2_domain END`),
  referer: `CASE WHEN referred THEN ${outside('server.host')} END`,
  referer_l2: `CASE WHEN referred THEN ${outside('server.l2_domain')} END`,
  http_social_media: outside('server.social'),
  http_user_agent: outside(`CASE WHEN server.port IN ('80', '443') THEN client.agent END`),
  client_mac: 'client.mac',
  client_mac_vendor: 'client.vendor',
  client_id: 'client.id',
  client_fullname: 'client.fullname',
  client_loyality: 'client.loyalty',
  client_vip: 'client.vip',
  client_auth_type: onAir('client.auth'),
  client_rssi: onAir(
    `CASE WHEN rssi <= -85 THEN 'bad' WHEN rssi <= -80 THEN 'low' WHEN rssi <= -70 THEN 'medium'
      WHEN rssi <= -60 THEN 'good' ELSE 'excellent' END`,
  ),
  client_latlong: 'place.coordinates',
  coordinates_map: 'place.coordinates',
  dot11_protocol: onAir('client.protocol'),
  dot11_status: onAir(`'ASSOCIATED'`),
  wireless_id: onAir('place.ssid'),
  wireless_operator: onAir('place.service_provider'),
  wireless_station: 'place.ap_mac',
  interface_name: `'1'`,
  lan_interface_name: `'1'`,
  lan_interface_description: `'LAN Interface'`,
  lan_ip: 'client.lan_ip',
  lan_ip_name: 'client.id',
  lan_ip_net_name: `'default_1'`,
  lan_name: 'place.campus',
  lan_l4_port: `(32768 + ${below('lan port', 28000)})::VARCHAR`,
  lan_vlan: 'client.vlan',
  wan_interface_name: outside(`'14'`),
  wan_interface_description: outside(`'WAN Interface'`),
  wan_ip: otherEnd(address, 'peer.lan_ip'),
  wan_ip_as_name: outside('server.owner'),
  wan_ip_country_code: outside('server.country'),
  wan_ip_map: outside('server.country'),
  wan_ip_net_name: otherEnd(`'0.0.0.0/0'`, `'default_1'`),
  wan_l4_port: outside('server.port'),
  public_ip: outside(address),
  ip_as_name: outside('server.owner'),
  ip_country_code: outside('server.country'),
  src_map: `CASE WHEN direction = 'downstream' THEN server.country END`,
  dst_map: `CASE WHEN direction = 'upstream' THEN server.country END`,
  conversation: `client.lan_ip || '|' || ${otherEnd(address, 'peer.lan_ip')}`,
  events: 'events',
  sum_bytes: bytes,
  sum_pkts: `greatest(events, ${bytes} // packet)`,
  sum_rssi: 'CASE WHEN wireless THEN rssi * events ELSE 0 END',
};

/**
 * The statement that adds the flows from minute $2 up to, not including, minute $3 for seed $1. Those of an hour lie place by place: a user
 * who may see a part of the tree then reads few of the pieces in which a column is stored.
 */
export function flowRows(sizes: PoolSizes, { flowsPerMinute }: Scale): string {
  const wirelessShare = sizes.accessPoints > 0 ? 0.78 : 0;
  const count = `floor(${flowsPerMinute} * ${activity('m')} * (0.8 + 0.4 * ${chance('load')}) + ${chance('rest')})`;
  return `INSERT INTO rb_flow BY NAME
  WITH minutes AS (
    SELECT m, ${rowHash('m', '1048575')} AS h FROM range($2::BIGINT, $3::BIGINT) r(m)),
  rows AS (
    SELECT m, i, ${rowHash('m', 'i')} AS h
    FROM (SELECT m, unnest(range(${count}::BIGINT)) AS i FROM minutes)),
  picked AS (
    SELECT m, h,
      floor(${sizes.clients} * pow(${chance('client')}, ${clientTail}))::INTEGER AS client_number,
      floor(${sizes.clients} * pow(${chance('peer')}, ${clientTail}))::INTEGER AS peer_number,
      ${below('server', sizes.traffic)} AS server_number,
      ${chance('cable')} < ${wirelessShare} AS wireless,
      CASE WHEN ${chance('direction')} < 0.58 THEN 'downstream' WHEN ${chance('direction')} < 0.95 THEN 'upstream'
        ELSE 'internal' END AS direction,
      (1 + floor(9 * pow(${chance('events')}, 5)))::BIGINT AS events,
      exp(1.1 * ${bell('bytes')}) AS size,
      (120 + 1250 * ${chance('packet')})::BIGINT AS packet,
      (-92 + 55 * ${chance('rssi')})::INTEGER AS rssi,
      ${chance('referer')} < 0.3 AS referred,
      1 + ${below('address', 3)} AS address_number
    FROM rows),
  placed AS (
    SELECT picked.*, CASE WHEN wireless
      THEN (home + ${stepsFromHome}) % ${Math.max(1, sizes.accessPoints)} ELSE wired END AS place_number
    FROM picked JOIN pool_clients ON number = client_number
    ORDER BY m // 60, place_number)
  SELECT ${selected(columns)}
  FROM placed
  JOIN pool_clients client ON client.number = client_number
  JOIN pool_clients peer ON peer.number = peer_number
  JOIN pool_traffic server ON server.number = server_number
  JOIN pool_places place ON place.number = place_number
  ANTI JOIN pool_outages outage ON outage.id = place.ap_id AND outage.start <= m AND outage.stop > m`;
}
