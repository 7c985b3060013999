import { folded } from 'netsensor-contract/text/folded';
import { inSlices } from 'netsensor-contract/text/inSlices';
import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { isApiError } from '../../api/apiError.js';
import type { Connection } from '../../connections/connection.js';
import type { RecordList } from '../../model/inventory/recordList.js';
import { RecordSearch } from '../../model/inventory/recordSearch.js';
import {
  asksNothing,
  holdsValue,
  readQuery,
  type FoundField,
  type SearchQuery,
} from '../../model/search/searchQuery.js';
import type { Ranked } from '../../model/search/searchTexts.js';
import { nodeKeys, type NodeSearch } from '../../model/sensors/nodeSearch.js';
import { quoted, type Inert } from '../../words/inert.js';
import { SignedOutError } from '../../words/sentenceErrors.js';
import { namesIn, recordDetail, recordTitle } from '../../words/recordDetail.js';
import type { TreeNode } from '../explorerNode.js';
import type { ExplorerParts } from '../explorerTree.js';
import { treeNode } from '../sensors/sensorNodes.js';

/** What is searched of a connection: its sensor tree, and each type of its inventory. */
export type SearchedPart = 'sensors' | InventoryType;

/** How far a connection was read. */
export interface ReadConnection {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly unread: ReadonlySet<SearchedPart>;
  readonly failures: ReadonlyMap<SearchedPart, unknown>;
  /** Why nothing more can be read of it. */
  readonly failure?: unknown;
}

type Reading = { -readonly [Key in keyof ReadConnection]: ReadConnection[Key] } & {
  readonly unread: Set<SearchedPart>;
  readonly failures: Map<SearchedPart, unknown>;
};

/** An inventory record that was found. */
export interface FoundRecord {
  readonly kind: 'record';
  readonly connectionId: string;
  readonly type: InventoryType;
  readonly record: InventoryRecord;
}

/** What was found, and in which field where that is not its name. */
export interface FoundThing {
  readonly thing: TreeNode | FoundRecord;
  readonly where: FoundField | undefined;
}

type Parts = Pick<ExplorerParts, 'connections' | 'trees' | 'filter' | 'lists'>;

/** The sensor tree first: it is what takes longest. */
const allParts: readonly SearchedPart[] = ['sensors', ...inventoryTypeNames];
const readsAtOnce = 2;
const mostOfType = 100;
/** Why a manager that does not answer one question answers no other. */
const unanswered = ['unreachable', 'timeout', 'tls', 'unauthorized'] as const;

/** What is ready to be searched, with the lists of names that stand in it. */
const records = new WeakMap<RecordList, { search: RecordSearch; names: readonly unknown[] }>();

/** Terms of a search that choose connections. */
const managerKeys = new Set(['manager', 'connection']);

/** The nodes and records of some connections: reads what is not read yet, and searches what is. */
export class Everything {
  private readonly readings: readonly Reading[];
  private readonly nodes = new Map<string, NodeSearch>();
  private preparing = Promise.resolve();
  private isEnded = false;

  constructor(
    private readonly parts: Parts,
    ids: readonly string[],
  ) {
    this.readings = ids.map(id => ({
      connection: parts.connections.get(id) ?? { id, name: id },
      unread: new Set(allParts),
      failures: new Map(),
    }));
  }

  /** How far each connection was read. */
  get connections(): readonly ReadConnection[] {
    return this.readings;
  }

  /** Whether all was read, or could not be. */
  get isRead(): boolean {
    return this.connections.every(({ unread }) => unread.size === 0);
  }

  /** What a connection is called where there are several; empty where there is one. */
  nameAmongOthers(id: string): Inert | '' {
    const name = this.connections.find(({ connection }) => connection.id === id)?.connection.name;
    return this.connections.length > 1 ? quoted(name ?? id) : '';
  }

  /** Domains, sensors, access points and records that are searched. */
  get size(): number {
    const nodes = [...this.nodes.values()].reduce((sum, { index }) => sum + index.size, 0);
    return this.searches().reduce((sum, { search }) => sum + search.list.size, nodes);
  }

  /** Reads what is not read yet, few at a time of each connection. @param tell of each part that is read or failed */
  async read(tell: () => void): Promise<void> {
    await Promise.all(this.readings.map(each => this.readConnection(each, tell)));
  }

  /** Reads nothing more than what is on its way. */
  end(): void {
    this.isEnded = true;
  }

  /** Makes what was read ready to be searched, as it is now, without holding the thread. */
  prepare(): Promise<void> {
    const prepared = this.preparing.then(async () => {
      for (const { connection } of this.connections) await this.prepareConnection(connection.id);
    });
    // Whoever asked hears of a failure; who asks later has it tried again.
    this.preparing = prepared.catch(() => undefined);
    return prepared;
  }

  /** Whether a search asks for anything: a key without a value does not, nor does the choice of a connection. */
  asksFor(typed: string): boolean {
    const { words, terms } = this.query(typed);
    return !asksNothing({ words, terms: terms.filter(({ key }) => !managerKeys.has(key)) });
  }

  /** The best matches over all connections, records before nodes that match as well, and how many there are. */
  find(typed: string, limit: number): { readonly things: readonly FoundThing[]; readonly total: number } {
    const query = this.query(typed);
    const chosen = query.terms.filter(({ key }) => managerKeys.has(key));
    const rest = { ...query, terms: query.terms.filter(term => !chosen.includes(term)) };
    const isChosen = (id: string) =>
      chosen.every(term => holdsValue(term, [id, this.parts.connections.get(id)?.name]));
    const found = this.ranked(query, (id, search) =>
      isChosen(id) ? search.rank(rest, limit) : { ranks: [], total: 0 },
    );
    return {
      things: bestThings(found, limit),
      total: found.reduce((sum, { ranked }) => sum + ranked.total, 0),
    };
  }

  /**
   * The first things whose names hold some words as they are typed but for their case, whole names first: what VS Code
   * keeps of symbols.
   */
  named(typed: string, limit: number): FoundThing[] {
    const words = typed
      .toLowerCase()
      .split(/\s+/)
      .filter(word => folded(word) !== '');
    const query = { words: words.map(word => [folded(word)]), terms: [] };
    const isNamed = (name: string) => words.every(word => name.toLowerCase().includes(word));
    const found = this.ranked(query, (_, search) =>
      search.rank(query, limit, at => isNamed(search.nameAt(at))),
    );
    return bestThings(found, limit);
  }

  private ranked(query: SearchQuery, rank: (id: string, search: RecordSearch | NodeSearch) => Ranked) {
    return [
      ...this.searches().map(each => ({
        ranked: rank(each.connectionId, each.search),
        thingAt: (at: number) => foundRecord(each, at, query),
      })),
      ...[...this.nodes].map(([connectionId, search]) => ({
        ranked: rank(connectionId, search),
        thingAt: (number: number) => foundNode(connectionId, search, { number, query }),
      })),
    ];
  }

  /** The records that were read and hold a text in one of their fields, whatever its case and accents; a hundred of each type. */
  recordsHolding(typed: string): FoundRecord[] {
    const words = [[folded(typed.trim())]];
    if (typed.trim() === '') return [];
    return this.searches().flatMap(({ connectionId, search }) => {
      const { type, records: all } = search.list;
      const found = search.rank({ words, terms: [] }, mostOfType).ranks.flat();
      return found.map(at => ({ kind: 'record', connectionId, type, record: all[at]! }) as const);
    });
  }

  private query(typed: string): SearchQuery {
    const searches = this.searches();
    const isKey = (word: string) => managerKeys.has(word) || nodeKeys.has(word);
    return readQuery(typed, word => isKey(word) || searches.some(({ search }) => search.keys.has(word)));
  }

  private searches(): { connectionId: string; search: RecordSearch }[] {
    return this.connections.flatMap(({ connection: { id: connectionId } }) =>
      inventoryTypeNames.flatMap(type => {
        const list = this.parts.lists.get(connectionId, type);
        const search = list && records.get(list)?.search;
        return search?.isPrepared ? [{ connectionId, search }] : [];
      }),
    );
  }

  private async readConnection(reading: Reading, tell: () => void): Promise<void> {
    const { connection, unread, failures } = reading;
    const waiting = allParts.values();
    const lane = async () => {
      for (const part of waiting) {
        if (this.isEnded) return;
        try {
          await this.readPart(connection.id, part);
          await this.prepare();
        } catch (error) {
          if (error instanceof SignedOutError || isApiError(error, ...unanswered)) reading.failure = error;
          else failures.set(part, error);
        }
        if (reading.failure) unread.clear();
        unread.delete(part);
        tell();
        if (reading.failure) return;
      }
    };
    await Promise.all(Array.from({ length: readsAtOnce }, lane));
  }

  private async readPart(id: string, part: SearchedPart): Promise<unknown> {
    return part === 'sensors' ? this.parts.trees.read(id) : this.parts.lists.read(id, part);
  }

  private async prepareConnection(id: string): Promise<void> {
    const index = this.parts.trees.get(id);
    if (index && this.nodes.get(id)?.index !== index)
      this.nodes.set(id, await this.parts.filter.search(index));
    for (const type of inventoryTypeNames) {
      const list = this.parts.lists.get(id, type);
      if (list) await this.prepareList(id, list);
    }
  }

  /** A list is made ready again when one was read whose names stand in it. */
  private async prepareList(id: string, list: RecordList): Promise<void> {
    const known = records.get(list);
    const namesNow = (search: RecordSearch) => search.refersTo.map(type => this.parts.lists.get(id, type));
    if (known && namesNow(known.search).every((names, at) => names === known.names[at])) return;
    const nameOf = namesIn(this.parts.lists, id);
    const search = new RecordSearch(list, nameOf, record => ({
      title: recordTitle(list.type, record, nameOf),
      detail: recordDetail(list.type, record, nameOf),
    }));
    await inSlices(search.prepare());
    records.set(list, { search, names: namesNow(search) });
  }
}

function foundRecord(
  { connectionId, search }: { connectionId: string; search: RecordSearch },
  at: number,
  query: SearchQuery,
): FoundThing {
  const { type, records } = search.list;
  const record = records[at]!;
  return { thing: { kind: 'record', connectionId, type, record }, where: search.fieldHolding(record, query) };
}

const foundNode = (
  connectionId: string,
  search: NodeSearch,
  { number, query }: { number: number; query: SearchQuery },
): FoundThing => ({
  thing: treeNode({ connectionId, index: search.index }, number),
  where: search.fieldHolding(number, query),
});

function bestThings(
  found: readonly { readonly ranked: Ranked; readonly thingAt: (at: number) => FoundThing }[],
  limit: number,
): FoundThing[] {
  const things: FoundThing[] = [];
  const ranks = Math.max(0, ...found.map(({ ranked }) => ranked.ranks.length));
  for (let rank = 0; rank < ranks; rank += 1)
    for (const { ranked, thingAt } of found)
      for (const at of ranked.ranks[rank] ?? []) {
        if (things.length === limit) return things;
        things.push(thingAt(at));
      }
  return things;
}
