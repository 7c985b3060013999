import fc from 'fast-check';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';

/** Names that files, keys or systems take amiss. */
const words = fc.oneof(
  fc.constantFrom(
    'A',
    'a',
    'Ä',
    'A/B',
    'A~1B',
    '#1',
    '~',
    'con',
    ' ',
    '',
    '@racks/A',
    '1,2',
    '2,1',
    '网络',
    '../..',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const id = fc.integer({ min: 1, max: 6 });
/** Mostly what the contract takes. */
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  color: fc.constantFrom('aa1409', 'aa1409', 'red'),
  units: fc.constantFrom('1,2', '2,1', '3', 'x'),
  enabled: fc.boolean(),
  shared: fc.boolean(),
  allowed_object_types: fc.array(fc.constantFrom('DcimRack', 'RackRole'), { maxLength: 2 }),
};
const numbers = /height|width|voltage|amperage|weight|max_utilization/;
const valueOf = (field: string): fc.Arbitrary<unknown> => {
  if (special[field]) return special[field];
  if (/_id$/.test(field)) return fc.option(id);
  return numbers.test(field) ? fc.integer({ min: 1, max: 100 }) : words;
};
const recordOf = (type: InventoryType) =>
  fc.record(
    Object.fromEntries(Object.keys(inventoryType(type).fields).map(field => [field, valueOf(field)])),
  );
/** What a manager may have of all types, with twins, circles and references that lead nowhere. */
export const anyInventory = fc
  .tuple(...inventoryTypeNames.map(type => fc.array(recordOf(type), { maxLength: 4 })))
  .map(
    rows =>
      new Map(
        inventoryTypeNames.map((type, at) => [
          type,
          rows[at]!.map((fields, index): InventoryRecord => ({ ...fields, id: index + 1 })),
        ]),
      ),
  );
