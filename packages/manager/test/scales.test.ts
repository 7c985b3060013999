import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity } from '../src/generator/chance.js';
import type { NetworkTree } from '../src/generator/network/network.js';
import { generatedTree } from '../src/generator/populate.js';
import { scaleNames, scales, type ScaleName } from '../src/generator/network/scales.js';
import { domainType, sensorType } from '../src/sensors/sensorKinds.js';
import { present, startTestManager, type TestManager } from './testManager.js';

const day = 24 * 60;
const now = present / 60_000;

type Range = readonly [least: number, most: number];

/** What the page of the local manager and `--help` promise of a scale. */
const promised = {
  small: { nodes: [50, 90], accessPoints: [250, 350], rows: [1e6, 1.6e6] },
  medium: { nodes: [950, 1250], accessPoints: [2700, 3300], rows: [9.5e6, 11.5e6] },
  large: { nodes: [95_000, 110_000], accessPoints: [30_000, 50_000], rows: [2e6, 12e6] },
} as const satisfies Record<ScaleName, Readonly<Record<string, Range>>>;

const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

function expectBetween(value: number, [least, most]: Range) {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

/** Monitors of a device, and what bursts add to the events on average. */
const monitors = 14;
const bursts = 1.44;

/** Rows that some minutes will have, without the few flows that outages take away. */
async function plannedRows(
  { sql }: TestManager,
  { sensors, accessPoints }: NetworkTree,
  { scale: name, minutes }: { scale: ScaleName; minutes: number },
): Promise<number> {
  const scale = scales[name];
  const watched = sensors.filter(
    ({ type, parent_id: parent }) => type === sensorType.flow || type === sensorType.ips || parent === null,
  );
  const devices = Math.min(watched.length, scale.monitored);
  const every = (period: number) => `(m % ${period} = 0)::INTEGER`;
  const [row] = await sql(
    `SELECT sum((${scale.flowsPerMinute} + ${bursts * scale.eventsPerMinute}) * ${activity('m')}
      + ${monitors * devices} * ${every(scale.minutesBetweenValues)}
      + ${accessPoints.length} * (${every(scale.minutesBetweenStates)} + 2 * ${every(4 * scale.minutesBetweenStates)})
    )::DOUBLE AS rows FROM range(${now - minutes}, ${now}) minutes(m)`,
  );
  return row.rows as number;
}

describe('the scales', { timeout: 60_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  describe.each(scaleNames)('%s', name => {
    let tree: NetworkTree;
    beforeAll(() => {
      tree = generatedTree(1, name, present);
    });

    it('have as many nodes, access points and rows as promised', async () => {
      expectBetween(tree.sensors.length, promised[name].nodes);
      expectBetween(tree.accessPoints.length, promised[name].accessPoints);
      const minutes = scales[name].days * day;
      expectBetween(await plannedRows(manager, tree, { scale: name, minutes }), promised[name].rows);
    });

    it('give every node its own uuid and every sibling its own name', () => {
      expect(isDistinct(tree.sensors.map(({ uuid }) => uuid))).toBe(true);
      expect(isDistinct(tree.sensors.map(({ parent_id: parent, name: own }) => `${parent} ${own}`))).toBe(
        true,
      );
      expect(isDistinct(tree.accessPoints.map(({ name: own }) => own))).toBe(true);
      expect(isDistinct(tree.accessPoints.map(point => point.mac_address))).toBe(true);
    });
  });
});

describe('a manager of scale medium', { timeout: 120_000 }, () => {
  const minutes = 60;
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager({ scale: 'medium', history: minutes });
  }, 120_000);
  afterAll(() => manager.stop());

  const flows = async (filter: object) => {
    const answer = await manager.query({
      dataSource: 'rb_flow',
      queryType: 'groupBy',
      granularity: 'all',
      intervals: ['2026-11-18T11:00Z/2026-11-18T12:00Z'],
      dimensions: ['campus'],
      aggregations: [{ type: 'longSum', name: 'flows', fieldName: 'events' }],
      filter,
    });
    return answer.json() as { event: { campus: string; flows: number } }[];
  };

  it('makes as many rows as planned', async () => {
    const tree = generatedTree(1, 'medium', present);
    const planned = await plannedRows(manager, tree, { scale: 'medium', minutes });
    const tables = ['rb_flow', 'rb_event', 'rb_monitor', 'rb_state'];
    const counts = await manager.sql(
      `SELECT sum(n)::DOUBLE AS n FROM (${tables.map(name => `SELECT count(*) AS n FROM ${name}`).join(' UNION ALL ')})`,
    );
    expectBetween(counts[0].n, [planned * 0.85, planned * 1.15]);
  });

  it('leads from every flow sensor of the tree to its traffic', async () => {
    const tree = (await manager.get('/api/v1/sensors/tree')).json();
    const found: { uuid: string; campus: string | undefined }[] = [];
    const rest = [{ node: tree.sensor, campus: undefined as string | undefined }];
    for (let next = rest.pop(); next; next = rest.pop()) {
      const { node } = next;
      const campus = node.domain_type === domainType.campus ? (node.name as string) : next.campus;
      if (node.type === sensorType.flow) found.push({ uuid: node.uuid, campus });
      for (const child of node.children) rest.push({ node: child, campus });
    }
    expect(found.length).toBeGreaterThan(50);
    for (const { uuid, campus } of found) {
      const rows = await flows({ type: 'selector', dimension: 'sensor_uuid', value: uuid });
      expect(rows.map(({ event }) => event.campus)).toEqual([campus]);
      expect(rows[0]?.event.flows).toBeGreaterThan(0);
    }
  });
});
