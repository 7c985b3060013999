import { getLocation, getNodeValue, parseTree, type JSONPath, type Node } from 'jsonc-parser';
import type * as vscode from 'vscode';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { isRecordId, parseRecordPath } from '../../model/inventory/inventoryRecord.js';
import type { EditedRecord } from '../../model/inventory/referenceProblems.js';
import { fieldRole, inventoryTypeOfPath, type FieldRole } from '../../model/inventory/references.js';
import { rangeOf, rangeOnLine, type PlacedText, type TextPlace } from '../../ui/textPlace.js';

/** The records that a document of inventory shows, as far as its text can be read. */
export function recordPlaces(document: PlacedText): (EditedRecord & { readonly node: Node })[] {
  const { path } = document.uri;
  const type = inventoryTypeOfPath(path);
  const root = type && parseTree(document.getText());
  if (!root) return [];
  const nodes = root.type === 'array' ? (root.children ?? []) : [root];
  return nodes
    .filter(node => node.type === 'object')
    .map(node => {
      const fields = getNodeValue(node) as Record<string, unknown>;
      const own = fields['id'];
      const id = parseRecordPath(path)?.id ?? (isRecordId(own) ? own : undefined);
      return { type, id, fields, node };
    });
}

/** The values in a document that stand for something else, each member of an array by itself. */
export function valuePlaces(document: PlacedText) {
  return recordPlaces(document).flatMap(({ type, node }) =>
    (node.children ?? []).flatMap(({ children = [] }) => {
      const [key, value] = children;
      const role = fieldRole(type, String(key?.value));
      if (!role || !value) return [];
      const members = value.type === 'array' ? (value.children ?? []) : [value];
      return members.map(member => ({
        role,
        value: member.value as unknown,
        range: rangeOf(document, member),
      }));
    }),
  );
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
