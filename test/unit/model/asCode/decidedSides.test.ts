import { describe, expect, it } from 'vitest';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { agreedFolder, decidedSides } from '../../../../src/model/asCode/agreedFolder.js';
import { notAgreed, type FolderSides } from '../../../../src/model/asCode/folderSides.js';
import { changedThere } from '../../../../src/model/asCode/folderState.js';
import { planFolder } from '../../../../src/model/asCode/planFolder.js';
import { pullFolder } from '../../../../src/model/asCode/pullFolder.js';
import { keyedRecords } from '../../../../src/model/asCode/recordKeys.js';

const path = 'inventory/account_keys/key-ops.json';
const agreed = { name: 'Key', username: 'ops', description: 'was', key_type: 'was', password: '(kept)' };

/** A file and its record, of which the fields are changed that are given; undefined for a base without anything agreed. */
const sidesOf = (here: object, there: object, was: object | undefined = {}): FolderSides => {
  const files = new Map([[path, { type: 'account_keys' as const, fields: { ...agreed, ...here } }]]);
  const { password: _, ...record } = agreed;
  return {
    files,
    manager: keyedRecords(
      new Map<InventoryType, never[]>([['account_keys', [{ id: 1, ...record, ...there } as never]]]),
    ),
    base: was && {
      files: new Map([[path, { type: 'account_keys', fields: { ...agreed, ...was } }]]),
      ids: new Map([[path, 1]]),
      formerly: new Map(),
    },
  };
};
const sentWith = (sides: FolderSides) => {
  const decided = decidedSides(sides, { mine: [path], theirs: [] });
  const { updates, unwritten } = planFolder(decided);
  expect(unwritten).toEqual([]);
  return Object.fromEntries(updates.flatMap(({ changes }) => changes.map(({ field, to }) => [field, to])));
};
const pulledWith = (sides: FolderSides) =>
  pullFolder(decidedSides(sides, { mine: [], theirs: [path] })).files.get(path)?.fields;

describe('what was decided of a file that was changed on both sides', () => {
  const here = { description: 'mine', password: 'env:SECRET' };
  const there = { description: 'theirs', key_type: 'theirs' };

  it('sends of the file what both have changed, and leaves what the manager alone has changed', () => {
    const sides = sidesOf(here, there);
    expect(sentWith(sides)).toEqual({ description: 'mine', password: 'env:SECRET' });
    const manager = sidesOf({}, { description: 'mine', key_type: 'theirs' }).manager;
    const after = agreedFolder(
      { ...decidedSides(sides, { mine: [path], theirs: [] }), manager },
      new Set([path]),
    );
    const pulled = pullFolder({ files: sides.files, base: after, manager });
    expect(pulled.files.get(path)?.fields).toMatchObject({ description: 'mine', key_type: 'theirs' });
    expect(pulled.conflicts).toEqual([]);
  });

  it('takes over of the manager what both have changed, and leaves what the file alone has', () => {
    const sides = sidesOf({ ...here, username: 'noc' }, there);
    expect(pulledWith(sides)).toEqual({
      ...agreed,
      username: 'noc',
      password: 'env:SECRET',
      description: 'theirs',
      key_type: 'theirs',
    });
  });

  it.each([undefined, null])(
    'takes over nothing of a field that the file alone has changed, which was %s, after a plan that failed',
    was => {
      const sides = sidesOf({ description: 'mine' }, { description: null }, { description: was });
      const after = { ...sides, base: agreedFolder(sides, new Set()) };
      expect(pulledWith(after)).toMatchObject({ description: 'mine' });
    },
  );

  it.each([
    { what: 'about which nothing was agreed', was: { description: notAgreed } },
    { what: 'that the file has since', was: { description: undefined } },
  ])('counts for a field $what', ({ was }) => {
    const sides = sidesOf({ description: 'mine' }, { description: 'theirs' }, was);
    expect(sentWith(sides)).toEqual({ description: 'mine' });
    expect(pulledWith(sides)).toMatchObject({ description: 'theirs' });
    const emptied = sidesOf({ description: null }, { description: 'theirs' }, was);
    expect(sentWith(emptied)).toEqual({ description: null });
  });

  it('empties what a null that the file has since is written for, without a question', () => {
    const sides = sidesOf({ description: null }, { description: 'theirs' }, {});
    const { description: _, ...others } = agreed;
    const files = new Map([[path, { type: 'account_keys', fields: others } as const]]);
    const { updates, unwritten } = planFolder({ ...sides, base: { ...sides.base!, files } });
    expect(unwritten).toEqual([]);
    expect(updates.map(({ changes }) => changes)).toMatchObject([
      [{ field: 'description', from: 'theirs', to: null }],
    ]);
  });

  it('leaves a field that the file has since and the manager does not', () => {
    const sides = sidesOf({ description: 'mine' }, { description: null }, { description: undefined });
    expect(pulledWith(sides)).toMatchObject({ description: 'mine' });
  });

  it('counts for all of a file of which nothing was agreed', () => {
    const sides = { ...sidesOf({ description: null }, there), base: undefined };
    expect(sentWith(sides)).toEqual({ description: null, key_type: 'was' });
    expect(pulledWith(sides)).toMatchObject(there);
  });

  it('tells all that a manager alone has changed still', () => {
    const { base, manager } = sidesOf({}, there);
    expect(changedThere(base!, { manager }).updates.flatMap(({ changes }) => changes)).toMatchObject([
      { field: 'description', from: 'theirs', to: 'was' },
      { field: 'key_type', from: 'theirs', to: 'was' },
    ]);
  });
});

it('names a file with a conflict by where it is, which a pull moves after the new name of its record', () => {
  const sides = sidesOf({ description: 'mine' }, { description: 'theirs', name: 'Renamed' });
  const { conflicts } = pullFolder(sides);
  expect(conflicts).toMatchObject([{ from: path, fields: ['description'] }]);
  const [{ from = '' } = {}] = conflicts;
  const decided = pullFolder(decidedSides(sides, { mine: [], theirs: [from] }));
  expect(decided.conflicts).toEqual([]);
  expect([...decided.files.values()][0]?.fields).toMatchObject({ description: 'theirs', name: 'Renamed' });
});
