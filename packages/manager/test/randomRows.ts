import type { ReferenceRow } from './referenceFilter.js';

const minute = 60_000;

/** Days on which clocks change in New York and Berlin; Kathmandu keeps its 45 minutes. */
export const nights = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'] as const;

/** Minutes of data around each change. */
export const nightLength = 40 * 60;

/** The first minute of the data around a change of clocks. */
export const nightStart = (night: (typeof nights)[number]): number => Date.parse(night) - 14 * 60 * minute;

const stations = Array.from({ length: 20 }, (_none, index) => `00:11:22:33:44:${String(index + 10)}`);

/** The values that the dimensions of random rows have. */
export const dimensionValues: Readonly<Record<string, readonly (string | null)[]>> = {
  campus: ['Seville', 'Lisbon', null],
  direction: ['upstream', 'downstream', 'internal'],
  l4_proto: ['6', '17', '1', null],
  host: [
    'www.lisbon.pt',
    'a1',
    'a9',
    'a10',
    'a07',
    'a7',
    'LISBON',
    'é.t',
    '日本',
    '50%_off',
    "o'hare",
    'x"\\',
    null,
  ],
  client_rssi: ['-67.125', '12', '-3', '0.5', 'n/a', null],
  namespace_uuid: ['n1', 'n2', null],
  client_mac: [...stations, null],
};

/** The same rows in every run: many in the first hours of each night, few in the last, none in some. */
export const randomRows: readonly ReferenceRow[] = Array.from({ length: 2400 }, (_none, index) => {
  const random = (salt: number) => Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43758.5453) % 1;
  const night = nights[index % nights.length] ?? nights[0];
  const offset = Math.floor(random(1) ** 2 * nightLength);
  const kept = Math.floor(offset / 60) % 5 === 3 ? offset - 60 : offset;
  return {
    time: nightStart(night) + kept * minute,
    values: Object.fromEntries(
      Object.entries(dimensionValues).map(([name, list], salt) => [
        name,
        list[Math.floor(random(salt + 2) * list.length)] ?? null,
      ]),
    ),
    numbers: {
      events: 1 + Math.floor(random(11) * 3),
      sum_bytes: Math.floor(random(12) ** 4 * 2 ** 40),
      sum_pkts: Math.floor(random(13) * 3),
      sum_rssi: Math.floor(random(14) * 100) - 90,
    },
  };
});
