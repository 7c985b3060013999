import { sqlTime } from '../../packages/manager/src/store/database.js';
import { Failure } from '../host/failure.js';

type Values = readonly ReturnType<typeof sqlTime>[];

/** A data query, and the same question in SQL as a person would ask it. */
export interface QueryCase {
  readonly name: string;
  readonly query: object;
  readonly sql: string;
  readonly values: Values;
  readonly resultRows: (answer: readonly unknown[]) => number;
  /** @throws Failure when the two answers differ */
  readonly check: (answer: readonly unknown[], rows: readonly unknown[][]) => void;
}

type Row = Readonly<Record<string, unknown>>;

const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const filters = {
  plain: { filter: null, where: 'TRUE' },
  filtered: {
    filter: {
      type: 'and',
      fields: [
        { type: 'not', field: { type: 'selector', dimension: 'host', value: '' } },
        { type: 'regex', dimension: 'application_id_name', pattern: '(?i)http|dns' },
      ],
    },
    where: `host IS NOT NULL AND regexp_matches(application_id_name, 'http|dns', 'i')`,
  },
} as const;

/** Each query type, plain and with a filter, over so many days before the present. */
export function queryCases(present: number, days: number): QueryCase[] {
  const start = present - days * 86_400_000;
  const interval = `${new Date(start).toISOString()}/${new Date(present).toISOString()}`;
  const values = [sqlTime(start), sqlTime(present)];
  const base = { dataSource: 'rb_flow', intervals: [interval], aggregations: [bytes] };
  return Object.entries(filters).flatMap(([kind, { filter, where }]): QueryCase[] => {
    const rows = `FROM rb_flow WHERE "timestamp" >= $1 AND "timestamp" < $2 AND ${where}`;
    const common = { values };
    return [
      {
        ...common,
        ...flat(answer => answer.map(row => [(row['result'] as Row)['bytes']])),
        name: `timeseries by hour, ${kind}`,
        query: { ...base, queryType: 'timeseries', granularity: 'hour', filter },
        sql: `SELECT epoch_ms("timestamp") // 3600000 AS hour, sum(sum_bytes)::BIGINT ${rows} GROUP BY 1 ORDER BY 1`,
      },
      {
        ...common,
        ...flat(answer => ((answer[0]?.['result'] ?? []) as Row[]).map(row => [row['host'], row['bytes']])),
        name: `topN of 25 hosts, ${kind}`,
        query: {
          ...base,
          queryType: 'topN',
          granularity: 'all',
          dimension: 'host',
          metric: 'bytes',
          threshold: 25,
          filter,
        },
        sql: `SELECT host, sum(sum_bytes)::BIGINT AS bytes ${rows} GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST LIMIT 25`,
      },
      {
        ...common,
        ...flat(answer =>
          answer.map(row => {
            const event = row['event'] as Row;
            return [event['campus'], event['application_id_name'], event['bytes']];
          }),
        ),
        name: `groupBy of two dimensions, ${kind}`,
        query: {
          ...base,
          queryType: 'groupBy',
          granularity: 'all',
          dimensions: ['campus', 'application_id_name'],
          filter,
          orderBy: {
            type: 'default',
            limit: 100,
            columns: [{ dimension: 'bytes', direction: 'DESCENDING' }],
          },
        },
        sql: `SELECT campus, application_id_name, sum(sum_bytes)::BIGINT AS bytes ${rows} GROUP BY 1, 2
          ORDER BY 3 DESC, 1 NULLS FIRST, 2 NULLS FIRST LIMIT 100`,
      },
      {
        ...common,
        ...flat(answer =>
          answer.map(row => {
            const event = row['event'] as Row;
            return [event['client_mac'], event['host'], event['bytes']];
          }),
        ),
        name: `groupBy of many rows, ${kind}`,
        query: {
          ...base,
          queryType: 'groupBy',
          granularity: 'all',
          dimensions: ['client_mac', 'host'],
          filter,
        },
        sql: `SELECT client_mac, host, sum(sum_bytes)::BIGINT AS bytes ${rows} GROUP BY 1, 2
          ORDER BY 1 NULLS FIRST, 2 NULLS FIRST LIMIT 500001`,
      },
    ];
  });
}

/** Compares the outputs of an answer with the last columns of the SQL rows. */
function flat(cells: (answer: readonly Row[]) => unknown[][]): Pick<QueryCase, 'resultRows' | 'check'> {
  return {
    resultRows: answer => cells(answer as Row[]).length,
    check: (answer, rows) => {
      const own = cells(answer as Row[]);
      const last = rows.map(row => row.slice(-(own[0]?.length ?? 1)).map(numberOrText));
      if (JSON.stringify(own) !== JSON.stringify(last)) throw new Failure('The manager and SQL differ.');
    },
  };
}

const numberOrText = (cell: unknown): unknown => (typeof cell === 'bigint' ? Number(cell) : cell);
