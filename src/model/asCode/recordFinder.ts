import { addTo } from 'netsensor-contract/text/collections';
import { isRecordId, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole, publishedRoles } from 'netsensor-contract/inventory/references';
import type { RecordFields } from '../inventory/recordText.js';
import { isSameValue } from '../inventory/recordRules.js';
import {
  formerKeys,
  fileReferences,
  leftoverKey,
  mapFields,
  pathsByReference,
  referenceIn,
  withoutSecrets,
} from './fileReferences.js';
import { isAgreed, valueOrNull, type FolderSides } from './folderSides.js';
import { isNamedAfter, slugOf, type FileRecord, type PlacedRecord } from './recordsAsFiles.js';
import { numberIn, printReference, recordKey, withReferences, type KeyReference } from './recordKeys.js';

/** What is known of the record of a file. */
export interface FoundRecord {
  readonly record: InventoryRecord | undefined;
  /** What was agreed of it; undefined where nothing was. */
  readonly agreed: FileRecord | undefined;
  /** What has its key as well, files by path and records as `#12`: nobody can tell which is meant. */
  readonly others: readonly string[];
  /** Whether it was agreed and is not on the manager any more. */
  readonly isGone: boolean;
  /** The path that it was agreed at then, which is another one where the file was moved since. */
  readonly goneFrom?: string | undefined;
}

/** Numbers that no manager gives stand for records that are to be created, from the largest one down. */
const firstStandIn = 2 ** 31 - 1;

/** Finds which record each file is: by what was agreed, else by its key. */
export class RecordFinder {
  private readonly references: ReadonlyMap<string, string>;
  private readonly paths: ReadonlyMap<string, readonly string[]>;
  private readonly agreedPaths: ReadonlyMap<string, readonly string[]>;
  private readonly pathsById: ReadonlyMap<string, string>;
  private readonly records: ReadonlyMap<string, InventoryRecord>;
  private readonly found = new Map<string, FoundRecord>();
  private readonly standIns = new Map<string, number>();
  private readonly newKeys = new Map<number, string>();
  private claims: ReadonlyMap<InventoryRecord, readonly string[]> | undefined;

  constructor(private readonly sides: FolderSides) {
    const { files, base, manager } = sides;
    this.references = fileReferences(files);
    this.paths = pathsByReference(this.references);
    this.agreedPaths = pathsByReference(fileReferences(base?.files ?? new Map()));
    const typeOf = (path: string) => base?.files.get(path)?.type;
    this.pathsById = new Map([...(base?.ids ?? [])].map(([path, id]) => [`${typeOf(path)} ${id}`, path]));
    this.records = new Map(
      [...manager.lists].flatMap(([type, rows]) => rows.map(row => [`${type} ${row.id}`, row] as const)),
    );
  }

  /** Whether anything was agreed with this manager. */
  get hasBase(): boolean {
    return this.sides.base !== undefined;
  }

  /** Whether a file that has no record waits for somebody to say that it counts. */
  isHeld(path: string): boolean {
    return this.sides.adopted?.has(path) === false;
  }

  /** Whether a file may leave out what a new record needs. */
  mayLack(path: string): boolean {
    return this.sides.lacking?.has(path) === true;
  }

  /** What other files call a file; its path where it has no key. */
  referenceOf(path: string): string {
    return this.references.get(path) ?? path;
  }

  /** What files call a record, `@racks/Core A`; undefined where nothing but its number tells it apart. */
  nameOf(type: InventoryType, id: number): string | undefined {
    const key = this.sides.manager.keyOf(type, id);
    const there = key === undefined ? undefined : printReference({ type, key });
    return this.references.get(this.agreedPath(type, id) ?? '') ?? there;
  }

  /**
   * Whether a file that is not called after its record was called so by somebody: not after what the record was called before
   * either, and not as one of several with one name.
   */
  isNamedByHand(path: string, { type, record, key }: Pick<PlacedRecord, 'type' | 'record' | 'key'>): boolean {
    const agreed = this.sides.base?.files.get(this.agreedPath(type, record.id) ?? '');
    const isOfTwin = new RegExp(`\\.${record.id}(?:-\\d+)?\\.json$`).test(path);
    if (key === undefined || isOfTwin) return false;
    return !this.keysBefore(type, record.id, agreed).some(each => isNamedAfter(path, each));
  }

  /**
   * References to a record by what it was called when its file got its name: a pull moves that file.
   * @param before what was agreed of it
   */
  namesLeftIn(
    path: string,
    { type, fields }: FileRecord,
    { id, before }: { readonly id: number; readonly before: FileRecord | undefined },
  ): string[] {
    return this.keysBefore(type, id, before)
      .filter(key => key !== recordKey(type, fields) && isNamedAfter(path, key))
      .map(key => printReference({ type, key }));
  }

  /** What a record was called when it was agreed last, and before that. */
  private keysBefore(type: InventoryType, id: number, agreed: FileRecord | undefined): string[] {
    const was = agreed && recordKey(type, agreed.fields);
    return [...(was === undefined ? [] : [was]), ...formerKeys(this.sides.base, type, id)];
  }

  /** The path that was agreed for a record. */
  agreedPath(type: InventoryType, id: number): string | undefined {
    return this.pathsById.get(`${type} ${id}`);
  }

  isThere(type: InventoryType, id: number): boolean {
    return this.records.has(`${type} ${id}`);
  }

  recordOf(path: string, file: FileRecord): FoundRecord {
    const known = this.found.get(path) ?? this.find(path, file);
    this.found.set(path, known);
    return known;
  }

  /**
   * The files that are one record: first the one that stays, which was agreed, or is called as the record is now where that one is
   * called as the record was; the others are to be removed, or are what is left of a rename.
   */
  filesOf(record: InventoryRecord): readonly string[] {
    this.claims ??= this.claimed();
    return this.claims.get(record) ?? [];
  }

  private claimed(): Map<InventoryRecord, string[]> {
    const claims = new Map<InventoryRecord, string[]>();
    for (const [path, file] of this.sides.files) {
      const { record } = this.recordOf(path, file);
      if (record) addTo(claims, record, path);
    }
    for (const [record, paths] of claims)
      if (paths.length > 1) claims.set(record, this.ranked(record, paths));
    return claims;
  }

  private ranked(record: InventoryRecord, paths: readonly string[]): string[] {
    const { files, base, manager } = this.sides;
    const type = files.get(paths[0] ?? '')!.type;
    const key = manager.keyOf(type, record.id);
    const own = key === undefined ? '' : `/${slugOf(key)}.json`;
    const isCalledSo = (path: string) => key !== undefined && isNamedAfter(path, key);
    const isKept = (path: string) => isCalledSo(path) || this.isNamedByHand(path, { type, record, key });
    const rankOf = (path: string) => [
      // What is left of a rename is called as the record was.
      base?.ids.has(path) === true && isKept(path),
      own !== '' && path.endsWith(own),
      isCalledSo(path),
      key !== undefined && this.referenceOf(path) === printReference({ type, key }),
      base?.ids.has(path) === true,
    ];
    const rank = (path: string) => rankOf(path).reduce((sum, is) => 2 * sum + Number(is), 0);
    return [...paths].sort((one, other) => rank(other) - rank(one));
  }

  /**
   * The fields of a file without its secrets, with numbers in place of references, or the first that leads nowhere.
   * @param agreed what was agreed of it
   */
  resolve(
    file: FileRecord,
    agreed: FileRecord | undefined,
  ): { readonly fields: RecordFields } | { readonly field: string; readonly reference: string } {
    const { type } = file;
    const fields = mapFields(withoutSecrets(file), (field, value) =>
      this.valueOf(type, field, { value, agreed: agreed?.fields[field] }),
    );
    const lost = Object.keys(fields).find(field => referenceIn(type, field, fields[field]));
    return lost === undefined ? { fields } : { field: lost, reference: String(fields[lost]) };
  }

  /** The first number among fields that are to be sent that leads to no record of what was read; lookups are no references. */
  strayOf(
    type: InventoryType,
    fields: RecordFields,
  ): { readonly field: string; readonly reference: string } | undefined {
    const { lists } = this.sides.manager;
    const stray = publishedRoles(type).find(
      ({ field, role }) =>
        isRecordId(fields[field]) && lists.has(role.to) && !this.isThere(role.to, fields[field]),
    );
    return stray && { field: stray.field, reference: String(fields[stray.field]) };
  }

  /** A value of a file with its number in place of a reference; one that leads nowhere stays as it is. */
  valueOf(
    type: InventoryType,
    field: string,
    { value, agreed }: { readonly value: unknown; readonly agreed: unknown },
  ): unknown {
    const reference = referenceIn(type, field, value);
    if (!reference) return value;
    const number = numberIn(reference);
    if (number === undefined) return this.idOf(reference) ?? value;
    // A number that was not agreed with this manager may be that of another one.
    const path = this.agreedPath(reference.type, number) ?? '';
    return value === agreed || this.sides.files.has(path) ? number : value;
  }

  /** A value of what was agreed, by the numbers that were agreed. */
  agreedValueOf(type: InventoryType, field: string, value: unknown): unknown {
    const reference = referenceIn(type, field, value);
    return (reference && this.agreedId(reference)) ?? value;
  }

  /** Whether both sides have changed a field, or nothing was agreed about it. */
  isOpen(
    { type, field, value }: { readonly type: InventoryType; readonly field: string; readonly value: unknown },
    { record, agreed }: { readonly record: InventoryRecord; readonly agreed: FileRecord | undefined },
  ): boolean {
    const was = agreed?.fields[field];
    if (!agreed || !isAgreed(was)) return true;
    const from = valueOrNull(this.agreedValueOf(type, field, was));
    const isChangedThere = !isSameValue(valueOrNull(record[field]), from);
    // One that came into the file since is somebody's own, also where it is empty.
    if (was === undefined) return isChangedThere;
    const here = valueOrNull(this.valueOf(type, field, { value, agreed: was }));
    return isChangedThere && !isSameValue(here, from);
  }

  /** The fields of what was agreed. */
  resolveAgreed(file: FileRecord): RecordFields {
    return mapFields(withoutSecrets(file), (field, value) => this.agreedValueOf(file.type, field, value));
  }

  /** Puts the keys of what is to be created back, for which a number stands. */
  withNewKeys(type: InventoryType, fields: RecordFields): RecordFields {
    return mapFields(fields, (field, value) => {
      const isReference = fieldRole(type, field)?.kind === 'reference';
      return (isReference ? this.newKeys.get(Number(value)) : undefined) ?? value;
    });
  }

  private find(path: string, { type, fields }: FileRecord): FoundRecord {
    const { files, base, manager } = this.sides;
    const reference = this.references.get(path);
    const doubles = reference === undefined ? [] : (this.paths.get(reference) ?? []);
    // A record that another file was pulled from is that one's, whatever it is called.
    const isFree = ({ id }: InventoryRecord) => !files.has(this.agreedPath(type, id) ?? '');
    const own = this.records.get(`${type} ${base?.ids.get(path)}`);
    const isTold = own !== undefined && manager.keyOf(type, own.id) !== undefined;
    const named = isTold ? [] : this.namedLike(type, fields, own);
    const free = named.filter(isFree);
    const record = own ?? (free.length === 1 ? free[0] : this.alsoOf(path, type, named));
    const isTwin = record !== undefined && manager.keyOf(type, record.id) === undefined;
    const twins = isTwin || !record ? (record ? named : free).filter(each => each !== record) : [];
    const goneFrom = record ? undefined : base?.ids.has(path) ? path : this.movedFrom(reference);
    return {
      record,
      agreed: base?.files.get((record && this.agreedPath(type, record.id)) ?? ''),
      others: [...doubles.filter(other => other !== path), ...twins.map(({ id }) => `#${id}`)],
      isGone: goneFrom !== undefined,
      goneFrom,
    };
  }

  /** The record that another file was pulled from and a file is, too, or was once: it has the name that the record has now, or had before. */
  private alsoOf(
    path: string,
    type: InventoryType,
    named: readonly InventoryRecord[],
  ): InventoryRecord | undefined {
    const { files, base } = this.sides;
    // One that was another record is that one's, also where it is gone.
    if (base?.ids.has(path)) return undefined;
    const left = base?.formerly.get(leftoverKey(path, this.referenceOf(path)));
    // The name that it has now may have no file any more, as after a revert.
    if (named.length === 0) return this.records.get(`${type} ${left}`);
    const [record, twin] = named;
    const holder = record && this.agreedPath(type, record.id);
    const file = files.get(holder ?? '');
    if (!record || twin || holder === undefined || !file) return undefined;
    // Where that file is to be renamed, its name is free for a new record.
    const [agreed] = fileReferences(new Map([[holder, base!.files.get(holder)!]])).values();
    const isRenamed = this.references.get(holder) !== agreed;
    return isRenamed && this.namedLike(type, file.fields, undefined)[0] !== record ? undefined : record;
  }

  /** Where what has the key of a file was agreed, which was moved since. */
  private movedFrom(reference: string | undefined): string | undefined {
    const paths = reference === undefined ? [] : (this.agreedPaths.get(reference) ?? []);
    return paths.find(path => !this.sides.files.has(path));
  }

  /** The records that have the key of a file. */
  private namedLike(
    type: InventoryType,
    fields: RecordFields,
    own: InventoryRecord | undefined,
  ): readonly InventoryRecord[] {
    const key = own ? recordKey(type, fields) : this.keyThere(type, fields);
    return key === undefined ? [] : this.sides.manager.byKey(type, key);
  }

  /** The key that a record of a file has on the manager, where what it stands in may have another name than in the files. */
  private keyThere(type: InventoryType, fields: RecordFields): string | undefined {
    if ((this.sides.manager.lists.get(type)?.length ?? 0) === 0) return undefined;
    const meant = mapFields(fields, (field, value) =>
      this.valueOf(type, field, { value, agreed: undefined }),
    );
    return recordKey(type, withReferences(type, meant, this.sides.manager.keyOf));
  }

  private idOf(reference: KeyReference): number | undefined {
    const { files, manager } = this.sides;
    const [path, ...others] = this.paths.get(printReference(reference)) ?? [];
    const file = files.get(path ?? '');
    if (path !== undefined && file && others.length === 0)
      return this.recordOf(path, file).record?.id ?? this.standIn(printReference(reference));
    const [record, ...twins] = manager.byKey(reference.type, reference.key);
    if (record && twins.length === 0) return record.id;
    return this.records.get(`${reference.type} ${this.agreedId(reference)}`)?.id;
  }

  private agreedId(reference: KeyReference): number | undefined {
    const number = numberIn(reference);
    if (number !== undefined) return number;
    const { base } = this.sides;
    const text = printReference(reference);
    const [path = ''] = this.agreedPaths.get(text) ?? [];
    return base?.ids.get(path) ?? base?.formerly.get(text);
  }

  private standIn(reference: string): number {
    const id = this.standIns.get(reference) ?? firstStandIn - this.standIns.size;
    this.standIns.set(reference, id);
    this.newKeys.set(id, reference);
    return id;
  }
}
