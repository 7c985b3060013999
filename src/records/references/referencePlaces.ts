import { getLocation, type JSONPath } from 'jsonc-parser';
import type * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole, inventoryTypeOfPath, type FieldRole } from 'netsensor-contract/inventory/references';
import type { PlacedElement, PlacedField } from '../../model/text/placedElements.js';
import { rangeOnLine, type TextPlace } from '../../ui/textPlace.js';

/** A value that stands for something else. */
export interface RoleValue extends Pick<PlacedField, 'start' | 'offset' | 'length'> {
  readonly role: FieldRole;
  readonly value: unknown;
}

/**
 * The values of records that stand for something else, each member of an array by itself.
 * @param path of the document's address
 */
export function roleValues(path: string, elements: readonly PlacedElement[]): RoleValue[] {
  const type = inventoryTypeOfPath(path);
  if (!type) return [];
  return elements
    .flatMap(({ fields }) => fields)
    .flatMap(field => {
      const role = fieldRole(type, field.name);
      const members = field.holds === 'list' ? field.fields : [field];
      return role
        ? members.map(({ value, start, offset, length }) => ({ role, value, start, offset, length }))
        : [];
    });
}

/** The field of an inventory document at a path of its JSON: `["rack_id"]`, `[3, "rack_id"]`, `["tag_ids", 0]`. */
export function fieldAt(type: InventoryType, path: JSONPath): string | undefined {
  const [field, index, ...rest] = typeof path[0] === 'number' ? path.slice(1) : path;
  const isField = typeof field === 'string' && typeof index !== 'string' && rest.length === 0;
  return isField && fieldRole(type, field) ? field : undefined;
}

/** The value that is being written at a place. */
export interface WrittenValue {
  readonly role: FieldRole;
  /** What is there, quotes included; may be nothing yet. */
  readonly whole: string;
  /** The part of it before the place. */
  readonly typed: string;
  readonly range: vscode.Range;
}

/**
 * The value that stands for something else and is being written at a place, also in text that is no JSON yet.
 * @param path of the document's address
 */
export function writtenValue(path: string, place: TextPlace): WrittenValue | undefined {
  const type = inventoryTypeOfPath(path);
  if (!type) return undefined;
  const { text, offset } = place;
  const location = getLocation(text, offset);
  const field = location.isAtPropertyKey ? undefined : fieldAt(type, location.path);
  const role = field === undefined ? undefined : fieldRole(type, field);
  if (!role) return undefined;
  const typed = /[^:,[{\r\n]*$/.exec(text.slice(0, offset))?.[0].trimStart() ?? '';
  const rest = /^[^,\]}\r\n]*/.exec(text.slice(offset))?.[0].trimEnd() ?? '';
  const range = rangeOnLine(place, offset - typed.length, offset + rest.length);
  return { role, whole: typed + rest, typed, range };
}
