import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import type { MarkTarget } from '../drawing.js';
import type { WantedTopology } from './topologyMessages.js';

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
  /** Whether it is one of those that were looked for. */
  readonly isFound?: boolean;
  /** Undefined while nobody knows it. */
  readonly bytes: number | undefined;
  readonly opens: MarkTarget | undefined;
  readonly texts: {
    readonly name: string;
    readonly detail: string;
    /** How many are down, as a number and in words. */
    readonly down: string;
    readonly downSaid: string;
    /** Empty where no traffic was seen. */
    readonly traffic: string;
    readonly said: string;
  };
}

/** A topology as a tree, and what its picture says. */
export interface ShownTree {
  readonly view: 'tree';
  readonly branches: readonly ShownBranch[];
  readonly kept: WantedTopology;
  /** A round number of bytes for the scale of widths; undefined where no traffic was seen. */
  readonly scale: { readonly bytes: number; readonly label: string } | undefined;
  readonly texts: {
    readonly summary: string;
    /** How many access points are down; empty without access points. */
    readonly state: string;
    /** How many nodes were found; empty where nothing is looked for. */
    readonly found: string;
    /** Which of them is looked at, as `{0}` of `{1}`. */
    readonly nth: string;
    readonly notes: readonly string[];
  };
}

/** A site of a matrix: a row or a column. */
export interface ShownSite {
  /** Tells it from the others, also after the tree was read again. */
  readonly key: string;
  readonly opens: MarkTarget | undefined;
  readonly texts: {
    readonly name: string;
    readonly said: string;
    /** Bytes with addresses outside, and all of them; only of rows. */
    readonly outside: string;
    readonly total: string;
  };
}

/** The flows from one site to another. */
export interface ShownFlow {
  /** Where its row and its column stand in their lists. */
  readonly row: number;
  readonly column: number;
  readonly bytes: number;
  /** Whether both are one site. */
  readonly isOwn: boolean;
  readonly texts: { readonly bytes: string; readonly said: string };
}

/** Who talks to whom, and what the picture of it says. */
export interface ShownMatrix {
  readonly view: 'flows';
  readonly kept: WantedTopology;
  /** The kinds of sites that can be chosen, by their `domain_type`, and which one is shown. */
  readonly levels: readonly { readonly level: number; readonly label: string }[];
  readonly level: number | undefined;
  readonly rows: readonly ShownSite[];
  readonly columns: readonly ShownSite[];
  readonly flows: readonly ShownFlow[];
  /** From the palest to the darkest: from how many bytes on a cell has it, and what is written beside it; none without flows. */
  readonly shades: readonly { readonly least: number; readonly label: string }[];
  readonly texts: {
    readonly summary: string;
    readonly rows: string;
    readonly columns: string;
    readonly outside: string;
    readonly total: string;
    /** Why there is nothing to be seen; empty otherwise. */
    readonly empty: string;
    readonly notes: readonly string[];
  };
}

/** What a picture of a topology shows. */
export type ShownTopology = ShownTree | ShownMatrix;
