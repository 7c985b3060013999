/** How the rows of a query are grouped (contract 002, Query types). */
export const queryTypes = ['groupBy', 'topN', 'timeseries'] as const;

export type QueryType = (typeof queryTypes)[number];

/** Number columns that sums, minima and maxima are made of (contract 002, Aggregations per data source; field notes §2.1). */
export const numberColumns = {
  rb_flow: ['events', 'sum_bytes', 'sum_pkts', 'sum_rssi', 'clients', 'wireless_stations'],
  rb_event: ['events', 'signatures'],
  rb_monitor: ['events', 'sum_value', 'min_value', 'max_value'],
  rb_state: ['events', 'sum_value', 'sum_wireless_tx_power', 'wireless_stations', 'wireless_channels'],
} as const;
