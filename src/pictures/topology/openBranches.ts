import type { MarkTarget } from '../../model/pictures/drawing.js';
import type { FoundNodes } from '../../model/pictures/topology/foundNodes.js';
import { nodeOf } from '../../model/pictures/nodeMarks.js';
import {
  boxKey,
  openTo,
  topologyOf,
  usuallyOpen,
  type Topology,
} from '../../model/pictures/topology/topology.js';
import type { TopologyChange, WantedTopology } from '../../model/pictures/topology/topologyMessages.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';

/**
 * What is open of a topology: what one sees at a glance until somebody opens or closes something. While something is looked
 * for, all ways to it are open at first; what was open before stays as it was meanwhile.
 */
export class OpenBranches {
  private open: ReadonlySet<string> | undefined;
  /** What is open of what was found. */
  private openFound: ReadonlySet<string> | undefined;
  private filter = '';
  private wanted: MarkTarget | undefined;
  private drawn: Topology['branches'] = [];

  constructor(private readonly connectionId: string) {}

  /** The keys of all that is open without a filter, to be kept; undefined while nobody has changed it. */
  get kept(): string[] | undefined {
    return this.open && [...this.open];
  }

  /** The words that are looked for; empty for none. */
  get words(): string {
    return this.filter;
  }

  begin({ open, filter = '' }: WantedTopology): void {
    if (open) this.open = new Set(open);
    this.lookFor(filter);
  }

  change(change: TopologyChange): void {
    switch (change.kind) {
      case 'view':
        return;
      case 'filter':
        return this.lookFor(change.words);
      case 'usual':
        this.open = undefined;
        return this.lookFor('');
      case 'more':
      case 'turn':
        return this.opened(this.turned(change));
    }
  }

  /** A node is to be seen, whatever is looked for. */
  show(target: MarkTarget): void {
    this.wanted = target;
    this.lookFor('');
  }

  /** A topology as far as it is open. @param found what alone is shown of it */
  grow(tree: SensorIndex, top: number, found?: FoundNodes): Topology {
    const way = this.wayToWanted(tree, top);
    const open = found ? (this.openFound ?? openWays(tree, found)) : (this.open ?? usuallyOpen(tree, top));
    const wanted = way.every(key => open.has(key)) ? open : new Set([...open, ...way]);
    if (wanted !== open) this.open = wanted;
    const topology = topologyOf(tree, top, wanted, found?.ways);
    this.drawn = topology.branches;
    return topology;
  }

  private lookFor(words: string): void {
    if (words.trim() === this.filter) return;
    this.filter = words.trim();
    this.openFound = undefined;
  }

  private opened(open: ReadonlySet<string>): void {
    if (this.filter) this.openFound = open;
    else this.open = open;
  }

  /** What is open of what is drawn after a change. */
  private turned(change: TopologyChange & { kind: 'more' | 'turn' }): Set<string> {
    const known = this.filter ? this.openFound : this.open;
    const open = new Set(known ?? this.drawn.flatMap(({ key, isOpen }) => (isOpen ? [key] : [])));
    if (change.kind === 'more') for (const { key, isOpen } of this.drawn) if (isOpen === false) open.add(key);
    if (change.kind === 'turn' && change.isOpen) open.add(change.key);
    else if (change.kind === 'turn') open.delete(change.key);
    return open;
  }

  private wayToWanted(tree: SensorIndex, top: number): readonly string[] {
    const { wanted } = this;
    this.wanted = undefined;
    const number = wanted && 'key' in wanted ? tree.find(nodeOf(this.connectionId, wanted)) : undefined;
    return (number === undefined ? undefined : openTo(tree, top, number)) ?? [];
  }
}

const openWays = (tree: SensorIndex, { ways }: FoundNodes): Set<string> =>
  new Set([...ways.keys()].map(number => boxKey(tree, number)));
