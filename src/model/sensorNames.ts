/** Names of the sensor `type` values (contract 001; 6, 7, 10 and 32 from field notes §1.0). */
export const sensorTypes: Readonly<Record<number, string>> = {
  1: 'Domain',
  2: 'IPS',
  3: 'IPS group',
  4: 'IPS binding',
  5: 'Flow sensor',
  6: 'Social',
  7: 'Malware gateway',
  8: 'MSE sensor',
  10: 'Cloud proxy',
  32: 'IPS',
};

/** Names of the `domain_type` values (contract 001). */
export const domainTypes: Readonly<Record<number, string>> = {
  1: 'Generic',
  2: 'Organization',
  3: 'Market',
  4: 'Campus',
  5: 'Building',
  6: 'Service provider',
  7: 'Deployment',
  101: 'Floor',
};

/** Values and their names in one line, for descriptions. */
export const listed = (names: Readonly<Record<number, string>>) =>
  Object.entries(names)
    .map(([value, name]) => `${value} ${name}`)
    .join(', ');
