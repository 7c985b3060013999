import { Emitter, Owner } from '../../ui/lifetimes.js';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { inSlices } from 'netsensor-contract/text/inSlices';

/** What a filter lets through of one tree. */
interface Passing {
  readonly matches: readonly number[];
  /** By number: 1 for matching nodes and for everything above them. */
  readonly isShown: Uint8Array;
}

/** The searches over trees and the filter of the view. */
export class TreeFilter extends Owner {
  private readonly changed = this.own(new Emitter<void>());
  private readonly searches = new WeakMap<SensorIndex, Promise<NodeSearch>>();
  private passing = new WeakMap<SensorIndex, Passing>();
  private current = '';
  /** Fires when the words changed, and when it is known what they let through. */
  readonly onDidChange = this.changed.event;

  /** The words that a node must hold; empty for no filter. */
  get text(): string {
    return this.current;
  }

  /** Takes other words; `prepare` each tree before it is shown. */
  set(text: string): void {
    this.current = text.trim();
    this.passing = new WeakMap();
    this.changed.fire();
  }

  /** The search over a tree; made on first use, without holding the thread. */
  search(index: SensorIndex): Promise<NodeSearch> {
    const known = this.searches.get(index);
    if (known) return known;
    const preparing = prepared(index);
    this.searches.set(index, preparing);
    return preparing;
  }

  /** Works out what the filter lets through of a tree. */
  async prepare(index: SensorIndex): Promise<void> {
    if (!this.current || this.passing.has(index)) return;
    const search = await this.search(index);
    if (!this.current) return;
    const isShown = new Uint8Array(index.size);
    const matches = search.matches(this.current);
    for (const match of matches)
      for (let number = match; number >= 0 && isShown[number] !== 1; number = index.parent(number))
        isShown[number] = 1;
    this.passing.set(index, { matches, isShown });
    this.changed.fire();
  }

  /** The nodes of a tree that match. */
  matches(index: SensorIndex): readonly number[] {
    return this.passing.get(index)?.matches ?? [];
  }

  /** Whether a node is shown; undefined without a filter. */
  shown(index: SensorIndex): ((number: number) => boolean) | undefined {
    const passing = this.passing.get(index);
    return this.current && passing ? number => passing.isShown[number] === 1 : undefined;
  }
}

async function prepared(index: SensorIndex): Promise<NodeSearch> {
  const { NodeSearch } = await import('../../model/sensors/nodeSearch.js');
  const search = new NodeSearch(index);
  await inSlices(search.prepare());
  return search;
}
