import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { RecordList } from '../../../src/model/inventory/recordList.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import type { SourceParts } from '../../../src/pictures/pictureEntry.js';
import { lackOfAll, lackOfTree } from '../../../src/pictures/pictureLack.js';
import { describeError } from '../../../src/words/describeError.js';
import { inert } from '../../../src/words/inert.js';
import { recordSource } from '../../../src/pictures/recordSource.js';

vi.mock('../../../src/pictures/openDocuments.js', () => ({ openDocuments: () => new Map() }));

const unreachable = new ApiError({
  method: 'GET',
  path: '/api/v1/inventory/devices',
  reason: 'unreachable',
  stage: 'connect',
});

/** A picture of racks and reservations of which lists were read as they are given. */
function rackPicture(reservations: RecordList, stale?: { readonly readAt: number; readonly error: unknown }) {
  const racks = new RecordList('racks', [{ id: 1, name: 'A' }], { readAt: 0, remainder: { unread: [] } });
  const update = vi.fn(async () => racks);
  const lists = {
    read: async (_id: string, type: string) => (type === 'racks' ? racks : reservations),
    stale: (_id: string, type: string) => (type === 'racks' ? stale : undefined),
    update,
  };
  const parts = { lists, connections: { get: () => ({ name: 'Lab' }) } } as unknown as SourceParts;
  const source = recordSource({
    types: ['racks', 'rack_reservations'],
    titleOf: manager => manager,
    make: () => ({ picture: {}, table: {} }) as never,
  })({ kind: 'rack', connectionId: 'lab', ids: [] } as never, parts);
  return { source, update };
}

const reservationsOf = (remainder: object) =>
  new RecordList('rack_reservations', [{ id: 7, name: 'Switch' }], {
    readAt: 0,
    remainder: { unread: [], ...remainder },
  });

it('says of a picture of records which of them were not sent: a rack without reservations may have some', async () => {
  const { source } = rackPicture(reservationsOf({ total: 9000 }));
  expect(await source.make()).toMatchObject({ problem: 'The manager sent 1 of 9,000 rack reservations.' });
  expect((await rackPicture(reservationsOf({})).source.make()).problem).toBeUndefined();
});

it('says as of when a picture is that could not be read again, and reads what it is made of when asked', async () => {
  const { source, update } = rackPicture(reservationsOf({}), { readAt: Date.now(), error: unreachable });
  const { problem, failure } = await source.make();
  expect(problem).toMatch(/^As of .+\. The manager cannot be reached/);
  expect(failure).toBe(unreachable);
  await source.lookAgain?.();
  expect(update.mock.calls).toEqual([['lab', 'racks']]);
});

it('says all that a picture lacks, with what helps against the first that failed', () => {
  const lacks = [{}, { problem: inert('One.') }, { problem: inert('Two.'), failure: unreachable }];
  expect(lackOfAll(lacks)).toEqual({ problem: 'One. Two.', failure: unreachable });
  // Such as a tree and its traffic, of a manager that is not there.
  const tree = lackOfTree({ treeStale: () => ({ readAt: 0, error: unreachable }) }, 'lab', {
    size: 1,
    unread: [],
  });
  expect(lackOfAll([tree, { problem: describeError(unreachable) }]).problem).toBe(tree.problem);
  const others = [
    { problem: inert('12 racks were not read.') },
    { problem: inert('2 racks were not read.') },
  ];
  expect(lackOfAll(others).problem).toBe('12 racks were not read. 2 racks were not read.');
  expect(lackOfAll([{}, {}])).toEqual({ problem: undefined, failure: undefined });
});

it('says the same of pictures of the sensor tree', () => {
  const tree = new SensorIndex({ name: 'root', uuid: '1', type: 1, children: ['odd'] });
  const lack = lackOfTree({ treeStale: () => undefined }, 'lab', tree);
  expect(lack.problem).toMatch(/^1 of 2 entries could not be read: entry 1 is no record/);
  const stale = { readAt: Date.now(), error: unreachable };
  expect(lackOfTree({ treeStale: () => stale }, 'lab', tree).problem).toMatch(/^As of .+1 of 2 entries/);
});
