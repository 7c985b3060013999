import type { AccessPointState } from '../sensors/nodeRecord.js';
import type { MarkTarget } from './drawing.js';

/** A box of a topology and what its picture says. */
export interface ShownBranch {
  readonly key: string;
  /** Where its parent stands in the list; -1 for the top. */
  readonly parent: number;
  readonly depth: number;
  readonly kind: 'domain' | 'sensor' | 'accessPoint' | 'fold';
  /** Of an access point. */
  readonly state: AccessPointState | undefined;
  /** Access points below it, or in it, that are down. */
  readonly down: number;
  /** Undefined for one with nothing below it. */
  readonly isOpen: boolean | undefined;
  /** Undefined while nobody knows it. */
  readonly bytes: number | undefined;
  readonly opens: MarkTarget | undefined;
  readonly texts: {
    readonly name: string;
    readonly detail: string;
    /** How many are down, as a number. */
    readonly down: string;
    /** Empty where no traffic was seen. */
    readonly traffic: string;
    readonly said: string;
  };
}

/** A topology and what its picture says. */
export interface ShownTopology {
  readonly view: 'tree';
  readonly branches: readonly ShownBranch[];
  /** The keys of all that is open, also of what is below something closed; undefined until somebody changes it. */
  readonly open: readonly string[] | undefined;
  /** A round number of bytes for the scale of widths; undefined where no traffic was seen. */
  readonly scale: { readonly bytes: number; readonly label: string } | undefined;
  readonly texts: {
    readonly summary: string;
    /** How many access points are down; empty without access points. */
    readonly state: string;
    readonly notes: readonly string[];
  };
}

/** A topology with those branches alone that are wanted, and what they hang on. */
export function filteredTopology(
  topology: ShownTopology,
  isWanted: (branch: ShownBranch, index: number) => boolean,
): ShownTopology {
  const { branches } = topology;
  const kept = new Set<number>();
  for (const [index, branch] of branches.entries())
    if (isWanted(branch, index))
      for (let above = index; above >= 0 && !kept.has(above); above = branches[above]?.parent ?? -1)
        kept.add(above);
  const places = new Map([...kept].sort((a, b) => a - b).map((index, place) => [index, place]));
  return {
    ...topology,
    branches: branches.flatMap((branch, index) =>
      kept.has(index) ? [{ ...branch, parent: places.get(branch.parent) ?? -1 }] : [],
    ),
  };
}
