import { join } from 'node:path';
import { getLocation } from 'jsonc-parser';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole } from 'netsensor-contract/inventory/references';
import { parseReference, printReference, type KeyReference } from '../model/asCode/recordKeys.js';
import { fileReferences, pathsByReference } from '../model/asCode/fileReferences.js';
import { parseFile, typeOfFile, type FileRecord } from '../model/asCode/recordsAsFiles.js';
import { RecordTextError } from '../model/inventory/recordText.js';
import { placedElements, type Place } from '../model/text/placedElements.js';
import { readFolder, textOnDisk, type WrongFile } from './folderFiles.js';
import type { RemoteLimits } from './git.js';
import { folderProblems, type FolderProblem } from './folderProblems.js';

/** A problem with its place in the text of the file. */
export interface PlacedProblem extends FolderProblem {
  readonly place: Place;
}

/** The records of a folder by what files call each other, kept as the files change. */
export class FolderIndex {
  private readonly files: Map<string, FileRecord>;
  private readonly texts: Map<string, string>;
  private readonly wrong: Map<string, WrongFile>;
  private known: ReadonlyMap<string, readonly string[]> | undefined;

  /** @param root an absolute path, below which all files are read at once */
  constructor(private readonly root: string) {
    const { files, texts, wrong } = readFolder(root);
    this.files = files;
    this.texts = new Map(texts);
    this.wrong = new Map(wrong.map(each => [each.path, each]));
  }

  /** Takes over how a file is now. @param text what an editor has of it; undefined for what is on disk */
  update(path: string, text = textOnDisk(join(this.root, path))): void {
    const type = typeOfFile(path);
    if (!type || text === this.texts.get(path)) return;
    this.known = undefined;
    this.files.delete(path);
    this.wrong.delete(path);
    this.texts.delete(path);
    if (text === undefined) return;
    this.texts.set(path, text);
    try {
      this.files.set(path, parseFile(type, text));
    } catch (error) {
      if (!(error instanceof RecordTextError)) throw error;
      const { message, line, column } = error;
      this.wrong.set(path, { path, message, line, column });
    }
  }

  /** The record of a file; undefined while it is none. */
  recordOf(path: string): FileRecord | undefined {
    return this.files.get(path);
  }

  textOf(path: string): string | undefined {
    return this.texts.get(path);
  }

  /** The file of what a reference leads to; the first where several have its key. */
  find(reference: KeyReference): string | undefined {
    return this.references.get(printReference(reference))?.[0];
  }

  /** What may be written to lead to a record of a type, each with its file, in order. */
  offers(type: InventoryType): { readonly reference: string; readonly path: string }[] {
    return [...this.references]
      .filter(([reference]) => reference.startsWith(`@${type}/`))
      .map(([reference, [path = '']]) => ({ reference, path }))
      .sort((one, other) => one.reference.localeCompare(other.reference));
  }

  /** What is wrong with the files, each with its place: of a field its value, else the beginning. @param git undefined where it is not to be run */
  async problems(git?: RemoteLimits): Promise<PlacedProblem[]> {
    const read = { files: new Map(this.files), wrong: [...this.wrong.values()] };
    const found = await folderProblems(this.root, read, git);
    return found.map(problem => ({ ...problem, place: this.placeOf(problem) }));
  }

  private placeOf({ path, field, at }: FolderProblem): Place {
    const text = this.texts.get(path) ?? '';
    if (at) {
      const before = text.split('\n').slice(0, at.line - 1);
      return { offset: before.reduce((sum, line) => sum + line.length + 1, at.column - 1), length: 1 };
    }
    const [element] = placedElements(text);
    const placed = element?.fields.find(({ name }) => name === field);
    return placed ?? { offset: element?.offset ?? 0, length: 1 };
  }

  private get references(): ReadonlyMap<string, readonly string[]> {
    return (this.known ??= pathsByReference(fileReferences(this.files)));
  }
}

/** A value of a file that leads to another record, or is to. */
export interface WrittenReference extends Place {
  /** The type that it leads to. */
  readonly to: InventoryType;
  /** Undefined where none stands yet, or a number. */
  readonly reference: KeyReference | undefined;
}

/** The value at a place of the text of a file, which may be no whole JSON yet; undefined for one that leads nowhere by its field. */
export function writtenReference(
  type: InventoryType,
  text: string,
  offset: number,
): WrittenReference | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const [field] = path;
  if (isAtPropertyKey || path.length !== 1 || typeof field !== 'string') return undefined;
  const role = fieldRole(type, field);
  if (role?.kind !== 'reference') return undefined;
  const place = previousNode ?? { offset, length: 0 };
  const reference = previousNode?.type === 'string' ? parseReference(previousNode.value) : undefined;
  return { to: role.to, reference, offset: place.offset, length: place.length };
}
