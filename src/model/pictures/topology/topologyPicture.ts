import type { PictureKind } from '../pictureKind.js';
import type { KindTypes, PlacedPicture, ShownPicture } from '../shownPicture.js';
import { drawMatrix, type PlacedFlow } from './matrixDrawing.js';
import type { ShownTopology } from './shownTopology.js';
import { drawTopology, type PlacedBranch } from './topologyDrawing.js';
import type { TopologyMessage, WantedTopology } from './topologyMessages.js';

/** What is below a domain, as a tree, or who talks to whom there. */
export interface TopologyPicture extends ShownPicture {
  readonly topology: ShownTopology;
}

interface PlacedTopology extends PlacedPicture {
  /** The branches of a tree, by their marks. */
  readonly branches?: ReadonlyMap<string, PlacedBranch>;
  /** The flows of a matrix, by their marks. */
  readonly flows?: ReadonlyMap<string, PlacedFlow>;
}

export interface TopologyTypes extends KindTypes {
  readonly picture: TopologyPicture;
  readonly placed: PlacedTopology;
  /** What was opened. */
  readonly state: { readonly topology?: WantedTopology | undefined };
  readonly message: TopologyMessage;
}

/** It is filtered where all of the tree is known, and its table is made there too. */
export const topologyPicture: PictureKind<TopologyTypes> = {
  leadsTo: 'node',
  draw: ({ topology, title }, sheet) =>
    topology.view === 'tree'
      ? { ...drawTopology(topology, title, sheet), isRead: true }
      : drawMatrix(topology, title, sheet),
  // So does a matrix say when it is empty.
  count: ({ topology }) => (topology.view === 'tree' ? topology.branches.length : 1),
  isWhole: ({ topology }) => topology.view !== 'tree',
};
