import { isRecordId } from './inventoryRecord.js';
import { inventoryType, inventoryTypeNames, isInventoryType, type InventoryType } from './inventoryTypes.js';

/** A field that holds the id of another record, or ids in an array. */
export interface ReferenceRole {
  readonly kind: 'reference';
  readonly to: InventoryType;
  /** Whether it makes a hierarchy of records of one type. */
  readonly isParent: boolean;
  /** Whether the contract names the field; others are known by their name only, and may mean something else. */
  readonly isPublished: boolean;
}

/** A number whose meaning stands in a list that the contract does not describe (contract 000, Gaps). */
export interface LookupRole {
  readonly kind: 'lookup';
  readonly what: LookupList;
  /** What the numbers from 1 up mean to products of the same family (field notes §4, Lookup values); a guess. */
  readonly likely: readonly string[];
}

/** The lists that numbers stand in. */
type LookupList =
  | 'manufacturer'
  | 'feed status'
  | 'feed type'
  | 'feed supply type'
  | 'feed phase'
  | 'wireless status'
  | 'authentication type'
  | 'VLAN';

/** A colour as six hex digits. */
export interface ColourRole {
  readonly kind: 'colour';
}

/** The name of an inventory type, as `DcimRack`, or an array of them. */
export interface ModelRole {
  readonly kind: 'model';
}

/** Names of fields with semicolons between, of the type that another field of the record names. */
export interface ColumnsRole {
  readonly kind: 'columns';
  /** The other field. */
  readonly of: string;
}

/** What the value of a field stands for besides itself. */
export type FieldRole = ReferenceRole | LookupRole | ColourRole | ModelRole | ColumnsRole;

const to = (type: InventoryType): ReferenceRole => ({
  kind: 'reference',
  to: type,
  isParent: false,
  isPublished: true,
});
const parent = (type: InventoryType): ReferenceRole => ({ ...to(type), isParent: true });
const lookup = (what: LookupList, ...likely: string[]): LookupRole => ({ kind: 'lookup', what, likely });
const colour: ColourRole = { kind: 'colour' };
const model: ModelRole = { kind: 'model' };

/** The fields of each type that stand for something else (contract 000, Resources and fields). */
const roles: Readonly<Partial<Record<InventoryType, Readonly<Record<string, FieldRole>>>>> = {
  rack_roles: { color: colour },
  rack_types: { manufacturer_id: lookup('manufacturer') },
  rack_reservations: { rack_id: to('racks') },
  contact_groups: { parent_id: parent('contact_groups') },
  power_feeds: {
    power_panel_id: to('power_panels'),
    power_feed_status_id: lookup('feed status', 'offline', 'active', 'planned', 'failed'),
    power_feed_type_id: lookup('feed type', 'primary', 'redundant'),
    power_feed_supply_id: lookup('feed supply type', 'ac', 'dc'),
    power_feed_phase_id: lookup('feed phase', 'single-phase', 'three-phase'),
  },
  tags: { color: colour, allowed_object_types: model },
  table_configs: { inventory_type: model, column_order: { kind: 'columns', of: 'inventory_type' } },
  wireless_lans: {
    wireless_lan_group_id: to('wireless_lan_groups'),
    wireless_status_id: lookup('wireless status', 'active', 'reserved', 'disabled', 'deprecated'),
    wireless_auth_type_id: lookup('authentication type', 'open', 'wep', 'wpa-personal', 'wpa-enterprise'),
    vlan_id: lookup('VLAN'),
  },
  wireless_lan_groups: { parent_id: parent('wireless_lan_groups') },
};

const typeOfKey = new Map(inventoryTypeNames.map(type => [inventoryType(type).key, type]));

/**
 * What a field stands for; undefined for plain values. A field outside the contract that a manager stores, such as
 * `rack_role_id` or `tag_ids`, is known by its name.
 */
export function fieldRole(type: InventoryType, field: string): FieldRole | undefined {
  const own = roles[type];
  if (own && Object.hasOwn(own, field)) return own[field];
  if (Object.hasOwn(inventoryType(type).fields, field)) return undefined;
  const named = typeOfKey.get(/^(\w+)_ids?$/.exec(field)?.[1] ?? '');
  return named && { ...to(named), isPublished: false };
}

/** The parent field of a type whose records form a hierarchy. */
export function parentField(type: InventoryType): string | undefined {
  return Object.entries(roles[type] ?? {}).find(
    ([, role]) => role.kind === 'reference' && role.isParent,
  )?.[0];
}

/** The published references of a type: its parent, or what it belongs to. */
export const publishedRoles = (type: InventoryType): { field: string; role: ReferenceRole }[] =>
  Object.entries(roles[type] ?? {}).flatMap(([field, role]) =>
    role.kind === 'reference' && role.isPublished ? [{ field, role }] : [],
  );

/** The field by which a record of a type stands in another one, where its name is to be looked for. */
export function placeRole(type: InventoryType): { field: string; role: ReferenceRole } | undefined {
  const references = publishedRoles(type);
  return references.find(({ role }) => role.isParent) ?? references[0];
}

/** The colour field of a type. */
export function colourField(type: InventoryType): string | undefined {
  return Object.entries(roles[type] ?? {}).find(([, role]) => role.kind === 'colour')?.[0];
}

/** A field of a record that refers to another one. */
export interface ReferenceUse {
  readonly field: string;
  readonly role: ReferenceRole;
  readonly id: number;
}

/** All references that a record holds, also those in arrays. */
export function referencesOf(type: InventoryType, record: Readonly<Record<string, unknown>>): ReferenceUse[] {
  return Object.entries(record).flatMap(([field, value]) => {
    const role = fieldRole(type, field);
    if (role?.kind !== 'reference') return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap(id => (isRecordId(id) ? [{ field, role, id }] : []));
  });
}

/** Types whose records may refer to others; credentials are not read for looking. */
export const referringTypes: readonly InventoryType[] = inventoryTypeNames.filter(
  type => (inventoryType(type).secretFields ?? []).length === 0,
);

/**
 * The inventory type of the records in a document, `/inventory/racks/…`: every document of inventory has it as its
 * second folder.
 */
export function inventoryTypeOfPath(path: string): InventoryType | undefined {
  const [, root, type = ''] = path.split('/');
  return root && isInventoryType(type) ? type : undefined;
}
