import type { AccessPointState } from 'netsensor-contract/sensors/nodeRecord';
import type { MapClusters } from './mapClusters.js';
import type { MapDomain, MapPoint } from './mapPoints.js';
import type { MapView } from './mapPlane.js';
import type { Country } from './worldLand.js';

/** A node with a place, and what its picture says. */
export interface ShownMapPoint extends MapPoint {
  readonly texts: { readonly name: string; readonly said: string };
}

/** Nodes on the map of the world and what their picture says, with `{0}` for numbers and names. */
export interface ShownMap {
  readonly points: readonly ShownMapPoint[];
  readonly domains: readonly MapDomain[];
  /** How many there are; more than are shown while they are filtered. */
  readonly total: number;
  readonly texts: {
    readonly summary: string;
    readonly filtered: string;
    /** Of access points without a place; empty where there are none. */
    readonly placeless: string;
    readonly states: Readonly<Record<AccessPointState, string>>;
    readonly kinds: Readonly<Record<'domain' | 'sensor', string>>;
    /** So many nodes in a domain, and how many access points of these are down. */
    readonly several: string;
    readonly severalOfOne: string;
    readonly severalOfMany: string;
    /** What stands beside nodes of a place that are too many to be drawn there. */
    readonly more: string;
    readonly metres: string;
    readonly kilometres: string;
    /** What stands beside the scale where coasts fade, or are gone. */
    readonly coarse: string;
  };
  /** What is looked at; all of it where it is left out. */
  readonly view?: MapView | undefined;
  /** The key of the cluster whose points are spread out, as they are all in one place. */
  readonly spread?: string | undefined;
  /** How much more than the window is drawn at each of its sides, as a part of it: for a page that moves the map. */
  readonly around?: number | undefined;
  /** The clusters of its points, where somebody has reckoned them already. */
  readonly clusters?: MapClusters | undefined;
  /** The countries of the world, likewise. */
  readonly land?: readonly Country[] | undefined;
}
