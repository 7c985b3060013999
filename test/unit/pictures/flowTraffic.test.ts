import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { flowPlace } from '../../../src/model/pictures/topology/nodeTraffic.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { SiteTraffic } from '../../../src/pictures/topology/siteTraffic.js';
import { TopologyTraffic } from '../../../src/pictures/topology/topologyTraffic.js';

const domain = (name: string, type: number, children: readonly object[] = []) => ({
  name,
  uuid: name,
  type: 1,
  domain_type: type,
  children,
});
const tree = new SensorIndex(domain('root', 1, [domain('Lisbon', 4), domain('Basel', 4)]));
const where = flowPlace(tree, 0);
const row = (values: object) => ({ timestamp: 'a', values: { namespace_uuid: 'root', ...values } });

interface Asked {
  readonly dimensions: readonly string[];
  readonly namespace_uuids?: readonly string[];
}

/** A manager that fails or answers, and how often a picture is to be drawn anew. */
function manager(answer: (asked: Asked) => readonly object[]) {
  const changed = vi.fn();
  const runQuery = vi.fn((asked: Asked) =>
    Promise.resolve()
      .then(() => answer(asked))
      .then(rows => ({ rows })),
  );
  const parts = { connections: { client: () => Promise.resolve({ runQuery }) } } as never;
  return { parts, changed, runQuery };
}

const fail = (): never => {
  throw new ApiError({ reason: 'server', method: 'POST', path: '/api/data', status: 503 });
};

describe('the traffic of a topology', () => {
  const wanted = { where, domainTypes: [1, 4], withPoints: true };
  const read = async (answer: (asked: Asked) => readonly object[]) => {
    const { parts, changed } = manager(answer);
    const traffic = new TopologyTraffic(parts, { connectionId: 'a' }, changed);
    traffic.read(wanted);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    return traffic.read(wanted);
  };
  const places = [row({ campus_uuid: 'Lisbon', bytes: 5 })];
  const points = [row({ wireless_station: 'aa', bytes: 3 })];
  const rowsOf = ({ dimensions }: Asked) => (dimensions.includes('wireless_station') ? points : places);

  it('is there where one source of flows does not answer, and says which', async () => {
    const own = await read(asked => (asked.namespace_uuids ? rowsOf(asked) : fail()));
    expect(own.hour?.places).toEqual([{ uuids: ['root', 'Lisbon'], bytes: 5 }]);
    expect(own.points).toEqual(new Map([['aa', 3]]));
    expect(own.problem).toMatch(/^Flows that the manager keeps for all namespaces together are missing\. /);
    const shared = await read(asked => (asked.namespace_uuids ? fail() : rowsOf(asked)));
    expect(shared.hour?.places).toHaveLength(1);
    expect(shared.problem).toMatch(/^Flows that the manager keeps by namespace are missing\. /);
  });

  it('that failed is asked for at once when somebody tries again, and not by each drawing before', async () => {
    let isDown = true;
    const { parts, changed, runQuery } = manager(asked => (isDown ? fail() : rowsOf(asked)));
    const traffic = new TopologyTraffic(parts, { connectionId: 'a' }, changed);
    traffic.read(wanted);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    expect(traffic.read(wanted).problem).toBeDefined();
    const { length } = runQuery.mock.calls;
    isDown = false;
    traffic.tryAgain();
    traffic.read(wanted);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(4));
    expect(traffic.read(wanted)).toMatchObject({ problem: undefined, points: new Map([['aa', 3]]) });
    expect(runQuery).toHaveBeenCalledTimes(2 * length);
    traffic.tryAgain();
    traffic.read(wanted);
    expect(runQuery).toHaveBeenCalledTimes(2 * length);
  });

  it('is there where nothing is known of access points, and the other way around', async () => {
    const withoutPoints = await read(asked => (rowsOf(asked) === points ? fail() : places));
    expect(withoutPoints.hour?.places).toHaveLength(1);
    expect(withoutPoints.problem).toMatch(/^The traffic of access points is missing\. /);
    const pointsAlone = await read(asked => (rowsOf(asked) === points ? points : fail()));
    expect([pointsAlone.hour, pointsAlone.points?.get('aa')]).toEqual([undefined, 3]);
    expect(pointsAlone.problem).not.toMatch(/missing/);
    expect((await read(rowsOf)).problem).toBeUndefined();
  });
});

describe('who talks to whom', () => {
  afterEach(() => void vi.useRealTimers());

  const answers = {
    lan_ip: [row({ campus_uuid: 'Basel', lan_ip: '10.0.0.2', bytes: 9 })],
    wan_ip: [row({ campus_uuid: 'Lisbon', wan_ip: '10.0.0.2', bytes: 4 })],
    none: [row({ campus_uuid: 'Lisbon', bytes: 10 })],
  };
  type Question = keyof typeof answers;
  const readWithout = async (...missing: Question[]) => {
    const { parts, changed, runQuery } = manager(({ dimensions }) => {
      const address = dimensions[1] as Question;
      const question = address in answers ? address : 'none';
      return missing.includes(question) ? fail() : answers[question];
    });
    const sites = new SiteTraffic(parts, { connectionId: 'a' }, changed);
    const wanted = { top: 0, where, level: 4 };
    sites.read(tree, wanted);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    const { words, problem } = sites.read(tree, wanted);
    expect(runQuery).toHaveBeenCalledTimes(6);
    const behind = sites.queriesBehind({ from: 'sensor Lisbon', to: 'sensor Basel' });
    const [shown] = words.flows?.rows ?? [];
    const ends = [...(shown?.ends ?? [])].map(([end, bytes]) => [
      typeof end === 'number' ? tree.label(end) : end,
      bytes,
    ]);
    return {
      said: problem?.split('. ')[0],
      row: shown && [shown.total, shown.outside, ...ends.flat()],
      behind,
    };
  };

  it('is told as far as its questions were answered, and says what is missing', async () => {
    expect(await readWithout()).toMatchObject({ said: undefined, row: [10, 6, 'Basel', 4] });
    expect(await readWithout('lan_ip')).toMatchObject({
      said: 'It is not known at which site the other ends are',
      row: [10, 6, 'unknown', 4],
    });
    expect(await readWithout('wan_ip')).toMatchObject({
      said: 'It is not known whom the sites talk to',
      row: [10, undefined],
    });
    expect(await readWithout('none')).toMatchObject({
      said: 'It is not known how much each site sends and receives in all, and how much of it outside',
      row: [undefined, undefined, 'Basel', 4],
    });
    expect((await readWithout('none', 'wan_ip', 'lan_ip')).row).toBeUndefined();
  });

  it('keeps its order from look to look, and is sorted anew when it is asked for again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let bytes = { Lisbon: 10, Basel: 5 };
    const totals = () => Object.entries(bytes).map(([campus_uuid, sum]) => row({ campus_uuid, bytes: sum }));
    const { parts, changed } = manager(({ dimensions }) =>
      dimensions.some(each => each.endsWith('_ip')) ? [] : totals(),
    );
    const sites = new SiteTraffic(parts, { connectionId: 'a' }, changed);
    const look = async () => {
      changed.mockClear();
      vi.setSystemTime(Date.now() + 61_000);
      const read = () => sites.read(tree, { top: 0, where, level: 4 }).words.flows;
      read();
      await vi.waitFor(() => expect(changed).toHaveBeenCalled());
      const { rows = [], columns = [] } = read() ?? {};
      return [
        rows.map(({ site, total }) => `${tree.label(site)} ${total}`),
        columns.map(end => (typeof end === 'number' ? tree.label(end) : end)),
      ];
    };
    expect(await look()).toEqual([
      ['Lisbon 10', 'Basel 5'],
      ['Lisbon', 'Basel'],
    ]);
    bytes = { Lisbon: 10, Basel: 50 };
    expect(await look()).toEqual([
      ['Lisbon 10', 'Basel 50'],
      ['Lisbon', 'Basel'],
    ]);
    sites.sortAnew();
    expect(await look()).toEqual([
      ['Basel 50', 'Lisbon 10'],
      ['Basel', 'Lisbon'],
    ]);
  });

  it('has a query behind each pair of sites, of the source that has its flows, and none any more without them', async () => {
    const { behind } = await readWithout();
    expect(behind).toEqual([expect.not.objectContaining({ namespace_uuids: expect.anything() as unknown })]);
    expect(JSON.stringify(behind)).toContain('"dimension":"wan_ip","value":"10.0.0.2"');
    expect((await readWithout('wan_ip')).behind).toEqual([]);
  });
});
