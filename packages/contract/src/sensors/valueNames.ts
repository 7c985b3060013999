import { domainTypes, sensorTypes } from './nodeRecord.js';

const onOff = { 0: 'Disabled', 1: 'Enabled' };

/** What the numbers in the fields of a node mean (contract 001, Resources and fields). */
export const valueNames: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  domain_type: domainTypes,
  type: sensorTypes,
  status: { 0: 'Down', 1: 'Up' },
  spanport: onOff,
  nmsp: onOff,
  nmsp_wireless_health: onOff,
  nmsp_client_stats: onOff,
  dns_ptr_client: onOff,
  dns_ptr_target: onOff,
};

/** Values and their names in one line, for descriptions. */
export const listed = (names: Readonly<Record<number, string>>) =>
  Object.entries(names)
    .map(([value, name]) => `${value} ${name}`)
    .join(', ');
