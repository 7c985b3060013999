import * as z from 'zod';
import {
  inventoryType,
  isInventoryType,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole } from 'netsensor-contract/inventory/references';
import { looseMacAddress } from 'netsensor-contract/sensors/accessPoints';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import { overrideAccessPoints } from 'netsensor-contract/sensors/overrideBodies';
import { user } from 'netsensor-contract/sensors/readRecords';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { parseListAddress } from '../inventory/listDocument.js';
import { copiedFields, newRecordFields } from '../inventory/recordDraft.js';
import { inventoryRules } from '../inventory/recordRules.js';
import { elementFields, parsePointListPath } from '../trees/pointList.js';
import { userListPath } from '../sensors/userPath.js';
import type { NodeRole, TableKind, TableType } from './tableType.js';

/** What the document at an address is a table of; undefined for one that is none. */
export function tableTypeOf(address: {
  readonly path: string;
  readonly query: string;
}): TableType | undefined {
  if (parsePointListPath(address.path) !== undefined) return 'access_points';
  return address.path === userListPath ? 'users' : parseListAddress(address)?.type;
}

const known = new Map<TableType, TableKind>();

/** How the rows of a table stand in its text. */
export function tableKind(type: TableType): TableKind {
  const kind = known.get(type) ?? (isInventoryType(type) ? recordTable(type) : otherTables[type]());
  known.set(type, kind);
  return kind;
}

/** The types whose records a picture shows. */
const drawn: readonly InventoryType[] = ['racks', 'rack_reservations', 'power_panels', 'power_feeds'];

/** Records of a type, as their list has them. */
const recordTable = (type: InventoryType): TableKind => ({
  path: [],
  keyField: 'id',
  keyOf: ({ id }) => id,
  nameField: inventoryType(type).nameField,
  nothing: null,
  fields: inventoryType(type).fields as Readonly<Record<string, z.ZodType>>,
  rules: inventoryRules(type),
  roleOf: field => fieldRole(type, field),
  leads: drawn.includes(type) ? ['picture', 'uses', 'tree'] : ['uses', 'tree'],
  newFields: () => newRecordFields(type),
  copied: fields => copiedFields(type, fields),
});

/** Access points as an override takes them (contract 001, Override of a domain's access points). */
function pointTable(): TableKind {
  const { shape } = overrideAccessPoints.shape.access_points.element;
  const known: Readonly<Record<string, z.ZodType>> = { ...shape, mac_address: looseMacAddress };
  const fields = Object.fromEntries(
    elementFields.flatMap(field => (known[field] ? [[field, known[field]]] : [])),
  );
  return {
    path: ['access_points'],
    keyField: 'mac_address',
    keyOf: ({ mac_address: mac }) => (typeof mac === 'string' && mac !== '' ? macKey(mac) : undefined),
    nameField: 'name',
    nothing: undefined,
    fields,
    rules: {
      fields: Object.fromEntries(
        Object.entries(fields).map(([field, schema]) => [
          field,
          schema instanceof z.ZodOptional ? schema.nullable().optional() : schema,
        ]),
      ),
      readOnlyFields: [],
      bookkeepingFields: [],
      secretFields: [],
    },
    roleOf: nodeRole,
    leads: ['picture', 'tree'],
    newFields: () => ({ mac_address: '', name: '' }),
    copied: point => ({ ...point, mac_address: '' }),
  };
}

/** Users, which are shown alone, without their keys (contract 001, User record). */
function userTable(): TableKind {
  const { authentication_token: _key, ...shown } = user.shape;
  return {
    path: [],
    keyField: 'id',
    keyOf: ({ id }) => id,
    nameField: 'login',
    nothing: null,
    fields: {},
    rules: { fields: {}, readOnlyFields: Object.keys(shown), bookkeepingFields: [], secretFields: [] },
    roleOf: nodeRole,
    leads: [],
    newFields: () => ({}),
    copied: fields => fields,
  };
}

const nodeRole = (field: string): NodeRole | undefined =>
  field.endsWith('_uuid') ? { kind: 'node' } : undefined;

const otherTables = { access_points: pointTable, users: userTable } as const;

/** The rows in what a text says; undefined where it has no list of them. */
export function rowsIn({ path }: Pick<TableKind, 'path'>, value: unknown): readonly unknown[] | undefined {
  const list = path.reduce<unknown>((inside, name) => (isRecord(inside) ? inside[name] : undefined), value);
  return Array.isArray(list) ? list : undefined;
}
