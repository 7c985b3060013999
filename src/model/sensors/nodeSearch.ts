import {
  accessPointState,
  childGroup,
  recordIp,
  recordMac,
  recordName,
  recordUuid,
  sensorState,
} from 'netsensor-contract/sensors/nodeRecord';
import { remembered } from 'netsensor-contract/text/collections';
import { textOf } from 'netsensor-contract/text/looseValues';
import {
  asksNothing,
  besideName,
  holdsValue,
  isFoundIn,
  isInName,
  keysOf,
  meansField,
  readQuery,
  searchForms,
  type FoundField,
  type SearchQuery,
  type SearchTerm,
} from '../search/searchQuery.js';
import { bestOf, SearchTexts, type Ranked } from '../search/searchTexts.js';
import type { SensorIndex } from './sensorIndex.js';

/** What a search found: the best nodes first, and how many there are in all. */
export interface Found {
  readonly numbers: readonly number[];
  readonly total: number;
}

const slice = 1000;

/** What a search may ask of a node by name; `site` is the way to it, `kind` and `status` are words. None is a secret. */
const numberFields = ['id', 'type', 'domain_type', 'status', 'clients'];
const textFields = ['name', 'uuid', 'ip', 'ip_address', 'mac_address', 'description', 'switch_name'];

/** The keys of a search that mean something of a node. */
export const nodeKeys: ReadonlySet<string> = new Set([
  'kind',
  'state',
  'site',
  ...[...numberFields, ...textFields].flatMap(keysOf),
]);

/**
 * Search over all nodes of a tree by name, uuid, IP, MAC, description, kind and state. Prepare it before the first search.
 */
export class NodeSearch {
  private readonly texts = new SearchTexts();

  constructor(readonly index: SensorIndex) {}

  get isPrepared(): boolean {
    return this.texts.size === this.index.size;
  }

  /** Collects the text of every node, some at a time, so that the caller can let others run in between. */
  *prepare(): Generator<void> {
    while (!this.isPrepared) {
      const from = this.texts.size;
      const length = Math.min(slice, this.index.size - from);
      this.texts.add(Array.from({ length }, (_, at) => searchText(this.index, from + at)));
      yield;
    }
  }

  /** The nodes that hold every word of a query; none for an empty one. */
  matches(typed: string): number[] {
    const { ranks } = this.rank(readQuery(typed, isNodeKey), this.index.size);
    return ranks.flat().sort((one, other) => one - other);
  }

  /** The first nodes that are wanted, those near the top first: a list before anything is typed. */
  first(limit: number, isWanted: (number: number) => boolean): Found {
    const found = this.texts.find([], limit, isWanted);
    return { numbers: bestOf(found, limit), total: found.total };
  }

  /** The best matches first: a whole field, then the start of a name, then anything else of it, then the rest. */
  find(typed: string, limit: number, isWanted?: (number: number) => boolean): Found {
    const found = this.rank(readQuery(typed, isNodeKey), limit, isWanted);
    return { numbers: bestOf(found, limit), total: found.total };
  }

  /** What a node is called. */
  nameAt(number: number): string {
    return this.index.label(number);
  }

  /** What a search finds, by how well; nothing where it asks for nothing. @param limit how many of each rank */
  rank(query: SearchQuery, limit: number, isWanted: (number: number) => boolean = () => true): Ranked {
    if (asksNothing(query)) return { ranks: [], total: 0 };
    const tests = query.terms.map(term => this.test(term));
    if (tests.includes(never)) return { ranks: [], total: 0 };
    const passes = (number: number) => isWanted(number) && tests.every(test => test(number));
    return this.texts.find(
      query.words,
      limit,
      passes,
      query.terms.filter(standsInText).map(({ value }) => value),
    );
  }

  /** Where in a node a search was found, besides its name. */
  fieldHolding(number: number, query: SearchQuery): FoundField | undefined {
    const rest = besideName(query, this.index.label(number));
    if (asksNothing(rest)) return undefined;
    const record = this.index.record(number);
    const fields = textFields.map(field => ({ field, value: textOf(record[field]) ?? '' }));
    return fields.find(({ field, value }) => field !== 'name' && isFoundIn(rest, field, [value]));
  }

  private test(term: SearchTerm): (number: number) => boolean {
    const { key } = term;
    const { index } = this;
    if (key === 'site') return this.isBelow(term);
    if (key === 'kind') {
      const ofPoints = holdsValue(term, pointKinds);
      const ofSensors = remembered((words: string | undefined) => holdsValue(term, words));
      return number => (index.isAccessPoint(number) ? ofPoints : ofSensors(index.kindWords(number)));
    }
    const fields = [...numberFields, ...textFields].filter(field => meansField(key, field));
    const isState = remembered((words: string | undefined) => holdsValue(term, words));
    if (key === 'state') return number => isState(stateText(index, number));
    if (fields.length === 0) return never;
    return number =>
      (key === 'status' && isState(stateText(index, number))) ||
      fields.some(field => holdsValue(term, index.record(number)[field])) ||
      isInName(term, index.label(number));
  }

  /** Whether a node stands below a domain whose name holds a value, or is that domain. */
  private isBelow(term: SearchTerm): (number: number) => boolean {
    const { index } = this;
    const isBelow = new Uint8Array(index.size);
    for (let number = 0; number < index.size; number += 1) {
      const isSite = () => index.group(number) === childGroup.domain && holdsValue(term, index.label(number));
      if (isBelow[index.parent(number)] === 1 || isSite()) isBelow[number] = 1;
    }
    return number => isBelow[number] === 1;
  }
}

const pointKinds = ['access point', 'ap'];

const never = () => false;

/** Whether the value of a term must stand somewhere in the text of a node. */
const standsInText = ({ key, value: [value = ''] }: SearchTerm): boolean =>
  key === 'state' ||
  (key === 'kind' && !pointKinds.includes(value)) ||
  (key === 'status' && !/^\d+$/.test(value)) ||
  (textFields.some(field => meansField(key, field)) && !numberFields.some(field => meansField(key, field)));

const isNodeKey = (word: string): boolean => nodeKeys.has(word);

const kindText = (index: SensorIndex, number: number): string =>
  index.isAccessPoint(number) ? pointKinds[0]! : index.kindWords(number);

const stateText = (index: SensorIndex, number: number): string | undefined =>
  (index.isAccessPoint(number) ? accessPointState : sensorState)(index.record(number));

/** The name comes first. */
function searchText(index: SensorIndex, number: number): string[] {
  const record = index.record(number);
  const fields = [
    recordName(record),
    recordUuid(record),
    recordIp(record),
    recordMac(record),
    textOf(record.description),
    textOf(record.switch_name),
    kindText(index, number),
    stateText(index, number),
  ];
  return fields.flatMap((field, at) => (field || at === 0 ? searchForms(field ?? '') : []));
}
