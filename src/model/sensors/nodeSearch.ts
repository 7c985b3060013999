import {
  accessPointState,
  recordIp,
  recordMac,
  recordName,
  recordUuid,
  sensorState,
} from 'netsensor-contract/sensors/nodeRecord';
import { folded } from 'netsensor-contract/text/folded';
import { readMac, recordMacKey } from 'netsensor-contract/sensors/macAddress';
import type { SensorIndex } from './sensorIndex.js';

/** What a search found: the best nodes first, and how many there are in all. */
export interface Found {
  readonly numbers: readonly number[];
  readonly total: number;
}

const longestName = 1000;
const slice = 1000;

/** Search over all nodes of a tree by name, uuid, IP, MAC, kind and state. Prepare it before the first search. */
export class NodeSearch {
  private readonly texts: string[] = [];

  constructor(readonly index: SensorIndex) {}

  get isPrepared(): boolean {
    return this.texts.length === this.index.size;
  }

  /** Collects the text of every node, some at a time, so that the caller can let others run in between. */
  *prepare(): Generator<void> {
    while (!this.isPrepared) {
      const end = Math.min(this.texts.length + slice, this.index.size);
      for (let number = this.texts.length; number < end; number += 1)
        this.texts.push(searchText(this.index, number));
      yield;
    }
  }

  /** The nodes that hold every word of a query; none for an empty one. */
  matches(query: string): number[] {
    const words = queryWords(query);
    const found: number[] = [];
    if (words.length === 0) return found;
    for (let number = 0; number < this.texts.length; number += 1)
      if (this.holdsAll(number, words)) found.push(number);
    return found;
  }

  /** The first nodes that are wanted, those near the top first: a list before anything is typed. */
  first(limit: number, isWanted: (number: number) => boolean): Found {
    const wanted = this.texts.map((_, number) => number).filter(isWanted);
    return { numbers: wanted.slice(0, limit), total: wanted.length };
  }

  /** The best matches first: a whole field, then the start of a name, then anything else. */
  find(query: string, limit: number, isWanted: (number: number) => boolean = () => true): Found {
    const words = queryWords(query);
    const matches = this.matches(query).filter(isWanted);
    const [first = ''] = words.length === 1 ? words[0]! : [folded(query.trim())];
    const ranked: [number[], number[], number[]] = [[], [], []];
    for (const number of matches) {
      const text = this.texts[number] ?? '';
      const rank = text.includes(`\n${first}\n`) ? 0 : text.startsWith(`\n${first}`) ? 1 : 2;
      const row = ranked[rank];
      if (row && row.length < limit) row.push(number);
    }
    return { numbers: ranked.flat().slice(0, limit), total: matches.length };
  }

  private holdsAll(number: number, words: readonly (readonly string[])[]): boolean {
    const text = this.texts[number] ?? '';
    return words.every(forms => forms.some(form => text.includes(form)));
  }
}

/** Each word in the forms in which it may occur: a MAC address, and a part of one, also without its separators. */
function queryWords(query: string): string[][] {
  const mac = readMac(query);
  if (mac !== undefined) return [[mac, digitsOf(mac)]];
  const words = folded(query).split(/\s+/).filter(Boolean);
  return words.map(word => {
    const read = readMac(word);
    if (read !== undefined) return [word, digitsOf(read)];
    return macPart.test(word) ? [word, digitsOf(word)] : [word];
  });
}

const macPart =
  /^(?:[\da-f]{2}[:-])+[\da-f]{0,2}$|^(?:[\da-f]{4}[.:-])+[\da-f]{0,4}$|^[\da-f]{6}[:-][\da-f]{0,6}$/;

const digitsOf = (mac: string): string => mac.replace(/[^\da-f]/g, '');

/** Fields between line ends, which no word of a query holds; the name comes first. */
function searchText(index: SensorIndex, number: number): string {
  const record = index.record(number);
  const isPoint = index.isAccessPoint(number);
  const mac = recordMacKey(record);
  const fields = [
    recordName(record).slice(0, longestName),
    recordUuid(record),
    recordIp(record),
    recordMac(record),
    mac,
    mac && digitsOf(mac),
    isPoint ? 'access point' : index.kindWords(number),
    isPoint ? accessPointState(record) : sensorState(record),
  ];
  // Each field is folded by itself: most are plain already, and are not copied then.
  return ['', ...new Set(fields.flatMap(field => (field ? folded(field) : []))), ''].join('\n');
}
