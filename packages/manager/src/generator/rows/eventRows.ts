import { activity, below, chance, oneOf, rowHash, selected } from '../chance.js';
import { locationColumns } from '../places/location.js';
import type { PoolSizes } from './pools.js';
import type { Scale } from '../network/scales.js';

/** The rule of a burst that scans ports. */
const portscan = 'portscan: TCP Portscan';

/** Addresses that the generated Dropbox alerts go to. */
const dropboxAddresses = ['162.125.19.131', '162.125.68.18', '162.125.21.3', '162.125.66.18'];

/** Share of hours with a burst, and how much more a burst brings. */
const burstShare = 0.04;
const burstFactor = 12;
/** Share of a burst that is one outside address going through the ports of one host. */
const scanShare = 0.7;

/** The dimensions and metrics of an intrusion event (field notes §5.3). */
const columns = {
  timestamp: 'make_timestamp(m * 60000000)',
  ...Object.fromEntries(locationColumns.map(column => [column, `probe.${column}`])),
  // What a manager writes for a place that it does not know (field notes §5.3).
  campus: `coalesce(probe.campus, 'N/A')`,
  sensor_name: 'probe.sensor_name',
  group_name: oneOf('group', ['default', 'outside']),
  domain_name: `'root'`,
  action: `CASE WHEN rule.action = 'drop' AND ${chance('undropped')} < 0.2 THEN 'should_drop' ELSE rule.action END`,
  priority: 'rule.priority',
  classification: 'rule.classification',
  sig_generator: 'rule.generator',
  sig_id: 'rule.id',
  rev: 'rule.revision',
  msg: 'rule.message',
  l4_proto: `CASE WHEN scan THEN '6' ELSE rule.protocol END`,
  icmptype: `CASE WHEN rule.protocol = '1' THEN '0' END`,
  src: 'CASE WHEN rule.outgoing THEN client.lan_ip ELSE attacker.ip END',
  src_port: `CASE WHEN rule.protocol <> '1' THEN (32768 + ${below('source port', 28000)})::VARCHAR END`,
  src_net_name: `CASE WHEN rule.outgoing THEN 'default_1' ELSE '0.0.0.0/0' END`,
  src_as_name: 'CASE WHEN NOT rule.outgoing THEN attacker.owner END',
  src_country_code: 'CASE WHEN NOT rule.outgoing THEN attacker.country END',
  src_map: 'CASE WHEN NOT rule.outgoing THEN attacker.country END',
  dst: `CASE WHEN rule.message LIKE '%Dropbox%' THEN ${oneOf('dropbox', dropboxAddresses)}
    WHEN rule.outgoing THEN attacker.ip ELSE client.lan_ip END`,
  dst_port: `CASE WHEN scan THEN (1 + ${below('scanned port', 1024)})::VARCHAR ELSE rule.port END`,
  dst_net_name: `CASE WHEN rule.outgoing THEN '0.0.0.0/0' ELSE 'default_1' END`,
  dst_as_name: `CASE WHEN rule.message LIKE '%Dropbox%' THEN 'Dropbox, Inc.' WHEN rule.outgoing THEN attacker.owner END`,
  dst_country_code: `CASE WHEN rule.message LIKE '%Dropbox%' THEN 'US' WHEN rule.outgoing THEN attacker.country END`,
  dst_map: `CASE WHEN rule.message LIKE '%Dropbox%' THEN 'US' WHEN rule.outgoing THEN attacker.country END`,
  ethsrc: 'CASE WHEN rule.outgoing THEN client.mac ELSE attacker.mac END',
  ethsrc_vendor: `CASE WHEN rule.outgoing THEN client.vendor ELSE 'XEROX CORPORATION' END`,
  ethdst: 'CASE WHEN rule.outgoing THEN attacker.mac ELSE client.mac END',
  ethdst_vendor: `CASE WHEN rule.outgoing THEN 'XEROX CORPORATION' ELSE client.vendor END`,
  ethlength_range: oneOf('frame', ['(64-128]', '(64-128]', '(128-256]', '(512-768]', '(1280-1514]']),
  iplen_range: oneOf('packet', ['[64-128)', '[64-128)', '[128-256)', '[512-1024)', '[1024-2048)']),
  ttl: oneOf('ttl', ['64', '64', '128', '255', '52']),
  tos: `'0'`,
  vlan: 'client.vlan',
  file_hostname: `CASE WHEN ${chance('file')} < 0.01 THEN 'files.example.org' END`,
  file_uri: `CASE WHEN ${chance('file')} < 0.01 THEN '/download/setup.exe' END`,
  file_size: `CASE WHEN ${chance('file')} < 0.01 THEN (1000 + ${below('size', 900000)})::VARCHAR END`,
  sha256: `CASE WHEN ${chance('file')} < 0.01 THEN sha256(${below('content', 40)}::VARCHAR) END`,
  incident_uuid: `CASE WHEN burst AND rule.priority = 'high' THEN md5((m // 60)::VARCHAR)::UUID::VARCHAR END`,
  conversation: `client.lan_ip || '|' || attacker.ip`,
  events: `(1 + floor(6 * pow(${chance('events')}, 4)))::BIGINT`,
};

/** The statement that adds the intrusion events from minute $2 up to, not including, minute $3 for seed $1. */
export function eventRows(sizes: PoolSizes, { eventsPerMinute }: Scale): string {
  const base = `${eventsPerMinute} * ${activity('m')}`;
  return `INSERT INTO rb_event BY NAME
  WITH hours AS (
    SELECT m, ${rowHash('m // 60', '524287')} AS h FROM range($2::BIGINT, $3::BIGINT) r(m)),
  minutes AS (
    SELECT m, ${chance('burst')} < ${burstShare} AS burst, ${below('scanner', sizes.attackers)} AS scanner,
      ${below('victim', sizes.clients)} AS victim, ${rowHash('m', '1048574')} AS h FROM hours),
  rows AS (
    SELECT m, burst, scanner, victim, ${rowHash('m', 'i + 262144')} AS h
    FROM (SELECT m, burst, scanner, victim, unnest(range(floor(CASE WHEN burst THEN ${burstFactor} ELSE 1 END * ${base}
      + ${chance('rest')})::BIGINT)) AS i FROM minutes)),
  told AS (SELECT *, burst AND ${chance('scan')} < ${scanShare} AS scan FROM rows),
  picked AS (
    SELECT m, h, burst, scan,
      CASE WHEN scan THEN (SELECT min(number) FROM pool_signatures WHERE message = '${portscan}')
        ELSE floor(${sizes.signatures} * CASE WHEN burst THEN 0.5 * ${chance('rule')} ELSE ${chance('rule')} END)::INTEGER
        END AS rule_number,
      CASE WHEN scan THEN scanner ELSE floor(${sizes.attackers} * pow(${chance('attacker')}, 2))::INTEGER
        END AS attacker_number,
      CASE WHEN scan THEN victim ELSE floor(${sizes.clients} * pow(${chance('client')}, 2))::INTEGER
        END AS client_number,
      ${below('guard', Math.max(1, sizes.guards))} AS guard_number
    FROM told)
  SELECT ${selected(columns)}
  FROM picked
  JOIN pool_signatures rule ON rule.number = rule_number
  JOIN pool_attackers attacker ON attacker.number = attacker_number
  JOIN pool_clients client ON client.number = client_number
  JOIN pool_probes probe ON probe.guard = guard_number`;
}
