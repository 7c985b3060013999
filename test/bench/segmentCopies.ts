import { request } from 'undici';
import { Failure } from '../host/failure.js';
import type { ClusterAddresses } from '../../tools/druid/startCluster.js';
import { eventually } from '../support/eventually.js';

/** What a coordinator says of a segment, as far as it is changed here. */
interface Segment {
  readonly interval: string;
  readonly shardSpec: { readonly partitionNum: number };
}

/** Milliseconds for a historical to fetch what is new, and for a task that only holds its lock. */
const patience = 600_000;

/**
 * The rows of a data source, which a cluster can have several times without loading one again: their segments are published
 * under further numbers of their hours. Loading ten million rows takes an hour on two cores.
 */
export class SegmentCopies {
  private times = 1;

  private constructor(
    private readonly cluster: Pick<ClusterAddresses, 'coordinator' | 'broker'>,
    private readonly dataSource: string,
    private readonly segments: readonly Segment[],
    private readonly rows: number,
  ) {}

  /** Of what the cluster has now. */
  static async of(cluster: ClusterAddresses, dataSource: string): Promise<SegmentCopies> {
    const path = `/druid/coordinator/v1/metadata/datasources/${dataSource}/segments?full`;
    const segments = (await call(cluster.coordinator + path)) as Segment[];
    return new SegmentCopies(cluster, dataSource, segments, await countRows(cluster.broker, dataSource));
  }

  /** Lets the cluster have each row so many times, and waits until it serves them. */
  async growTo(times: number): Promise<void> {
    const stride = Math.max(...this.segments.map(({ shardSpec }) => shardSpec.partitionNum)) + 1;
    for (; this.times < times; this.times += 1) {
      const copies = this.segments.map(segment => renumbered(segment, this.times * stride));
      await publish(this.cluster.coordinator, this.dataSource, copies);
    }
    const isServed = async (): Promise<void> => {
      const served = await countRows(this.cluster.broker, this.dataSource);
      if (served !== this.rows * times) throw new Failure(`The cluster serves ${served} rows.`);
    };
    await eventually(isServed, patience, 1_000);
  }
}

const renumbered = (segment: Segment, more: number): Segment => ({
  ...segment,
  shardSpec: { ...segment.shardSpec, partitionNum: segment.shardSpec.partitionNum + more },
});

/** Publishes segments in the name of a task that does nothing, which holds the lock for it. */
async function publish(coordinator: string, dataSource: string, segments: readonly Segment[]): Promise<void> {
  const overlord = `${coordinator}/druid/indexer/v1`;
  const id = `copy-${segments[0]?.shardSpec.partitionNum}`;
  const task = { type: 'noop', id, groupId: id, dataSource, runTime: patience };
  await call(`${overlord}/task`, task);
  const act = (action: object) => call(`${overlord}/action`, { task, action });
  const ends = segments.flatMap(({ interval }) => interval.split('/')).toSorted();
  await act({ type: 'lockTryAcquire', lockType: 'EXCLUSIVE', interval: `${ends[0]}/${ends.at(-1)}` });
  await act({ type: 'segmentTransactionalInsert', segments });
  await call(`${overlord}/task/${id}/shutdown`, {});
}

async function countRows(broker: string, dataSource: string): Promise<number> {
  const answer = await call(`${broker}/druid/v2`, {
    queryType: 'timeseries',
    dataSource,
    granularity: 'all',
    intervals: ['2000-01-01/2100-01-01'],
    aggregations: [{ type: 'count', name: 'rows' }],
  });
  return (answer as { result: { rows: number } }[])[0]?.result.rows ?? 0;
}

/** The decoded answer to a POST, or to a GET where there is no body. @throws Failure for every status but 200 */
async function call(address: string, body?: object): Promise<unknown> {
  const { statusCode, body: answer } = await request(address, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Failure(`${address} answered ${statusCode}: ${text.slice(0, 500)}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
