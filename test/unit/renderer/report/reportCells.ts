import type { Report, ReportAnswer, ReportCell } from '../../../../src/model/report/report.js';
import { toResultTable, type QueryRow, type ResultValue } from '../../../../src/model/query/queryResult.js';
import { inColumnNames, queryFacts, queryTitle } from '../../../../src/model/results/queryFacts.js';
import type { ViewSettings } from '../../../../src/model/results/viewSettings.js';

const start = Date.parse('2026-11-27T00:00:00Z');
const hour = 3_600_000;
const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const packets = { type: 'longSum', name: 'pkts', fieldName: 'sum_pkts' };

/** Numbers that look like traffic over a day, the same in each run. */
const traffic = (at: number, size: number) =>
  Math.round(size * (1.2 + Math.sin((at % 24) / 3.8 - 2) + 0.15 * Math.sin(at * 7.3)));

interface Asked {
  readonly name?: string;
  readonly queryType: string;
  readonly dimensions?: readonly string[];
  readonly granularity?: string;
  readonly settings?: ViewSettings;
  /** For each of the times, in hours. */
  readonly times?: number;
  /** The values of the dimensions. */
  readonly groups?: readonly (readonly ResultValue[])[];
}

/** A cell with an answer made up for it. */
export function answered(asked: Asked, changes: Partial<ReportAnswer> = {}): ReportCell {
  const { dimensions = [], granularity = 'hour', times = 1, groups = [[]], settings = {} } = asked;
  const intervals = ['2026-11-27T00:00:00Z/2026-11-28T00:00:00Z'];
  const query = {
    queryType: asked.queryType,
    dataSource: 'rb_flow',
    granularity,
    intervals,
    ...(dimensions.length === 1 ? { dimension: dimensions[0] } : { dimensions }),
    aggregations: [bytes, packets],
    ...(asked.queryType === 'topN' && { metric: 'bytes', threshold: 10 }),
  };
  const rows = Array.from({ length: times }, (_, at) =>
    groups.map((values, group): QueryRow => {
      const size = traffic(at + group, 3e8 / (group + 1));
      return {
        timestamp: new Date(start + at * hour).toISOString(),
        values: {
          ...Object.fromEntries(dimensions.map((name, place) => [name, values[place] ?? null])),
          bytes: size,
          pkts: Math.round(size / 700),
        },
      };
    }),
  ).flat();
  const table = toResultTable(rows, dimensions, Infinity);
  const answeredAt = start + 30 * hour;
  const facts = inColumnNames(queryFacts(query, answeredAt), table.columns);
  const said = { asks: queryTitle(query), manager: 'Local manager', notes: [], facts, zone: 'Europe/Madrid' };
  const ranAt = new Date(answeredAt).toISOString();
  const answer = { table, said, settings, ranAt, isStale: false, hasFailed: false, ...changes };
  return { kind: 'query', name: asked.name, query: JSON.stringify(query, undefined, 2), answer };
}

const applications = ['netflix', 'youtube', 'microsoft 365', 'ssh', 'dns', 'zoom', 'backup'].map(name => [
  name,
]);
const countries = ['ES', 'FR', 'US', 'DE', 'BR', 'JP', 'AU', 'IN', 'ZA', 'GB', 'MX', 'CN'].map(code => [
  code,
]);
const hosts = Array.from({ length: 40 }, (_, at) => [`10.0.${at % 4}.${20 + at}`]);

/** A notebook with a result in each view. */
export const twelveResults = (): ReportCell[] => [
  answered({ name: 'now', queryType: 'timeseries', granularity: 'all', settings: { view: 'number' } }),
  answered({ queryType: 'timeseries', times: 24, settings: { view: 'line' } }),
  answered({
    name: 'applications',
    queryType: 'groupBy',
    dimensions: ['application'],
    times: 24,
    groups: applications,
    settings: { view: 'stacked' },
  }),
  answered({
    queryType: 'groupBy',
    dimensions: ['application'],
    times: 24,
    groups: applications.slice(0, 3),
    settings: { view: 'bars' },
  }),
  answered({
    queryType: 'groupBy',
    dimensions: ['application'],
    times: 24,
    groups: applications.slice(0, 4),
    settings: { view: 'line' },
  }),
  answered({ queryType: 'timeseries', times: 24, settings: { view: 'area' } }),
  answered({ queryType: 'topN', dimensions: ['lan_ip'], granularity: 'all', groups: hosts.slice(0, 10) }),
  answered({ queryType: 'timeseries', times: 24 * 7, settings: { view: 'heat' } }),
  answered({
    queryType: 'topN',
    dimensions: ['lan_ip_country_code'],
    granularity: 'all',
    groups: countries,
    settings: { view: 'map' },
  }),
  answered({
    name: 'hosts',
    queryType: 'groupBy',
    dimensions: ['lan_ip'],
    granularity: 'all',
    groups: hosts,
    settings: { view: 'table' },
  }),
  answered({
    queryType: 'groupBy',
    dimensions: ['lan_ip', 'application'],
    times: 24,
    groups: hosts.map(([host], at) => [host ?? null, applications[at % 7]?.[0] ?? null]),
    settings: { view: 'table', sort: { column: 'bytes', isDescending: true } },
  }),
  answered(
    { queryType: 'topN', dimensions: ['application'], granularity: 'all', groups: applications },
    { isStale: true },
  ),
];

/** A notebook with these cells. */
export const reportOf = (cells: readonly ReportCell[]): Report => ({
  title: 'traffic',
  language: 'en',
  range: 'last 24 hours',
  zone: 'Europe/Madrid',
  writtenAt: start + 31 * hour,
  cells,
});

/** Text that would run, load or break out somewhere. */
export const hostileText =
  `"'><script>alert(1)</script></style></pre></svg><img src=x onerror=alert(2)>` +
  '![p](https://evil.example/p.png)[j](javascript:alert(3))</details>`\u202e\u0000|# </title>';

/** A notebook in which everything is hostile. */
export const hostileCells = (): ReportCell[] => [
  { kind: 'markdown', text: `# ${hostileText}\n\n${hostileText}\n\n${hostileBlocks}` },
  ...(['line', 'bars', 'list', 'heat', 'table', 'map'] as const).map((view): ReportCell => {
    const asked = {
      name: hostileText,
      queryType: 'groupBy',
      dimensions: [`country_code ${hostileText}`],
      times: 24,
      groups: [[hostileText], ['ES'], [null], ['']],
      settings: { view },
    };
    const cell = answered(asked) as ReportCell & { kind: 'query' };
    const said = { ...cell.answer!.said, manager: hostileText, asks: hostileText, notes: [hostileText] };
    return { ...cell, query: hostileText, answer: { ...cell.answer!, said } };
  }),
  { kind: 'query', name: hostileText, query: `\`\`\`\`\n${hostileText}`, answer: undefined },
];

const hostileBlocks = [
  '<script>alert(4)</script>',
  '<iframe src="https://evil.example"></iframe>',
  '> <style>body{background:url(https://evil.example/b)}</style>',
  '- <img\n  src=x onerror=alert(5)>',
  '![ref][there]',
  '[there]: https://evil.example/r.png "t"',
  '<https://fine.example> and [f](file:///etc/passwd) and [d](data:text/html,<script>alert(6)</script>)',
  '| <b>x</b> | ![i](http://evil.example/i.png) |\n|---|---|\n| <img src=x onerror=alert(7)> | `<b>` ![j](//evil.example/j.png) |',
  '    <script>in code</script>',
].join('\n\n');
