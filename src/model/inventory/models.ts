import { readOnlyFields } from 'netsensor-contract/inventory/inventoryRecord';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { textOf } from 'netsensor-contract/text/looseValues';

/** What the contract calls a type where a layout or a tag names it: `DcimRack`, `RackRole` (contract 000, Resources and fields). */
export const modelOf = (type: InventoryType): string =>
  type === 'racks'
    ? 'DcimRack'
    : inventoryType(type).key.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The types by the letters of their keys and segments, `rack` and `racks`. */
const typesByName = new Map(
  inventoryTypeNames.flatMap(type =>
    [type, inventoryType(type).key].map(name => [letters(name), type] as const),
  ),
);

/** The type that a model is of, `DcimRack` or `RackRole`, however it is written; undefined for any other. */
export const typeOfModel = (model: unknown): InventoryType | undefined => {
  const name = letters(textOf(model) ?? '');
  return typesByName.get(name) ?? typesByName.get(name.replace(/^dcim/, ''));
};

/** The types of a word as it is typed, what it means first: `rack` is a rack, and the beginning of a rack role. All for none. */
export function typesLike(typed: string): readonly InventoryType[] {
  const word = letters(typed);
  const meant = typeOfModel(typed);
  const namesOf = (type: InventoryType) => [modelOf(type), inventoryType(type).plural].map(letters);
  const rank = (type: InventoryType) => {
    if (type === meant) return 0;
    if (namesOf(type).some(name => name.startsWith(word))) return 1;
    return namesOf(type).some(name => name.includes(word)) ? 2 : 3;
  };
  const like = inventoryTypeNames.filter(type => rank(type) < 3);
  return (like.length > 0 ? like : inventoryTypeNames).toSorted((one, other) => rank(one) - rank(other));
}

/** The fields that a text names with semicolons between, each once. */
export const fieldsOf = (order: unknown): string[] => [
  ...new Set(
    (textOf(order) ?? '')
      .split(';')
      .map(field => field.trim())
      .filter(Boolean),
  ),
];

/** The fields that a column may show of the records of a type, in the order of documents. */
export const columnFields = (type: InventoryType): string[] => [
  'id',
  ...Object.keys(inventoryType(type).fields),
  ...readOnlyFields.filter(field => field !== 'id'),
];
