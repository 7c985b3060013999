import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { applyFolder, type FolderOutcome } from '../../../../src/changes/folders/applyFolder.js';
import { planFolder } from '../../../../src/model/asCode/planFolder.js';
import type { FolderPlan } from '../../../../src/model/asCode/folderPlan.js';
import type { FileRecord } from '../../../../src/model/asCode/recordsAsFiles.js';
import { StoredRecords } from './storedRecords.js';

const rack: FileRecord = { type: 'racks', fields: { name: 'New', u_height: 1, width: 19 } };
const reservation: FileRecord = { type: 'rack_reservations', fields: { rack_id: '@racks/New', units: '3' } };
const key: FileRecord = {
  type: 'account_keys',
  fields: { name: 'Switches', username: 'netops', password: 'env:PASSWORD' },
};

let manager: StoredRecords;
beforeEach(() => {
  manager = new StoredRecords();
});

const planOf = (...files: readonly FileRecord[]): FolderPlan =>
  planFolder({
    files: new Map(files.map((file, at) => [`inventory/${file.type}/new-${at}.json`, file])),
    base: undefined,
    manager: manager.keyed,
  });
/** Carries out a plan that was made when there was nothing. */
const apply = (plan: FolderPlan): Promise<FolderOutcome[]> =>
  applyFolder(plan, {
    client: manager,
    manager: new StoredRecords().keyed,
    secretOf: () => 'secret',
    prunes: false,
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
const others = async (file: FileRecord, changed: object = {}) => {
  await manager.createRecord(file.type, { ...file.fields, ...changed }, undefined);
  manager.seen.length = 0;
};
const seen = () => manager.seen.map(({ method, type }) => `${method} ${type}`);
/** What became of each file, with the sentence of one that failed. */
const told = (outcomes: readonly FolderOutcome[]) =>
  outcomes.map(outcome =>
    outcome.kind === 'done'
      ? outcome.result
      : `${outcome.kind}: ${String('error' in outcome && outcome.error)}`,
  );

it('takes what somebody else has created with the same values since the plan for its own, and goes on from it', async () => {
  const plan = planOf(rack, reservation);
  await others(rack);
  expect(told(await apply(plan))).toEqual([
    { id: 101, isSent: false },
    { id: 102, isSent: true },
  ]);
  expect(seen()).toEqual(['POST rack_reservations']);
  expect(manager.lists.get('rack_reservations')).toMatchObject([{ rack_id: 101 }]);
});

it.each([
  { what: 'other values', file: rack, changed: { u_height: 2 } },
  {
    what: 'a value in a field that is to be empty',
    file: { ...rack, fields: { ...rack.fields, description: null } },
    changed: { description: 'theirs' },
  },
  { what: 'a secret that nobody can see', file: key, changed: {} },
])(
  'creates nothing beside what somebody else has created since the plan with $what',
  async ({ file, changed }) => {
    const plan = planOf(file);
    await others(file, changed);
    expect(told(await apply(plan))).toEqual([
      expect.stringMatching(/^failed: .*Somebody else has created it meanwhile, as #101\..*Plan again/),
    ]);
    expect(seen()).toEqual([]);
  },
);

it('looks again for those that are created later: four go at once', async () => {
  const racks = Array.from({ length: 9 }, (_, at) => ({
    ...rack,
    fields: { ...rack.fields, name: `New ${at}` },
  }));
  const plan = planOf(...racks);
  manager.pass = ({ method }) => {
    if (method === 'POST' && manager.seen.length === 3)
      manager.lists.get('racks')!.push({ id: 1, ...racks[8]!.fields });
  };
  expect(told(await apply(plan)).filter(each => typeof each === 'object' && !each.isSent)).toEqual([
    { id: 1, isSent: false },
  ]);
  expect(manager.lists.get('racks')).toHaveLength(9);
});

it.each(['server', 'timeout'] as const)('creates nothing where the look fails: %s', async reason => {
  const plan = planOf(rack);
  Object.assign(manager, {
    listRecords: () => Promise.reject(new ApiError({ reason, method: 'GET', path: '/racks', status: 500 })),
  });
  expect(told(await apply(plan))).toEqual([expect.stringContaining('failed: ')]);
  expect(String(told(await apply(plan)))).toContain('nobody can tell whether somebody else has meanwhile');
  expect(seen()).toEqual([]);
});
