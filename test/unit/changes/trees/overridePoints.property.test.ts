import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkPointsText } from '../../../../src/model/trees/checkTreeText.js';
import { flattenTree } from '../../../../src/model/trees/flatTree.js';
import { overlayCsv } from '../../../../src/changes/trees/overlayCsv.js';
import { planPoints, pointDifferences } from '../../../../src/changes/trees/placePoints.js';
import {
  listElements,
  mergeElements,
  printPoints,
  type PointElement,
} from '../../../../src/model/trees/pointList.js';
import { readPointsCsv } from '../../../../src/model/trees/pointsCsv.js';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';
import { guardedText } from 'netsensor-contract/text/csvCells';
import { runs } from '../../../support/depth.js';
import { spreadsheetHabits, spreadsheetText } from '../../../support/spreadsheetText.js';
import { startTestManager, type TestManager } from '../../../../packages/manager/test/testManager.js';

let manager: TestManager;
let domain = '';
let number = 0;
beforeAll(async () => {
  manager = await startTestManager();
});
afterAll(() => manager.stop());

const tree = async (uuid?: string) =>
  sensorRecord.parse(
    (await manager.get(`/api/v1/sensors/${uuid ? `${uuid}/` : ''}tree`)).json().sensor as unknown,
  );
const whole = async () => flattenTree(await tree());
const current = async () => listElements(flattenTree(await tree(domain)));
const send = async (elements: readonly PointElement[]) => {
  const path = `/api/v1/sensors/${domain}/access_point/override`;
  const answer = await manager.send('POST', path, { access_points: elements });
  return answer.status === 200 ? undefined : answer.text;
};
const uuidOf = async (name: string) =>
  [...(await whole()).nodes.values()].find(node => node.name === name && node.parent === domain)?.id ?? '';

/** A domain with an organization and a building, and an access point in each of the three. */
beforeEach(async () => start());
async function start(): Promise<void> {
  if (domain) await manager.send('DELETE', `/api/v1/sensors/${domain}`);
  number += 1;
  const name = `Overridden ${number}`;
  domain = String((await manager.send('POST', '/api/v1/sensors/domain', { name })).json().sensor.uuid);
  const point = (last: number) => ({ name: `P${last}`, mac_address: `f2:00:00:00:00:0${last}`, status: 1 });
  const children = [
    {
      name: 'Org',
      domain_type: 2,
      access_points: [point(1)],
      children: [{ name: 'Inner', domain_type: 5, access_points: [point(4)] }],
    },
    { name: 'House', domain_type: 5, access_points: [point(2)] },
  ];
  const body = { sensor: { uuid: domain, name, children, access_points: [point(3)] } };
  expect((await manager.send('POST', `/api/v1/sensors/${domain}/override_all`, body)).text).toContain('true');
}

describe('the list of the access points of a domain', () => {
  it('changes nothing when it is sent as it was read', async () => {
    const elements = await current();
    const before = await whole();
    const plan = planPoints(elements, before, domain);
    expect([plan.created, plan.updated, plan.moved, plan.deleted, plan.problems]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
    expect(await send(elements)).toBeUndefined();
    expect(pointDifferences(plan, await whole(), domain)).toEqual([]);
    expect((await current()).map(({ mac_address: mac }) => mac)).toHaveLength(4);
  });

  it('has no problems as it is opened', async () => {
    expect(checkPointsText(printPoints(await tree(domain))).problems).toEqual([]);
  });

  it('leaves what the plan shows, for any edit', async () => {
    const kinds = ['service_provider', 'deployment', 'organization', 'namespace'];
    const element = fc.record({
      last: fc.nat(7),
      status: fc.constantFrom(0, 1),
      level: fc.constantFrom(undefined, ...kinds),
      by: fc.constantFrom('Org', 'House', 'Unknown', undefined),
      key: fc.constantFrom('uuid', 'name', 'both'),
    });
    const elements = fc.uniqueArray(element, { selector: ({ last }) => last, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(elements, async list => {
        await start();
        const uuids: Record<string, string> = {
          Org: await uuidOf('Org'),
          House: await uuidOf('House'),
          Unknown: '99887766',
        };
        const edited = list.map(({ last, status, level, by, key }) => ({
          mac_address: `F2:00:00:00:00:0${last}`,
          name: `Q${last}`,
          status,
          ...(level && by && key !== 'name' ? { [`${level}_uuid`]: uuids[by] } : {}),
          ...(level && by && key !== 'uuid' ? { [`${level}_name`]: by } : {}),
        }));
        const plan = planPoints(edited, await whole(), domain);
        const refused = await send(edited);
        expect(refused === undefined, refused).toBe(plan.problems.length === 0);
        if (refused !== undefined) return;
        const after = await whole();
        const names = [...after.nodes.values()].map(({ name }) => name);
        if (plan.renumbered.length === 0) expect(pointDifferences(plan, after, domain)).toEqual([]);
        for (const { name } of plan.newContainers) expect(names).toContain(name);
        for (const { mac } of plan.created) expect(after.points.has(mac.toLowerCase())).toBe(true);
        for (const { mac } of plan.deleted) expect(after.points.has(mac.toLowerCase())).toBe(false);
      }),
      { numRuns: runs({ broad: 5, deep: 40 }) },
    );
  });

  it("keeps another person's changes, and names what both changed", async () => {
    const base = await current();
    const change = (last: number, fields: object) =>
      base.map(element => (element.mac_address.endsWith(String(last)) ? { ...element, ...fields } : element));
    const theirs = [
      ...change(1, { description: 'Theirs' }),
      { mac_address: 'f2:00:00:00:00:09', name: 'Added' },
    ];
    const { elements, conflicts } = mergeElements(base, change(1, { name: 'Mine' }), theirs);
    expect(conflicts).toEqual([]);
    expect(elements).toContainEqual(expect.objectContaining({ name: 'Mine', description: 'Theirs' }));
    expect(elements).toContainEqual(expect.objectContaining({ name: 'Added' }));
    expect(mergeElements(base, change(1, { name: 'Mine' }), change(1, { name: 'Theirs' })).conflicts).toEqual(
      [{ name: 'P1', field: 'name', mine: 'Mine', theirs: 'Theirs' }],
    );
    expect(mergeElements(base, base.slice(1), change(3, { name: 'Theirs' })).conflicts).toMatchObject([
      { field: 'existence' },
    ]);
  });

  it.each([
    ['{"access_points": [{"mac_address": "aa:bb:cc:00:11:22"}]}', 'noName'],
    ['{"access_points": [{"mac_address": "x", "name": "A"}]}', 'wrongMac'],
    ['{"access_points": [{"mac_address": "aa:bb:cc:00:11:22", "name": "A", "sensor_id": 3}]}', 'forbiddenId'],
    [
      '{"access_points": [{"mac_address": "aa:bb:cc:00:11:22", "name": "A", "market_name": "x"}]}',
      'unknownField',
    ],
    ['{"access_points": {}}', 'shape'],
  ])('is not sent like this: %s', (text, kind) => {
    expect(checkPointsText(text).problems.map(problem => problem.kind)).toEqual([kind]);
  });
});

describe('access points from CSV', () => {
  it('are where they were when the published list is read back, with what it has no columns for', async () => {
    const published = (await manager.get('/api/v1/access_points.csv')).text;
    const [header, ...rows] = published.trim().split('\n');
    const own = rows.filter(row => row.includes('f2:00:00'));
    expect(own).toHaveLength(4);
    const elements = await current();
    const overlaid = overlayCsv(readPointsCsv([header, ...own].join('\n')), elements, {
      tree: await whole(),
      domain,
    });
    const plan = planPoints(overlaid, await whole(), domain);
    expect([plan.created, plan.updated, plan.moved, plan.deleted, plan.newContainers]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it('change nothing when a spreadsheet wrote their file again', { timeout: 600_000 }, async () => {
    const before = await whole();
    const texts = fc.constantFrom('', 'two\r\nlines', ' padded', '=1+1', "'0012", 'a;b,c\td|"e"');
    const given = fc.array(fc.record({ description: texts, latitude: fc.integer({ min: -9e5, max: 9e5 }) }), {
      minLength: 4,
      maxLength: 4,
    });
    const listed = await current();
    fc.assert(
      fc.property(given, spreadsheetHabits, (values, habits) => {
        const elements = listed.map((element, index) => {
          const { description = '', latitude = 0 } = values[index] ?? {};
          return { ...element, ...(description && { description }), latitude: latitude / 10_000 };
        });
        const point = habits.delimiter === ',' ? '.' : ',';
        const rows = elements.map(element => [
          element.mac_address,
          guardedText(String('description' in element ? element.description : '')),
          String(element.latitude).replace('.', point),
        ]);
        const csv = readPointsCsv(
          spreadsheetText([['mac_address', 'description', 'latitude'], ...rows], habits),
        );
        expect(csv.problems).toEqual([]);
        expect(overlayCsv(csv, elements, { tree: before, domain })).toEqual(elements);
      }),
      { numRuns: runs({ broad: 60, deep: 4_000 }) },
    );
  });

  it('change only the fields that have a column', async () => {
    const csv = readPointsCsv(
      'mac_address;name;status\nf2:00:00:00:00:01;Renamed;0\nf2:00:00:00:00:08;New;1\n',
    );
    const overlaid = overlayCsv(csv, await current(), { tree: await whole(), domain });
    expect(overlaid).toMatchObject([
      { name: 'Renamed', status: 0, organization_uuid: await uuidOf('Org') },
      { name: 'New', status: 1 },
    ]);
  });

  it('name the line of what is wrong', () => {
    const problems = (text: string) => readPointsCsv(text).problems.map(({ kind, line }) => [kind, line]);
    expect(problems('mac_address,colour\n')).toEqual([['unknownColumn', 1]]);
    expect(problems('name\nA\n')).toEqual([['noMacColumn', 1]]);
    expect(problems('mac_address;floor_uuid;latitude;status\n1,12E+11;2,58E+18;404168;1.000\n')).toEqual([
      ['spoilt', 2],
      ['spoilt', 2],
      ['outOfRange', 2],
      ['notNumber', 2],
    ]);
    const mac = 'aa:bb:cc:00:11:22';
    expect(problems(`mac_address,x\n${mac},1\n\n${mac.toUpperCase()},two\nwrong,3\n`)).toEqual([
      ['notNumber', 4],
      ['duplicateMac', 4],
      ['wrongMac', 5],
    ]);
  });
});
