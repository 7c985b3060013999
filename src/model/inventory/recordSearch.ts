import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { readOnlyFields, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { fieldRole } from 'netsensor-contract/inventory/references';
import { folded } from 'netsensor-contract/text/folded';
import { integerOf } from 'netsensor-contract/text/looseValues';
import {
  asksNothing,
  besideName,
  holdsValue,
  isFoundIn,
  isInName,
  keysOf,
  meansField,
  searchForms,
  type FoundField,
  type SearchQuery,
  type SearchTerm,
} from '../search/searchQuery.js';
import { SearchTexts, type Ranked } from '../search/searchTexts.js';
import type { RecordList } from './recordList.js';

/** What people read of a record in the place of its numbers. */
export interface SaidOfRecord {
  readonly title: string;
  readonly detail: string;
}

/** The names of records of other types, as far as they are known. */
type NameOf = (type: InventoryType, id: number) => string | undefined;

const slice = 1000;

/** Search over a list of records by every field, and by the names of what they refer to. Prepare it before the first search. */
export class RecordSearch {
  private readonly texts = new SearchTexts();
  private readonly fields = new Set<string>();
  private keysOfFields: { readonly of: number; readonly keys: ReadonlySet<string> } | undefined;

  /** @param nameOf as long as the search is used: a list that was read later takes another search */
  constructor(
    readonly list: RecordList,
    private readonly nameOf: NameOf,
    private readonly saidOf: (record: InventoryRecord) => SaidOfRecord,
  ) {
    for (const field of Object.keys(inventoryType(list.type).fields)) this.fields.add(field);
  }

  get isPrepared(): boolean {
    return this.texts.size === this.list.size;
  }

  /** The keys of a search that mean something of these records; all are known once it is prepared. */
  get keys(): ReadonlySet<string> {
    if (this.keysOfFields?.of !== this.fields.size)
      this.keysOfFields = {
        of: this.fields.size,
        keys: new Set(['kind', 'site', 'id', ...[...this.fields].flatMap(keysOf)]),
      };
    return this.keysOfFields.keys;
  }

  /** The types whose names stand in these records. */
  get refersTo(): InventoryType[] {
    const types = [...this.fields].map(field => fieldRole(this.list.type, field));
    return [...new Set(types.flatMap(role => (role?.kind === 'reference' ? role.to : [])))];
  }

  /** Collects the text of every record, some at a time, so that the caller can let others run in between. */
  *prepare(): Generator<void> {
    while (!this.isPrepared) {
      const from = this.texts.size;
      this.texts.add(this.list.records.slice(from, from + slice).map(record => this.searchText(record)));
      yield;
    }
  }

  /** What the record at a place in the list is called. */
  nameAt(at: number): string {
    return this.saidOf(this.list.records[at]!).title;
  }

  /** The places in the list of what holds all of a search, by how well; nothing where it asks for nothing. @param limit of each rank */
  rank(query: SearchQuery, limit: number, isWanted: (at: number) => boolean = always): Ranked {
    const tests = query.terms.map(term => this.test(term));
    if (asksNothing(query) || tests.includes(never)) return { ranks: [], total: 0 };
    const { records } = this.list;
    const also = query.terms.filter(term => this.standsInText(term)).map(({ value }) => value);
    const passes = (at: number) => isWanted(at) && tests.every(test => test(records[at]!));
    return this.texts.find(query.words, limit, passes, also);
  }

  /** Where in a record a search was found, besides its title. */
  fieldHolding(record: InventoryRecord, query: SearchQuery): FoundField | undefined {
    const { title } = this.saidOf(record);
    const rest = besideName(query, title);
    if (asksNothing(rest)) return undefined;
    const found = shownFields(record).find(
      ([field, value]) => value !== title && isFoundIn(rest, field, this.read(field, value)),
    );
    return (
      found && {
        field: found[0],
        value: this.read(...found)
          .map(textIn)
          .join(' '),
      }
    );
  }

  private test(term: SearchTerm): (record: InventoryRecord) => boolean {
    const { key, value } = term;
    const { type } = this.list;
    if (key === 'kind') return isOfKind(type, value) ? always : never;
    if (key === 'site')
      return record => {
        const { title } = this.saidOf(record);
        return holdsValue(term, [
          title,
          ...shownFields(record).flatMap(([field, id]) => this.names(field, id)),
        ]);
      };
    const isMeant = (field: string) => meansField(key, field);
    if (key !== 'id' && ![...this.fields].some(isMeant)) return never;
    return record =>
      Object.entries(record).some(
        ([field, held]) => isMeant(field) && holdsValue(term, this.read(field, held)),
      ) || isInName(term, this.saidOf(record).title);
  }

  /** Whether the value of a term must stand somewhere in the text of a record: it means no name of another one. */
  private standsInText({ key, value: [value = ''] }: SearchTerm): boolean {
    const isNamed = (field: string) => fieldRole(this.list.type, field) !== undefined;
    const meant = [...this.fields].filter(field => meansField(key, field));
    return meant.length > 0 && key !== 'id' && !/^(?:true|false)$/.test(value) && !meant.some(isNamed);
  }

  /** A value with what it stands for. */
  private read(field: string, value: unknown): unknown[] {
    return [value, ...this.names(field, value)];
  }

  private names(field: string, value: unknown): string[] {
    const role = fieldRole(this.list.type, field);
    const id = integerOf(value);
    if (!role || id === undefined) return [];
    const name =
      role.kind === 'reference' ? this.nameOf(role.to, id) : role.kind === 'lookup' && role.likely[id - 1];
    return name ? [name] : [];
  }

  private searchText(record: InventoryRecord): string[] {
    const { title, detail } = this.saidOf(record);
    const fields = shownFields(record);
    for (const [field] of fields) this.fields.add(field);
    const values = fields.flatMap(([, value]) => searchForms(textIn(value)));
    return [folded(title), ...values.filter(Boolean), folded(detail)];
  }
}

const always = () => true;
const never = () => false;

/** Whether a word means a type: `rack` racks alone, `wireless` all whose names hold it. */
function isOfKind(type: InventoryType, forms: readonly string[]): boolean {
  const named = (isNamed: (name: string, form: string) => boolean) =>
    inventoryTypeNames.filter(each => forms.some(form => kindNames(each).some(name => isNamed(name, form))));
  const exact = named((name, form) => name === form);
  return (exact.length > 0 ? exact : named((name, form) => name.includes(form))).includes(type);
}

function kindNames(type: InventoryType): string[] {
  const { key, singular, plural } = inventoryType(type);
  return [key, type, folded(singular), folded(plural)];
}

const shownFields = (record: InventoryRecord): [string, unknown][] =>
  Object.entries(record).filter(([field]) => !readOnlyFields.includes(field));

function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
