/** A data source of the query endpoint (contract 002, Data sources). */
export type DataSource = 'rb_flow' | 'rb_event' | 'rb_monitor' | 'rb_state';

/** What each data source holds (contract 002, Data sources). */
export const dataSources: Readonly<Record<DataSource, string>> = {
  rb_flow: 'NetFlow and sFlow traffic data.',
  rb_event: 'IDS and IPS intrusion data.',
  rb_monitor: 'SNMP monitoring data.',
  rb_state: 'Health of wireless stations, obtained through NMSP or SNMP.',
};

/** All data sources. */
export const dataSourceNames = Object.keys(dataSources) as DataSource[];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The dimensions of each data source (contract 002, Dimensions). */
export const dimensions: Readonly<Record<DataSource, readonly string[]>> = {
  rb_flow: words(`
    application_id_name building building_uuid campus campus_uuid client_accounting_type
    client_auth_type client_fullname client_gender client_id client_latlong client_loyality client_mac
    client_mac_vendor client_rssi client_vip conversation coordinates_map deployment deployment_uuid
    direction dot11_protocol dot11_status dst_map duration engine_id_name floor floor_uuid host
    host_l2_domain http_social_media http_user_agent https_common_name interface_name ip_as_name
    ip_country_code ip_protocol_version l4_proto lan_interface_description lan_interface_name lan_ip
    lan_ip_as_name lan_ip_country_code lan_ip_name lan_ip_net_name lan_l4_port lan_name lan_vlan market
    market_uuid namespace namespace_uuid organization organization_uuid product_name public_ip
    public_ip_mac referer referer_l2 scatterplot selector_name sensor_ip sensor_name sensor_uuid
    service_provider service_provider_uuid src_map tcp_flags tos type url wan_interface_description
    wan_interface_name wan_ip wan_ip_as_name wan_ip_country_code wan_ip_map wan_ip_net_name wan_l4_port
    wan_name wan_vlan wireless_id wireless_operator wireless_station zone zone_uuid
  `),
  rb_event: words(`
    action building building_uuid campus campus_uuid classification conversation deployment
    deployment_uuid domain_name dst dst_as_name dst_country_code dst_map dst_net_name dst_port ethdst
    ethdst_vendor ethlength_range ethsrc ethsrc_vendor file_hostname file_size file_uri floor floor_uuid
    group_name icmptype incident_uuid iplen_range l4_proto market market_uuid msg namespace
    namespace_uuid organization organization_uuid priority rev scatterplot sensor_name service_provider
    service_provider_uuid sha256 sig_generator sig_id src src_as_name src_country_code src_map
    src_net_name src_port tos ttl vlan
  `),
  rb_monitor: words(`
    building building_uuid campus campus_uuid deployment deployment_uuid floor floor_uuid group_name
    instance market market_uuid monitor namespace namespace_uuid organization organization_uuid
    sensor_name sensor_uuid service_provider service_provider_uuid unit value
  `),
  rb_state: words(`
    building building_uuid campus campus_uuid client_count deployment deployment_uuid floor floor_uuid
    market market_uuid namespace namespace_uuid organization organization_uuid sensor_name sensor_uuid
    service_provider service_provider_uuid status type wireless_admin_state wireless_channel
    wireless_mode wireless_op_state wireless_slot wireless_station wireless_station_ip
    wireless_station_name wireless_tx_power zone zone_uuid
  `),
};

/**
 * Dimensions that hold the name of a domain, by its `domain_type`; those that hold its uuid end in `_uuid` (contracts 001
 * and 002).
 */
export const domainDimensions: Readonly<Record<number, string>> = {
  2: 'organization',
  3: 'market',
  4: 'campus',
  5: 'building',
  6: 'service_provider',
  7: 'deployment',
  101: 'floor',
};

/** One documented way to aggregate a data source: the three fields go together. */
export interface AggregationTriple {
  readonly type: 'longSum' | 'min' | 'max';
  readonly name: string;
  readonly fieldName: string;
  readonly description: string;
}

/** The aggregations of each data source; none are documented for rb_state (contract 002, Aggregations per data source). */
export const aggregationTriples: Readonly<Record<DataSource, readonly AggregationTriple[]>> = {
  rb_flow: [
    { type: 'longSum', name: 'events', fieldName: 'events', description: 'Flow count.' },
    { type: 'longSum', name: 'pkts', fieldName: 'sum_pkts', description: 'Sum of packets.' },
    { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes', description: 'Sum of bytes.' },
  ],
  rb_event: [
    { type: 'longSum', name: 'events', fieldName: 'events', description: 'IDS and IPS event count.' },
  ],
  rb_monitor: [
    {
      type: 'longSum',
      name: 'events',
      fieldName: 'events',
      description: 'Result of the monitored item in the interval.',
    },
    { type: 'min', name: 'min', fieldName: 'min_value', description: 'Minimum of the monitored parameter.' },
    { type: 'max', name: 'max', fieldName: 'max_value', description: 'Maximum of the monitored parameter.' },
  ],
  rb_state: [],
};
