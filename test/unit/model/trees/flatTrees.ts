import type { FlatNode, FlatPoint, FlatTree } from '../../../../src/model/trees/flatTree.js';

/** A node of a tree for tests: its id is its uuid unless it is new, and its name unless another is given. */
export type GivenNode = Partial<Omit<FlatNode, 'id'>> & { readonly id: string };

/** A node; without `parent` it hangs on `top`. */
export const node = ({ id, ...given }: GivenNode): FlatNode => ({
  id,
  uuid: id.startsWith('new ') ? undefined : id,
  name: id,
  type: 1,
  domain_type: 1,
  parent: id === 'top' ? undefined : 'top',
  ...given,
});

/** An access point at a node. */
export const point = (mac: string, owner: string, fields: FlatPoint['fields'] = {}): FlatPoint => ({
  mac,
  owner,
  fields,
});

/** A tree whose top is `top`. */
export const treeOf = (nodes: readonly GivenNode[], points: readonly FlatPoint[] = []): FlatTree => ({
  top: 'top',
  nodes: new Map([{ id: 'top' }, ...nodes].map(given => [given.id, node(given)])),
  points: new Map(points.map(given => [given.mac.toLowerCase(), given])),
});

/** What `treeChanges` says of two trees that are the same. */
const none = { created: [], updated: [], moved: [], deleted: [] };
export const noChanges = { nodes: none, points: none };
