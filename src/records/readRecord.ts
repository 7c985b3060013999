import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import type { Connections } from '../connections/connection.js';
import { inventoryTypeNames, isInventoryType } from '../model/inventory.js';
import { recordName } from '../model/inventoryRecord.js';
import { parseRecordPath, recordPath } from '../model/recordRef.js';
import { printRecord } from '../model/recordText.js';
import { describeError } from '../ui/describeError.js';

/**
 * The text of a record document, read from the manager now.
 * @throws {vscode.FileSystemError} with a sentence for people
 */
export async function readRecordText(connections: Connections, uri: vscode.Uri): Promise<string> {
  const ref = parseRecordPath(uri.path);
  if (!ref) throw vscode.FileSystemError.FileNotFound(uri);
  try {
    const client = await connections.client(uri.authority);
    return printRecord(ref.type, await client.getRecord(ref.type, ref.id));
  } catch (error) {
    throw toFileSystemError(error);
  }
}

/** Folder or record, told from the path alone; undefined for a path that is neither. */
export function pathKind(path: string): vscode.FileType | undefined {
  if (parseRecordPath(path)) return vscode.FileType.File;
  const [, root, type, ...rest] = path.replace(/\/$/, '').split('/');
  const isFolder =
    rest.length === 0 && (root === undefined || (root === 'inventory' && (!type || isInventoryType(type))));
  return isFolder ? vscode.FileType.Directory : undefined;
}

/**
 * The entries of a folder: the inventory, its types, the records of a type.
 * @throws {vscode.FileSystemError} with a sentence for people
 */
export async function readRecordFolder(
  connections: Connections,
  uri: vscode.Uri,
): Promise<[string, vscode.FileType][]> {
  const [, root, type] = uri.path.replace(/\/$/, '').split('/');
  if (pathKind(uri.path) !== vscode.FileType.Directory) throw vscode.FileSystemError.FileNotADirectory(uri);
  if (!root) return [['inventory', vscode.FileType.Directory]];
  if (!type || !isInventoryType(type))
    return inventoryTypeNames.map(name => [name, vscode.FileType.Directory]);
  try {
    const records = await (await connections.client(uri.authority)).listRecords(type);
    return records.map(record => {
      const path = recordPath({ type, id: record.id }, recordName(type, record));
      return [path.slice(path.lastIndexOf('/') + 1), vscode.FileType.File];
    });
  } catch (error) {
    throw toFileSystemError(error);
  }
}

/** The same failure as VS Code understands it, with a sentence for people. */
export function toFileSystemError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  if (isApiError(error, 'notFound')) {
    const sentence = vscode.l10n.t(
      'This record was deleted on the manager. Copy what you still need, then refresh the tree.',
    );
    return vscode.FileSystemError.Unavailable(sentence);
  }
  if (isApiError(error, 'unauthorized', 'forbidden'))
    return vscode.FileSystemError.NoPermissions(describeError(error));
  return vscode.FileSystemError.Unavailable(describeError(error));
}

/** Whether two document addresses are the same record, whatever name stands in them. */
export function isSameRecord(a: vscode.Uri, b: vscode.Uri): boolean {
  const [first, second] = [parseRecordPath(a.path), parseRecordPath(b.path)];
  if (!first || !second || a.authority !== b.authority) return false;
  return first.type === second.type && first.id === second.id;
}
