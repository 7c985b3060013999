import * as z from 'zod';

/** One inventory type: how it is addressed (contract 000, Resources and fields), named and drawn. */
export interface InventoryTypeInfo<Words extends string = string> {
  /** Root key of create and update bodies, `rack`: the path segment without its plural. */
  readonly key: string;
  /** Name of one record, sentence case. */
  readonly singular: Words;
  /** Name of the collection, sentence case. */
  readonly plural: Words;
  readonly description: Words;
  /** Codicon of its records in the tree. */
  readonly icon: string;
  /** The field that names a record to people; `name` where the table says nothing. */
  readonly nameField: string;
  /** Fields accepted on create; those that are not optional are required (contract 000, Resources and fields). */
  readonly fields: z.ZodRawShape;
  /** Fields that never enter a buffer, a log or a base (architecture, rule 5). */
  readonly secretFields?: readonly string[];
}

const name = (what: string) => z.string().min(1).describe(`Name of the ${what}.`);
const note = z.string().optional().describe('Free text.');
const whole = z.int32();
const reference = (what: string) => z.int32().min(1).describe(`Id of the ${what}.`);
const optionalReference = (what: string) => reference(what).optional();
const colourForm = 'Six hex digits without a leading #, such as aa1409';
const colour = z
  .string()
  .regex(/^[0-9a-fA-F]{6}$/, colourForm)
  .meta({
    description: 'Colour as six hex digits, without a leading #.',
    examples: ['aa1409', '2196f3', '4caf50'],
    patternErrorMessage: colourForm,
  });
const text = (description: string, ...examples: string[]) =>
  z.string().min(1).meta({ description, examples });
const unitsForm = 'Rack unit numbers separated by commas, such as 1,2,3';
const uHeight = whole
  .min(1)
  .meta({ description: 'Height in rack units, usually 1 to 100.', examples: [42, 47] });
const width = whole
  .min(1)
  .meta({ description: 'Width in inches, usually 10, 19, 21 or 23.', examples: [19, 23] });

type WrittenType = Omit<InventoryTypeInfo, 'key' | 'nameField'> & { readonly nameField?: string };

/** The 14 inventory types by path segment. Adding a type begins here (docs/how-to-add.md). */
const inventoryTypes = {
  racks: {
    singular: 'Rack',
    plural: 'Racks',
    description: 'A physical equipment rack in a data center.',
    icon: 'server',
    fields: { name: name('rack'), u_height: uHeight, width },
  },
  rack_roles: {
    singular: 'Rack role',
    plural: 'Rack roles',
    description: 'Categorizes racks by function.',
    icon: 'symbol-class',
    fields: { name: name('role'), color: colour.optional(), description: note },
  },
  rack_types: {
    singular: 'Rack type',
    plural: 'Rack types',
    description: 'Physical model of a rack, tied to a manufacturer.',
    icon: 'symbol-structure',
    nameField: 'model',
    fields: {
      model: z.string().min(1).describe('Model name.'),
      manufacturer_id: reference('manufacturer'),
      u_height: uHeight,
      width,
    },
  },
  rack_reservations: {
    singular: 'Rack reservation',
    plural: 'Rack reservations',
    description: 'Marks rack units of one rack as reserved.',
    icon: 'bookmark',
    nameField: 'units',
    fields: {
      rack_id: reference('rack'),
      units: z
        .string()
        .regex(/^\s*\d+\s*(,\s*\d+\s*)*$/, unitsForm)
        .meta({
          description: 'Rack unit numbers, separated by commas.',
          examples: ['1,2,3'],
          patternErrorMessage: unitsForm,
        }),
      description: note,
    },
  },
  contacts: {
    singular: 'Contact',
    plural: 'Contacts',
    description: 'An individual associated with inventory assets.',
    icon: 'person',
    fields: {
      name: z.string().min(1).describe('Full name.'),
      email: z.string().optional().describe('E-mail address.'),
      phone: z.string().optional().describe('Phone number.'),
      company: z.string().optional().describe('Company or organization.'),
      job_title: z.string().optional().describe('Job title.'),
    },
  },
  contact_groups: {
    singular: 'Contact group',
    plural: 'Contact groups',
    description: 'Team or department; may have a parent group.',
    icon: 'organization',
    fields: {
      name: name('group'),
      description: note,
      parent_id: optionalReference('parent contact group; left out for a top-level group'),
    },
  },
  contact_roles: {
    singular: 'Contact role',
    plural: 'Contact roles',
    description: 'Functional role that a contact can hold.',
    icon: 'briefcase',
    fields: { name: name('role'), description: note },
  },
  power_panels: {
    singular: 'Power panel',
    plural: 'Power panels',
    description: 'Electrical distribution panel.',
    icon: 'circuit-board',
    fields: { name: name('panel'), description: note },
  },
  power_feeds: {
    singular: 'Power feed',
    plural: 'Power feeds',
    description: 'A power circuit that comes from a power panel.',
    icon: 'zap',
    fields: {
      name: name('feed'),
      power_panel_id: reference('power panel'),
      voltage: whole.optional().describe('Volts.'),
      amperage: whole.optional().describe('Amps.'),
      max_utilization: whole.min(0).max(100).optional().describe('Percentage, 0 to 100.'),
      power_feed_status_id: optionalReference('feed status'),
      power_feed_type_id: optionalReference('feed type'),
      power_feed_supply_id: optionalReference('feed supply type'),
      power_feed_phase_id: optionalReference('feed phase'),
    },
  },
  tags: {
    singular: 'Tag',
    plural: 'Tags',
    description: 'Label for classification and filtering; may be restricted to object types.',
    icon: 'tag',
    fields: {
      name: name('tag'),
      color: colour,
      weight: whole.optional().describe('Sorting weight; higher values take priority.'),
      allowed_object_types: z.array(z.string()).optional().meta({
        description: 'Object types the tag may be applied to; left out for no restriction.',
      }),
    },
  },
  table_configs: {
    singular: 'Table config',
    plural: 'Table configs',
    description: 'Stored column layout for inventory list views, personal or shared.',
    icon: 'table',
    fields: {
      name: name('layout'),
      inventory_type: text('Inventory model the layout applies to, such as DcimRack.'),
      column_order: text('Column field names, separated by semicolons, such as name;u_height;width.'),
      enabled: z.boolean().optional().describe('Whether the layout is active; true when left out.'),
      shared: z.boolean().optional().describe('Whether all users see it; false when left out.'),
    },
  },
  account_keys: {
    singular: 'Account key',
    plural: 'Account keys',
    description: 'Credential (password, SSH key, token) associated with inventory assets.',
    icon: 'key',
    fields: {
      name: name('credential'),
      username: z.string().min(1).describe('User name of the credential.'),
      key_type: z
        .string()
        .optional()
        .meta({ description: 'Credential type.', examples: ['terminal_password', 'ssh_key'] }),
      password: z.string().min(1).describe('Password or secret value. Never shown in the editor.'),
      description: note,
    },
    secretFields: ['password'],
  },
  wireless_lans: {
    singular: 'Wireless LAN',
    plural: 'Wireless LANs',
    description: 'A Wi-Fi network; belongs to a wireless LAN group and may be linked to a VLAN.',
    icon: 'radio-tower',
    nameField: 'ssid',
    fields: {
      ssid: z.string().min(1).describe('SSID, the network name; 32 bytes at most on the air.'),
      wireless_lan_group_id: reference('wireless LAN group'),
      description: note,
      wireless_status_id: optionalReference('wireless status'),
      wireless_auth_type_id: optionalReference('authentication type'),
      vlan_id: optionalReference('VLAN'),
    },
  },
  wireless_lan_groups: {
    singular: 'Wireless LAN group',
    plural: 'Wireless LAN groups',
    description: 'Hierarchy of wireless networks; may be nested through a parent.',
    icon: 'list-tree',
    fields: { name: name('group'), description: note, parent_id: optionalReference('parent group') },
  },
} as const satisfies Readonly<Record<string, WrittenType>>;

/** Path segment of an inventory type, `racks` (contract 000, General rules, rule 2). */
export type InventoryType = keyof typeof inventoryTypes;

type InventoryWords = (typeof inventoryTypes)[InventoryType]['singular' | 'plural' | 'description'];

/** All path segments in the order of the contract. */
export const inventoryTypeNames = Object.keys(inventoryTypes) as InventoryType[];

const infos = new Map<InventoryType, InventoryTypeInfo<InventoryWords>>(
  inventoryTypeNames.map(type => [
    type,
    { nameField: 'name', ...inventoryTypes[type], key: type.slice(0, -'s'.length) },
  ]),
);

/** What the product knows about one type, with the field types widened. */
export const inventoryType = (type: InventoryType) => infos.get(type)!;

/** Whether a path segment names one of the 14 types. */
export const isInventoryType = (segment: string): segment is InventoryType =>
  Object.hasOwn(inventoryTypes, segment);
