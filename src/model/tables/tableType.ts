import type * as z from 'zod';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { FieldRole } from 'netsensor-contract/inventory/references';
import type { RecordRules } from '../inventory/recordRules.js';
import type { RecordFields } from '../inventory/recordText.js';

/** What the rows of a table are. */
export type TableType = InventoryType | 'access_points' | 'users';

/** Where a row leads besides its document: to its picture, to what uses it, and to where it stands in the tree. */
export type RowLead = 'picture' | 'uses' | 'tree';

/** A field with the uuid of a domain or a sensor. */
export interface NodeRole {
  readonly kind: 'node';
}

/** How rows stand in the text of a document, and what is known of their fields. */
export interface TableKind {
  /** The names of the properties that lead to the list of rows; none where the text is that list. */
  readonly path: readonly string[];
  /** The field that tells a row from the others. */
  readonly keyField: string;
  /** What it is known by, however it is written; undefined for a row that is to be created. */
  readonly keyOf: (fields: RecordFields) => unknown;
  /** The field that people call a row by. */
  readonly nameField: string;
  /** What stands in the text for nothing: `null`, or no field at all. */
  readonly nothing: null | undefined;
  /** The fields that can be edited, with what is known of them, in the order of documents. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly rules: RecordRules;
  /** What the values of a field lead to or stand for, if anything. */
  readonly roleOf: (field: string) => FieldRole | NodeRole | undefined;
  /** Where rows lead besides their documents. */
  readonly leads: readonly RowLead[];
  /** What a new row begins with. */
  readonly newFields: () => RecordFields;
  /** What a copy of a row begins with; what tells rows apart is left to be said. */
  readonly copied: (fields: RecordFields) => RecordFields;
}
