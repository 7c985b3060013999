import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareLists,
  comparedTypes,
  withDifferences,
} from '../../../../src/model/inventory/compareLists.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ManagerLists } from '../../../../src/model/inventory/recordIdentity.js';
import { publishedRoles } from 'netsensor-contract/inventory/references';
import { runs } from '../../../support/depth.js';

type Rows = readonly InventoryRecord[];
/** Records by type; a reference is the place in its own list of what is referred to. */
type Content = ReadonlyMap<InventoryType, Rows>;

const types = [
  'rack_reservations',
  'contact_groups',
  'power_feeds',
  'wireless_lans',
  'wireless_lan_groups',
  'table_configs',
] as const;

const listsOf = (content: Content): ManagerLists =>
  new Map([...content].map(([type, rows]) => [type, { rows, unread: [] }]));

/** The same content with other ids, in another order: what a second manager would have of it. */
function reordered(content: Content, seed: number): Content {
  const newId = (type: string, id: number) => 1 + ((id * 7_919 + seed + type.length) % 10_007);
  return new Map(
    [...content].map(([type, rows]) => [
      type,
      rows
        .map(record => {
          const references = publishedRoles(type)
            .filter(({ field }) => record[field] !== null && record[field] !== undefined)
            .map(({ field, role }) => [field, newId(role.to, Number(record[field]))]);
          return { ...record, id: newId(type, record.id), ...Object.fromEntries(references) };
        })
        .sort((one, other) => ((one.id * seed) % 101) - ((other.id * seed) % 101)),
    ]),
  );
}

/** Few names, so that many records are called the same; below different ones they are others. */
const name = fc.constantFrom('NOC', 'Madrid', 'Paris', 'Málaga', 'Night shift', '1,2', '3');
const seed = fc.integer({ min: 1, max: 10_000 });

/** Records of a type that stand in some of those before them or of another type, each way once. */
function rowsOf(type: InventoryType, containers: Rows | undefined): fc.Arbitrary<Rows> {
  const [role] = publishedRoles(type);
  const drafts = fc.array(
    fc.record({ name, note: fc.option(name), place: fc.nat(), hasNote: fc.boolean() }),
    {
      maxLength: 14,
    },
  );
  return drafts.map(list => {
    const ways = new Set<string>();
    const rows: InventoryRecord[] = [];
    for (const { name: named, note, place, hasNote } of list) {
      const inside = containers ?? (role ? rows : []);
      const at = inside[place % (inside.length + (containers ? 0 : 1))]?.id;
      if (ways.has(`${at} ${named}`) || (containers && at === undefined)) continue;
      ways.add(`${at} ${named}`);
      rows.push({
        id: rows.length + 1,
        [inventoryType(type).nameField]: named,
        ...(role ? { [role.field]: at ?? null } : {}),
        ...(hasNote
          ? {
              [type === 'table_configs' ? 'column_order' : 'description']:
                note ?? (type === 'table_configs' ? 'name' : null),
            }
          : {}),
      });
    }
    return rows;
  });
}

/** What a manager has of a type and of all that it stands in. */
const contentOf = (type: InventoryType): fc.Arbitrary<Content> =>
  comparedTypes(type)
    .toReversed()
    .reduce<fc.Arbitrary<Content>>(
      (before, each) =>
        before.chain(content => {
          const [role] = publishedRoles(each);
          const containers = role && role.role.to !== each ? content.get(role.role.to) : undefined;
          return rowsOf(each, containers).map(rows => new Map([...content, [each, rows]]));
        }),
      fc.constant(new Map()),
    );

/** What saving a list makes of the records of a manager: `null` empties a field, a record without an id gets one. */
function saved(
  type: InventoryType,
  lists: ManagerLists,
  edited: readonly Readonly<Record<string, unknown>>[],
) {
  const newest = Math.max(0, ...(lists.get(type)?.rows ?? []).map(({ id }) => id));
  const rows = edited.map((fields, index) => ({ ...fields, id: Number(fields['id'] ?? newest + index + 1) }));
  return new Map([...lists, [type, { rows, unread: [] }] as const]);
}

describe('two managers', () => {
  for (const type of types) {
    it(`with the same ${type} compare as equal, whatever their ids and their order`, () => {
      fc.assert(
        fc.property(contentOf(type), seed, (content, number) => {
          const other = listsOf(reordered(content, number));
          expect(compareLists(type, listsOf(content), other)).toEqual({ differences: [], untold: [] });
        }),
        { numRuns: runs({ broad: 30, deep: 600 }) },
      );
    });

    it(`compare as equal in ${type} once what differs was copied, level by level`, () => {
      fc.assert(
        fc.property(contentOf(type), contentOf(type), seed, (content, others, number) => {
          const from = listsOf(content);
          let other = listsOf(reordered(others, number));
          for (const each of [...comparedTypes(type)].reverse()) {
            for (let level = 0, isDone = false; !isDone && level < 15; level += 1) {
              const { differences, untold } = compareLists(each, from, other);
              expect(untold.map(({ why }) => why)).not.toContain('sameName');
              isDone = differences.length === 0;
              const { rows } = other.get(each)!;
              other = saved(each, other, withDifferences(rows, differences));
            }
          }
          expect(compareLists(type, from, other)).toEqual({ differences: [], untold: [] });
          // Nothing of the other manager has gone, or stands elsewhere.
          const before = listsOf(reordered(others, number));
          const kept = comparedTypes(type).map(each => compareLists(each, before, other));
          expect(kept.flatMap(({ untold }) => untold)).toEqual([]);
          expect(kept.flatMap(({ differences }) => differences).filter(({ id }) => id === undefined)).toEqual(
            [],
          );
        }),
        { numRuns: runs({ broad: 15, deep: 400 }) },
      );
    });
  }
});
