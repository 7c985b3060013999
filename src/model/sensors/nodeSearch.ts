import {
  accessPointState,
  kindWords,
  recordIp,
  recordMac,
  recordName,
  recordUuid,
  sensorState,
} from './nodeRecord.js';
import type { SensorIndex } from './sensorIndex.js';

/** What a search found: the best nodes first, and how many there are in all. */
export interface Found {
  readonly numbers: readonly number[];
  readonly total: number;
}

const longestName = 1000;
const slice = 1000;
const longestSlice = 8;

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
    const [first = ''] = words.length === 1 ? words[0]! : [query.trim().toLowerCase()];
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

/** Each word in the forms in which it may occur: a part of a MAC address also without its separators. */
function queryWords(query: string): string[][] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map(word => {
    const isMacPart = /^([\da-f]{2}[:-])+[\da-f]{0,2}$|^([\da-f]{4}\.)+[\da-f]{0,4}$/.test(word);
    return isMacPart ? [word, word.replace(/[:.-]/g, '')] : [word];
  });
}

/** Fields between line ends, which no word of a query holds; the name comes first. */
function searchText(index: SensorIndex, number: number): string {
  const record = index.record(number);
  const isPoint = index.isAccessPoint(number);
  const mac = recordMac(record);
  const fields = [
    recordName(record).slice(0, longestName),
    recordUuid(record),
    recordIp(record),
    mac,
    mac?.replace(/[^\da-f]/gi, ''),
    isPoint ? 'access point' : kindWords(record),
    isPoint ? accessPointState(record) : sensorState(record),
  ];
  // Each field is put in lower case by itself: most are so already, and are not copied then.
  return ['', ...fields.flatMap(field => (field ? field.toLowerCase() : [])), ''].join('\n');
}

/** Runs a long computation to its end, at most 8 ms at a time, so that the editor stays quick in between. */
export async function inSlices(steps: Iterator<void>): Promise<void> {
  let started = performance.now();
  while (!steps.next().done) {
    if (performance.now() - started < longestSlice) continue;
    await new Promise(resolve => setImmediate(resolve));
    started = performance.now();
  }
}
