import type { MarkTarget } from '../model/pictures/drawing.js';
import { nodeOf } from '../model/pictures/nodeMarks.js';
import { openTo, topologyOf, usuallyOpen, type Topology } from '../model/pictures/topology.js';
import type { TopologyChange, WantedTopology } from '../model/pictures/topologyMessages.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';

/** What is open of a topology: what one sees at a glance until somebody opens or closes something. */
export class OpenBranches {
  private open: ReadonlySet<string> | undefined;
  private wanted: MarkTarget | undefined;
  private drawn: Topology['branches'] = [];

  constructor(private readonly connectionId: string) {}

  /** The keys of all that is open, to be kept; undefined while nobody has changed it. */
  get kept(): string[] | undefined {
    return this.open && [...this.open];
  }

  begin({ open }: WantedTopology): void {
    if (open) this.open = new Set(open);
  }

  change(change: TopologyChange): void {
    if (change.kind === 'usual') {
      this.open = undefined;
      return;
    }
    if (change.kind === 'view') return;
    const open = new Set(this.open ?? this.drawn.flatMap(({ key, isOpen }) => (isOpen ? [key] : [])));
    if (change.kind === 'more') for (const { key, isOpen } of this.drawn) if (isOpen === false) open.add(key);
    if (change.kind === 'turn' && change.isOpen) open.add(change.key);
    else if (change.kind === 'turn') open.delete(change.key);
    this.open = open;
  }

  show(target: MarkTarget): void {
    this.wanted = target;
  }

  /** A topology as far as it is open. */
  grow(tree: SensorIndex, top: number): Topology {
    const way = this.wayToWanted(tree, top);
    const open = this.open ?? usuallyOpen(tree, top);
    if (way.some(key => !open.has(key))) this.open = new Set([...open, ...way]);
    const topology = topologyOf(tree, top, this.open ?? open);
    this.drawn = topology.branches;
    return topology;
  }

  private wayToWanted(tree: SensorIndex, top: number): readonly string[] {
    const { wanted } = this;
    this.wanted = undefined;
    const number = wanted && 'key' in wanted ? tree.find(nodeOf(this.connectionId, wanted)) : undefined;
    return (number === undefined ? undefined : openTo(tree, top, number)) ?? [];
  }
}
