/** A sample query asked in SQL; `$start` and `$end` are timestamps, rows come in the order of the notebook's table. */
export interface SampleSql {
  readonly sql: string;
  /** Further values, by name. */
  readonly values?: Readonly<Record<string, string>>;
  /** The column whose number the manager only estimates (field notes §2.2). */
  readonly estimated?: string;
}

const inRange = '"timestamp" >= $start::TIMESTAMP AND "timestamp" < $end::TIMESTAMP';
const video = `(host ILIKE '%youtube_com%' OR host ILIKE '%instagram_com%')`;
const perCampus = (where: string): SampleSql => ({
  sql: `SELECT campus, sum(sum_bytes)::DOUBLE AS bytes FROM rb_flow WHERE ${inRange} AND ${where}
    GROUP BY campus ORDER BY bytes DESC, 1 NULLS FIRST LIMIT 25`,
});
const distinct = (column: string) =>
  `(count(DISTINCT ${column}) + coalesce(max((${column} IS NULL)::INTEGER), 0))::DOUBLE AS result`;

/** The sample queries in the order of the notebook, written by hand from their meaning (field notes §2.10). */
export function sampleQuerySql(options: {
  clientMac: string;
  dropbox: readonly [string, string];
}): SampleSql[] {
  const [first, second] = options.dropbox;
  return [
    {
      sql: `SELECT sensor_name, sum(events)::DOUBLE AS flows FROM rb_flow WHERE ${inRange}
        GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST LIMIT 1000`,
    },
    perCampus('true'),
    perCampus(`host ILIKE '%youtube_com%'`),
    perCampus(video),
    {
      sql: `SELECT time_bucket(INTERVAL 5 minutes, "timestamp", $start::TIMESTAMP) AS bucket, ${distinct('wireless_station')}
        FROM rb_flow WHERE ${inRange} AND ${video} GROUP BY 1 ORDER BY 1`,
      estimated: 'result',
    },
    {
      sql: `SELECT application_id_name, sum(sum_bytes)::DOUBLE AS bytes FROM rb_flow
        WHERE ${inRange} AND client_mac = $mac AND application_id_name IS NOT NULL AND application_id_name <> ''
        GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST LIMIT 25`,
      values: { mac: options.clientMac },
    },
    {
      sql: `SELECT msg, sum(events)::DOUBLE AS events FROM rb_event WHERE ${inRange} GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST LIMIT 25`,
    },
    {
      sql: `SELECT src, sum(events)::DOUBLE AS events FROM rb_event WHERE ${inRange} GROUP BY 1 ORDER BY 1 NULLS FIRST`,
    },
    {
      sql: `SELECT date_trunc('hour', "timestamp") AS bucket,
          coalesce(sum(events) FILTER (WHERE msg ILIKE '%dropbox%'), 0)::DOUBLE AS events
        FROM rb_event WHERE ${inRange} GROUP BY 1 ORDER BY 1`,
    },
    {
      sql: `SELECT src, sum(events)::DOUBLE AS events FROM rb_event
        WHERE ${inRange} AND msg ILIKE '%dropbox%' AND dst IN ($first, $second)
        GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST LIMIT 25`,
      values: { first, second },
    },
    {
      // Minutes without an event count zero, in each stored hour from its first event to its last (field notes §2.6).
      sql: `WITH counted AS (SELECT date_trunc('minute', "timestamp") AS minute, ${distinct('msg')}
          FROM rb_event WHERE ${inRange} GROUP BY 1),
        stored AS (SELECT date_trunc('minute', min("timestamp")) AS first, date_trunc('minute', max("timestamp")) AS last
          FROM rb_event GROUP BY date_trunc('hour', "timestamp"))
        SELECT bucket, coalesce(result, 0)::DOUBLE AS result
        FROM (SELECT unnest(generate_series(first, last, INTERVAL 1 minute)) AS bucket FROM stored)
        LEFT JOIN counted ON minute = bucket
        WHERE bucket >= $start::TIMESTAMP AND bucket < $end::TIMESTAMP ORDER BY bucket`,
      estimated: 'result',
    },
  ];
}
