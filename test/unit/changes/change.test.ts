import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManagerClient } from '../../../src/api/managerClient.js';
import {
  agreesTo,
  carryOut,
  parsePlan,
  printPlan,
  type Caller,
  type Change,
} from '../../../src/changes/change.js';
import { inert, shown } from '../../../src/words/inert.js';
import type { NodeDeletionPlan } from '../../../src/changes/deletion/nodeDeletionPlan.js';
import { nodeDeletionChange } from '../../../src/changes/deletion/nodeDeletionChange.js';
import { recordDeletionChange } from '../../../src/changes/deletion/recordDeletionChange.js';
import { listChange } from '../../../src/changes/lists/listChange.js';
import { documentFields } from '../../../src/model/inventory/recordText.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';
import { ApiError } from '../../../src/api/apiError.js';
import { createChange, type SentTry } from '../../../src/changes/records/createChange.js';
import { recordCreation } from '../../../src/changes/records/recordCreation.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import {
  domainCreation,
  domainDeletion,
  makeByScript,
  planByScript,
  rackCreation,
  racksDeletion,
  racksOfFile,
  rackSave,
} from './changeByScript.js';

const leaky = {
  path: ['root'],
  sensor: { uuid: '18', name: 'Vendor', type: 7, secret: '52bc', children: [], access_points: [] },
};

/** Of a manager on which no earlier save is open. */
const nothingOpen = {
  createAgain: async () => undefined,
};

describe('a change without VS Code', () => {
  let manager: TestManager;
  let client: ManagerClient;

  beforeAll(async () => {
    manager = await startTestManager();
    const address = await manager.app.listen({ host: '127.0.0.1', port: 0 });
    const trust = {};
    client = new ManagerClient({ address, key: manager.key, trust, timeout: 10_000, log: () => undefined });
  });
  afterAll(async () => {
    await client.close();
    await manager.app.close();
  });

  const newDomain = (name: string, above: string) =>
    client.sensors.create('domain', { name, domain_type: 4, parent_uuid: above });
  /** A domain with one below it. */
  async function newCampus(name: string) {
    const campus = await newDomain(name, (await client.sensors.tree()).uuid);
    return { campus, floor: await newDomain(`${name} floor`, campus.uuid) };
  }
  const newRacks = (count: number, name: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) =>
        client.createRecord('racks', { name: `${name} ${index}`, u_height: 42, width: 19 }),
      ),
    );
  const hasNode = async (uuid: string) => JSON.stringify(await client.sensors.tree()).includes(uuid);

  /** A script that remembers what it said and kept. */
  function script() {
    const printed: string[] = [];
    const kept: object[] = [];
    const keep = async (backup: object) => `file ${kept.push(backup)}`;
    return { printed, kept, print: (text: string) => printed.push(text), keep };
  }

  it('is planned, printed, applied and received by a short script: a domain', async () => {
    const { campus, floor } = await newCampus('Cologne');
    const { printed, kept, ...it } = script();
    const file = await planByScript(domainDeletion(client, campus.uuid), it);
    expect(file).toContain('"checksum"');
    expect(printed[0]).toContain('Delete Cologne and 1 below it from Lab?');
    expect(printed[0]).toContain('Deletes 2 domains and sensors:');
    await makeByScript(domainDeletion(client, campus.uuid), file, it);
    expect(printed.at(-1)).toBe('Deleted 2 domains and sensors.');
    expect(kept).toMatchObject([{ operation: 'delete', sensors: [{ sensor: { name: 'Cologne' } }] }]);
    expect(await hasNode(floor.uuid)).toBe(false);
  });

  it('is planned, printed, applied and received by a short script: thirty racks', async () => {
    const racks = await newRacks(30, 'Row');
    const [first] = racks;
    await client.createRecord('rack_reservations', { rack_id: first?.id, units: '1', description: 'kept' });
    const { printed, kept, ...it } = script();
    const change = racksDeletion(
      client,
      racks.map(({ id }) => id),
    );
    const file = await planByScript(change, it);
    expect(printed[0]).toContain('Delete 30 racks and 1 that may go with them from Lab?');
    expect(printed[0]).toContain('1 rack reservation refers to this.');
    await makeByScript(change, file, it);
    expect(printed.at(-1)).toMatch(/^Deleted 30 racks\./);
    expect(kept).toHaveLength(1);
    const left = (await client.listRecords('racks')).rows.map(({ id }) => id);
    expect(racks.filter(({ id }) => left.includes(id))).toEqual([]);
  });

  it('is planned, printed, applied and received by a short script: one rack that is saved', async () => {
    const [rack] = await newRacks(1, 'Saved');
    const { id = 0 } = rack ?? {};
    const stored = async () => documentFields('racks', await client.getRecord('racks', id));
    const base = await stored();
    const edit = { id, base, edited: { ...base, u_height: 44 } };
    const { printed, kept: _, ...it } = script();
    const file = await planByScript(rackSave(client, edit), it);
    expect(printed).toEqual([`Save Rack 7 on Lab?\nu_height: 44 (was ${base['u_height']})`]);
    const [other] = await newRacks(1, 'Other');
    await makeByScript(rackSave(client, { ...edit, id: other?.id ?? 0 }), file, it);
    expect(printed.at(-1)).toBe('It is not what was planned any more. Nothing was sent.');
    await client.updateRecord('racks', id, { changes: { width: 23 } });
    await makeByScript(rackSave(client, edit), file, it);
    expect(printed.at(-1)).toBe('Saved u_height of Rack 7.');
    expect(await stored()).toMatchObject({ u_height: 44, width: 23 });
    await makeByScript(rackSave(client, { ...edit, edited: { ...base, u_height: 45 } }), file, it);
    expect(printed.at(-1)).toMatch(/^Someone else changed the same field: u_height is 45 here and now 44/);
    expect(await stored()).toMatchObject({ u_height: 44 });
  });

  it('is planned, printed, applied and received by a short script: the racks of a file', async () => {
    const [rack] = await newRacks(1, 'Filed');
    const text = `id,name,u_height,width\n${rack?.id},,44,\n,Filed too,42,19\n`;
    const { printed, kept, ...it } = script();
    const file = await planByScript(await racksOfFile(client, text), it);
    expect(printed[0]).toContain('Save 2 changes of racks on Lab?');
    expect(printed[0]).toContain('To create: 1\n• Filed too\nTo update: 1\n• Filed 0');
    await makeByScript(await racksOfFile(client, text), file, it);
    expect(printed.at(-1)).toBe('Racks: 2 saved on Lab.');
    expect(kept).toHaveLength(1);
    const stored = (await client.listRecords('racks')).rows.map(({ name, u_height }) => [name, u_height]);
    expect(stored.filter(([name]) => String(name).startsWith('Filed'))).toEqual([
      ['Filed 0', 44],
      ['Filed too', 42],
    ]);
    await expect(racksOfFile(client, 'id,name\n999999,Nowhere\n')).rejects.toThrow(
      'This list did not start with a record 999999.',
    );
  });

  it('is planned, printed, applied and received by a short script: one rack and one domain that are created', async () => {
    const { printed, kept: _, ...it } = script();
    const rack = rackCreation(client, { name: 'Made', u_height: 42, width: 19 });
    await makeByScript(rack, await planByScript(rack, it), it);
    expect(printed).toEqual(['Create Made on Lab?\nname: "Made"\nu_height: 42\nwidth: 19', 'Created Made.']);
    const above = (await client.sensors.tree()).uuid;
    const domain = domainCreation(client, { name: 'Made here', domain_type: 4, parent_uuid: above });
    await makeByScript(domain, await planByScript(domain, it), it);
    expect(printed.at(-1)).toBe('Created Made here.');
    const names = (await client.listRecords('racks')).rows.map(({ name }) => name);
    expect(names.filter(name => name === 'Made')).toHaveLength(1);
    expect((await client.sensors.tree()).children.map(({ name }) => name)).toContain('Made here');
    await makeByScript(
      rackCreation(client, { name: 'Made', u_height: 'high' }),
      printPlan(rack, await rack.plan(new AbortController().signal)),
      it,
    );
    expect(printed.at(-1)).toContain('Nothing was sent.');
  });

  it('takes no word that stands for a secret for one, where a script gives none', async () => {
    const fields = { name: 'SSH', username: 'root', key_type: 'ssh_key', password: secretPlaceholder };
    const change = createChange(recordCreation(client, { type: 'account_keys', fields }), inert('Lab'));
    const plan = await change.plan(new AbortController().signal);
    expect(change.nothingToDo?.(plan)?.message).toContain('password');
  });

  it('creates nothing twice by a script whose answer was lost, unless that was agreed to', async () => {
    const { printed, kept: _, ...it } = script();
    let tries: readonly SentTry[] = [];
    const note = async (noted: readonly SentTry[]) => void (tries = noted);
    const fields = { name: 'Ghost', u_height: 42, width: 19 };
    const deaf = Object.assign(Object.create(client) as ManagerClient, {
      createRecord: async () => {
        await client.createRecord('racks', fields);
        throw new ApiError({ reason: 'timeout', method: 'POST', path: '/' });
      },
    });
    const first = rackCreation(deaf, fields, { note });
    const plan = await planByScript(first, it);
    await makeByScript(first, plan, it);
    expect(printed.at(-1)).toMatch(/^“Ghost” may have been created: #\d+\.$/);
    await makeByScript(rackCreation(client, fields, { tries, note }), plan, it);
    expect(printed.at(-1)).toBe('It is not what was planned any more. Nothing was sent.');
    const again = rackCreation(client, fields, { tries, note });
    const agreed = await planByScript(again, it);
    expect(printed.at(-1)).toMatch(
      /^“Ghost” may have been created already\. .*\nThis may be it: Ghost · #\d+$/,
    );
    const named = async () => (await client.listRecords('racks')).rows.filter(({ name }) => name === 'Ghost');
    expect(await named()).toHaveLength(1);
    await makeByScript(again, agreed, it);
    expect(await named()).toHaveLength(2);
  });

  it('is made of a printed plan whatever else the manager counts meanwhile, and not when more would go', async () => {
    const { campus, floor } = await newCampus('Essen');
    await client.accessPoints.create({
      name: 'AP',
      mac_address: '00:1e:bd:00:00:77',
      sensor_uuid: floor.uuid,
    });
    const { printed, kept: _, ...it } = script();
    const change = domainDeletion(client, campus.uuid);
    const file = await planByScript(change, it);
    const { plan } = parsePlan<NodeDeletionPlan>(file);
    const busier = JSON.parse(
      JSON.stringify(plan).replaceAll(/"(clients|updated_at)":[^,}]+/g, '"$1":7'),
    ) as NodeDeletionPlan;
    expect(busier).not.toEqual(plan);
    expect(await agreesTo(change, parsePlan(file))(change.word(busier), busier)).toBe(true);
    await newDomain('Late', campus.uuid);
    await makeByScript(change, file, it);
    expect(printed.at(-1)).toBe('It is not what was planned any more. Nothing was sent.');
    expect(await hasNode(campus.uuid)).toBe(true);
  });

  it('hands over a backup that holds no secret, whatever the manager sends', async () => {
    const { campus } = await newCampus('Trier');
    const change = domainDeletion(client, campus.uuid);
    const { kept, ...it } = script();
    const file = await planByScript(change, it);
    const leaking = {
      ...change,
      backup: () => ({ operation: 'delete', called: 'A', access_points: [], sensors: [leaky] }),
    };
    await makeByScript(leaking, file, it);
    expect(JSON.stringify(kept)).toContain('Vendor');
    expect(JSON.stringify(kept)).not.toContain('52bc');
  });

  it('says what refers to a record that is taken out of a list, and backs that up too', async () => {
    const [rack] = await newRacks(1, 'Listed');
    await client.createRecord('rack_reservations', { rack_id: rack?.id, units: '1', description: 'kept' });
    const agree = async () => true;
    const asking = { keepMine: agree, useTwins: agree, secretsOf: async () => ({}) };
    const manager = { name: 'Lab', client, ...asking, ...nothingOpen };
    const base = rack ? [documentFields('racks', rack)] : [];
    const change = listChange(manager, { type: 'racks', base, items: [] });
    const plan = await change.plan(new AbortController().signal);
    const { lines } = change.word(plan);
    expect(lines).toContain('1 rack reservation refers to this. The manager may delete it too, or refuse:');
    expect(lines).toContain('A backup is written first.');
    const backedUp = change.backup?.(plan)?.records ?? [];
    expect(backedUp.map(({ type }) => type)).toEqual(['racks', 'rack_reservations']);
  });

  it('has a plan that is plain JSON, and is refused when somebody changed it', async () => {
    const { campus } = await newCampus('Bonn');
    const change = nodeDeletionChange({ name: 'Lab', client }, [{ kind: 'sensor', ...campus }]);
    const plan = await change.plan(new AbortController().signal);
    const text = printPlan(change, plan);
    expect(parsePlan<NodeDeletionPlan>(text).plan).toEqual(plan);
    expect(() => parsePlan(text.replaceAll(campus.uuid, '1'))).toThrow('it was changed');
    expect(() => parsePlan('{"netsensor_plan": 1}')).toThrow('This is no plan');
    expect(() => parsePlan('plan')).toThrow('This is no plan');
  });

  it('is made from the file that its plan was printed to, which holds no secret', async () => {
    const password = 'correct-horse-battery-staple';
    const [kept, gone] = await Promise.all(
      ['Kept', 'Gone'].map(async name =>
        client.createRecord('account_keys', { name, username: 'root', password }),
      ),
    );
    const base = [kept, gone].flatMap(record => (record ? [documentFields('account_keys', record)] : []));
    const at = { offset: 0, length: 0 };
    const items = [
      { id: kept?.id, fields: { ...base[0], username: 'admin' }, ...at },
      { id: undefined, fields: { name: 'New', username: 'operator' }, ...at },
    ];
    const asked: string[] = [];
    const change = listChange(
      {
        name: 'Lab',
        client,
        keepMine: async () => true,
        useTwins: async () => true,
        ...nothingOpen,
        secretsOf: async (_, name) => {
          asked.push(name);
          return { password };
        },
      },
      { type: 'account_keys', base, items },
    );
    const signal = new AbortController().signal;
    const made = await change.plan(signal);
    const text = printPlan(change, {
      ...made,
      deletes: made.deletes.map(one => ({ ...one, current: { ...one.current, password } })),
    });
    expect(text).not.toContain(password);
    const { plan } = parsePlan<typeof made>(printPlan(change, made));
    await change.prepare?.(plan);
    const running = { signal, tell: () => undefined };
    const outcomes = await change.apply(plan, running);
    const { message, afterwards } = await change.receive(plan, outcomes, running);
    expect(message).toBe('Account keys: 3 saved on Lab.');
    expect(afterwards.items.map(({ id }) => typeof id)).toEqual(['number', 'number']);
    expect(asked).toEqual(['New']);
    const now = (await client.listRecords('account_keys')).rows;
    expect(
      now
        .filter(({ name }) => ['Kept', 'Gone', 'New'].includes(String(name)))
        .map(({ username }) => username),
    ).toEqual(['admin', 'operator']);
  });

  /** A caller that agrees as told, and remembers what it was asked and what happened. */
  function caller<Plan extends object>(agree: Caller<Plan>['agree']) {
    const seen: string[] = [];
    const made: Caller<Plan> = {
      during: (_, work) => work({ signal: new AbortController().signal, tell: () => undefined }),
      agree: (words, plan) => {
        seen.push(words.lines.filter(Boolean).join(' '));
        return agree(words, plan);
      },
      requireUnlocked: () => seen.push('unlocked'),
      backUp: async ({ sensors }) => {
        seen.push(`backup of ${sensors.map(({ sensor }) => sensor.name).join()}`);
        return 'file:backup';
      },
      journal: async ({ doing, backup }, change) => {
        seen.push(`${doing}, ${backup}`);
        return change().finally(() => seen.push('ended'));
      },
    };
    return { made, seen };
  }

  it('is carried out after a backup, while the journal knows of it', async () => {
    const { campus } = await newCampus('Essen');
    const { made, seen } = caller(async () => true);
    const chosen = [{ kind: 'sensor', ...campus }] as const;
    const done = await carryOut(nodeDeletionChange({ name: 'Lab', client }, chosen), made);
    expect(done).toMatchObject({
      receipt: { severity: 'info', message: 'Deleted 2 domains and sensors.' },
      backup: 'file:backup',
    });
    expect(seen.slice(1)).toEqual(['unlocked', 'backup of Essen', 'deleting from Lab, file:backup', 'ended']);
  });

  it.each(['backUp', 'requireUnlocked'] as const)('sends nothing when %s fails', async step => {
    const { campus } = await newCampus(`Kept ${step}`);
    const { made } = caller(async () => true);
    const refused = () => {
      throw new Error('not now');
    };
    const change = nodeDeletionChange({ name: 'Lab', client }, [{ kind: 'sensor', ...campus }]);
    await expect(carryOut(change, { ...made, [step]: refused })).rejects.toThrow('not now');
    expect(await hasNode(campus.uuid)).toBe(true);
  });

  it('is asked about again when more would go than was shown, and not made without a yes', async () => {
    const { campus } = await newCampus('Bremen');
    let count = 0;
    const { made, seen } = caller(async () => {
      count += 1;
      if (count === 1) await newDomain('Late', campus.uuid);
      return count === 1;
    });
    const chosen = [{ kind: 'sensor', ...campus }] as const;
    expect(await carryOut(nodeDeletionChange({ name: 'Lab', client }, chosen), made)).toBeUndefined();
    expect(seen).toHaveLength(2);
    expect(seen[1]).toMatch(/^The tree has changed while you were asked.* Deletes 3 domains and sensors:/);
    expect(await hasNode(campus.uuid)).toBe(true);
  });

  it('keeps a community and a salt as settings in a backup and in a printed plan, and no secret', async () => {
    const settings = { snmp_community: 'c0mmunity', mac_hasing_salt: 'pinch' };
    const fields = { ...settings, secret: 'hidden', authentication_token: 'hidden' };
    const text = printPlan({ deciding: plan => plan, doing: () => shown`d` }, { sensor: fields });
    expect(parsePlan<{ sensor: object }>(text).plan.sensor).toMatchObject(settings);
    expect(text).not.toContain('hidden');
    const backups: object[] = [];
    const change: Change<object, void> = {
      reading: shown`r`,
      meanwhile: shown`m`,
      writing: () => shown`w`,
      doing: () => shown`d`,
      plan: async () => ({}),
      deciding: plan => plan,
      apply: async () => undefined,
      word: () => ({ question: shown`q`, lines: [], button: shown`b` }),
      receive: async () => ({ severity: 'info', message: shown`done` }),
      backup: () => ({
        operation: 'delete',
        called: 'Edge',
        access_points: [],
        sensors: [{ path: ['Edge'], sensor: { uuid: 'u', name: 'Edge', type: 5, ...fields } as never }],
      }),
    };
    const { made } = caller(async () => true);
    await carryOut(change, { ...made, backUp: async kept => (backups.push(kept), 'file:b') });
    expect(backups).toMatchObject([{ sensors: [{ sensor: settings }] }]);
    expect(JSON.stringify(backups)).not.toContain('hidden');
  });

  it('is made by one who agreed to its printed plan, and only while that is still what would be done', async () => {
    const racks = await newRacks(2, 'Agreed');
    const chosen = racks.map(({ id }) => ({ type: 'racks' as const, recordId: id, name: `${id}` }));
    const change = recordDeletionChange({ name: 'Lab', client }, chosen);
    const plan = await change.plan(new AbortController().signal);
    const { made } = caller(agreesTo(change, parsePlan(printPlan(change, plan))));
    await client.updateRecord('racks', racks[0]?.id ?? 0, { changes: { name: 'Renamed' } });
    expect(await carryOut(change, made)).toBeUndefined();
    await client.updateRecord('racks', racks[0]?.id ?? 0, { changes: { name: 'Agreed 0' } });
    expect((await carryOut(change, made))?.receipt.message).toBe('Deleted 2 racks.');
  });
});
