import * as l10n from '@vscode/l10n';
import { domainDimensions, type DataSource } from 'netsensor-contract/query/dataSources';
import { quoted, type Inert } from '../../words/inert.js';

/**
 * What a dimension holds, as far as it is published (field notes §5.2 to §5.5; contract 002 only lists names); undefined for
 * all others: a name alone is no explanation.
 * @param source where it is looked for: a few names mean something else in each
 */
export function dimensionMeaning(name: string, source: DataSource | undefined): Inert | undefined {
  const words = { ...flowWords(), ...eventWords(), ...(source && sourceWords(source)) };
  return placeWords(name) ?? (Object.hasOwn(words, name) ? words[name as keyof typeof words] : undefined);
}

/** Places are copied into each row from the domains around the sensor, and for wireless rows from the access point. */
function placeWords(name: string): Inert | undefined {
  const place = name.replace(/_uuid$/, '');
  if (![...Object.values(domainDimensions), 'namespace', 'zone'].includes(place)) return undefined;
  const words = quoted(place.replaceAll('_', ' '));
  return name === place
    ? l10n.t('Name of the {0} that the sensor or the access point is in.', words)
    : l10n.t('Uuid of the {0} that the sensor or the access point is in.', words);
}

function sourceWords(source: DataSource): Readonly<Record<string, Inert>> {
  const sensor = l10n.t('Sensor that the row comes from.');
  const words: Readonly<Record<DataSource, Readonly<Record<string, Inert>>>> = {
    rb_flow: {
      type: l10n.t('Format of the flow record, such as netflowv10 or sflowv5; upper and lower case differ.'),
      sensor_name: sensor,
    },
    rb_event: {
      group_name: l10n.t('A group such as default or outside.'),
      sensor_name: sensor,
    },
    rb_monitor: {
      group_name: l10n.t('A group such as VLAN-1.'),
      monitor: l10n.t('What is measured: cpu, memory, load_1, disk, latency, fan and others.'),
      instance: l10n.t('Which of several things is measured, such as interface-0 or fan-0.'),
      sensor_name: l10n.t('Node of the manager, or device, that is measured.'),
      unit: l10n.t('Unit of the value, such as % or ms; newer managers leave it out.'),
      value: l10n.t('The value as it was measured, a number as text; newer managers leave it out.'),
    },
    rb_state: {
      type: l10n.t('Kind of record: snmp_apMonitor, channel_load_2_4, channel_load_5 or NMSP.'),
      status: l10n.t('Whether the access point is on or off.'),
      sensor_name: sensor,
    },
  };
  return words[source];
}

function flowWords(): Readonly<Record<string, Inert>> {
  const host = l10n.t('Host that was asked for, such as www.google.com.');
  const organization = l10n.t(
    'Organization that the address outside belongs to; private addresses have none.',
  );
  const country = l10n.t('Country of the address outside in two letters; private addresses have none.');
  const home = l10n.t('Name of a home network, such as default_1, or 0.0.0.0/0.');
  const port = l10n.t('A port, a number as text.');
  return {
    application_id_name: l10n.t(
      'Application, such as HTTPS, DNS or youtube, or a number of it such as 13:443.',
    ),
    client_count: l10n.t('How many clients the access point has.'),
    client_latlong: l10n.t('Where the client is: latitude and longitude, such as 37.89,26.39.'),
    client_mac: l10n.t('MAC address of the client, in lower case with colons.'),
    client_mac_vendor: l10n.t('Maker of the client as registered, such as Dell Inc.'),
    client_rssi: l10n.t('Signal of the client in words: excellent, good, medium, low, bad or unknown.'),
    direction: l10n.t(
      'upstream is from inside to outside, downstream back, internal inside only; old data has ingress and egress.',
    ),
    dot11_status: l10n.t('ASSOCIATED, PROBING or UNKNOWN.'),
    duration: l10n.t('How long the flow took, in seconds.'),
    engine_id_name: l10n.t('What the number of the application counts in, such as IANA-L4, 13 or 3.'),
    host,
    url: host,
    referer: l10n.t('Host that led there, such as www.google.com.'),
    host_l2_domain: l10n.t('Domain of the host, such as google.com.'),
    ip_as_name: organization,
    ip_country_code: country,
    ip_protocol_version: l10n.t('4 or 6.'),
    l4_proto: l10n.t('Number of the protocol above IP as text, such as 6 for TCP or 17 for UDP.'),
    lan_ip: l10n.t('Address inside, whichever way the flow went.'),
    lan_interface_name: l10n.t('Interface inside, a number as text.'),
    lan_interface_description: l10n.t('Description of the interface inside.'),
    lan_ip_net_name: home,
    lan_l4_port: port,
    public_ip: l10n.t('Address outside, the same as wan_ip.'),
    wan_ip: l10n.t('Address outside, whichever way the flow went.'),
    wan_interface_name: l10n.t('Interface outside, a number as text.'),
    wan_interface_description: l10n.t('Description of the interface outside.'),
    wan_ip_net_name: home,
    wan_l4_port: port,
    wireless_id: l10n.t('Name of the wireless network (SSID).'),
    wireless_station: l10n.t('MAC address of the access point.'),
    wireless_station_name: l10n.t('Name of the access point.'),
  };
}

function eventWords(): Readonly<Record<string, Inert>> {
  const port = l10n.t('A port, a number as text.');
  const mostlyEmpty = l10n.t('Mostly without a value.');
  return {
    action: l10n.t('What was done: alert, drop, should_drop, cant_drop or log.'),
    classification: l10n.t('Class of what was found, such as Misc activity or Attempted Information Leak.'),
    domain_name: l10n.t('A domain such as root.'),
    dst_port: port,
    src_port: port,
    ethsrc_vendor: l10n.t('Maker of the source as registered, such as Intel Corporate.'),
    ethlength_range: l10n.t('Length of the frame as a range, such as (64-128].'),
    iplen_range: l10n.t('Length of the IP packet as a range, such as [64-128).'),
    file_hostname: mostlyEmpty,
    file_size: mostlyEmpty,
    file_uri: mostlyEmpty,
    sha256: mostlyEmpty,
    incident_uuid: l10n.t('Uuid of an incident, or nothing.'),
    msg: l10n.t('What was found, such as ET POLICY Dropbox.com Offsite File Backup in Use.'),
    priority: l10n.t('high, medium, low, very low or unknown.'),
    rev: l10n.t('Revision of the rule of sig_id.'),
    sig_generator: l10n.t('Mostly 1; 122 is a port scan.'),
    sig_id: l10n.t('Number of the rule, which belongs to one msg.'),
  };
}
