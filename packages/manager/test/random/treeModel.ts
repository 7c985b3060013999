/** A domain or flow sensor of the model. */
export interface ModelNode {
  readonly id: number;
  readonly uuid: string;
  readonly type: number;
  name: string;
  kind: number;
  parent: ModelNode | undefined;
}

export interface ModelPoint {
  name: string;
  mac: string;
  status: number;
  owner: ModelNode;
}

/** An element of an override body; containers are named, never given by uuid. */
export interface ModelElement {
  readonly mac: string;
  readonly name: string;
  readonly deployment?: string | undefined;
  readonly organization?: string | undefined;
}

/** A node of an overwrite body. */
export interface ModelOverwrite {
  readonly name: string;
  readonly kind: number;
  readonly points: readonly { readonly mac: string; readonly name: string }[];
  readonly children: readonly ModelOverwrite[] | undefined;
}

export const domain = 1;
export const flowSensor = 5;
const containerKinds = [
  ['deployment', 7],
  ['organization', 2],
] as const;

/** A domain or sensor that a request made on its way: the manager chose its id and uuid. */
type MadeNode = ModelNode & { readonly isMade: true };

/**
 * A small tree with its access points and the rules of the contract, as plain loops over lists. Methods return whether
 * the manager has to accept the request, and change nothing when it has not.
 */
export class TreeModel {
  nodes: ModelNode[];
  points: ModelPoint[] = [];
  private made = 0;

  constructor(readonly top: ModelNode) {
    this.nodes = [top];
  }

  isWithin(node: ModelNode, other: ModelNode): boolean {
    for (let each: ModelNode | undefined = node; each; each = each.parent) if (each === other) return true;
    return false;
  }

  owns(mac: string): ModelPoint | undefined {
    return this.points.find(point => point.mac.toLowerCase() === mac.toLowerCase());
  }

  addNode(node: ModelNode): void {
    this.nodes.push(node);
  }

  move(node: ModelNode, parent: ModelNode): boolean {
    if (parent.type !== domain || this.isWithin(parent, node)) return false;
    node.parent = parent;
    return true;
  }

  remove(node: ModelNode): void {
    this.points = this.points.filter(point => !this.isWithin(point.owner, node));
    this.nodes = this.nodes.filter(each => !this.isWithin(each, node));
  }

  addPoint(point: ModelPoint): boolean {
    if (point.owner.type !== domain || this.owns(point.mac)) return false;
    this.points.push(point);
    return true;
  }

  changePoint(point: ModelPoint, change: Partial<ModelPoint>): boolean {
    const other = change.mac === undefined ? undefined : this.owns(change.mac);
    if ((other && other !== point) || (change.owner && change.owner.type !== domain)) return false;
    Object.assign(point, change);
    return true;
  }

  removePointsBelow(node: ModelNode): void {
    this.points = this.points.filter(point => !this.isWithin(point.owner, node));
  }

  /** Contract 001, Override of a domain's access points. */
  override(node: ModelNode, elements: readonly ModelElement[]): boolean {
    const kept = this.points.filter(point => !this.isWithin(point.owner, node));
    const macs = [...kept, ...elements].map(({ mac }) => mac.toLowerCase());
    if (node.type !== domain || new Set(macs).size < macs.length) return false;
    this.points = kept;
    for (const element of elements) {
      let owner = node;
      for (const [level, kind] of containerKinds) {
        const name = element[level];
        if (name !== undefined) owner = this.container(owner, { name, kind });
      }
      this.points.push({ name: element.name, mac: element.mac, status: 0, owner });
    }
    return true;
  }

  /** The oldest domain at or below the owner so far; one that holds the owner is no other place. */
  private container(owner: ModelNode, wanted: { name: string; kind: number }): ModelNode {
    const same = this.nodes.filter(
      ({ type, name, kind }) => type === domain && name === wanted.name && kind === wanted.kind,
    );
    const found = same.find(each => this.isWithin(each, owner));
    if (found) return found;
    return same.some(each => this.isWithin(owner, each)) ? owner : this.make(owner, wanted);
  }

  private make(parent: ModelNode, { name, kind }: { name: string; kind: number }): ModelNode {
    this.made += 1;
    const node: MadeNode = { id: 1e9 + this.made, uuid: '', type: domain, name, kind, parent, isMade: true };
    this.nodes.push(node);
    return node;
  }

  /** Contract 001, Overwrite request; a node without children keeps those it has. */
  overwrite(main: ModelNode, body: ModelOverwrite): boolean {
    if (main.type !== domain) return false;
    const listed = pointsOf(body);
    const macs = listed.map(({ mac }) => mac.toLowerCase());
    if (new Set(macs).size < macs.length) return false;
    if (macs.some(mac => this.isOutside(mac, main))) return false;
    Object.assign(main, { name: body.name, kind: body.kind });
    const removed: ModelNode[] = [];
    const owners = new Map<string, ModelNode>();
    const write = (node: ModelNode, { points, children }: ModelOverwrite) => {
      for (const { mac } of points) owners.set(mac, node);
      if (!children) return;
      const free = this.nodes.filter(({ parent }) => parent === node);
      for (const child of children) write(this.childFor(node, child, free), child);
      removed.push(...free);
    };
    write(main, body);
    for (const { mac, name } of listed) {
      const owner = owners.get(mac) ?? main;
      const point = this.owns(mac);
      if (point) Object.assign(point, { name, mac, owner });
      else this.points.push({ name, mac, status: 0, owner });
    }
    for (const node of removed) this.remove(node);
    return true;
  }

  private isOutside(mac: string, main: ModelNode): boolean {
    const point = this.owns(mac);
    return point !== undefined && !this.isWithin(point.owner, main);
  }

  /** Takes a child that matches out of the free ones, the oldest first, or makes it. */
  private childFor(node: ModelNode, wanted: ModelOverwrite, free: ModelNode[]): ModelNode {
    const index = free.findIndex(
      ({ type, name, kind }) => type === domain && name === wanted.name && kind === wanted.kind,
    );
    return index < 0 ? this.make(node, wanted) : (free.splice(index, 1)[0] as ModelNode);
  }

  /** The tree as nested names, in an order that does not depend on ids. */
  shape(node: ModelNode = this.top): object {
    const points = this.points.filter(({ owner }) => owner === node);
    return shapeOf({
      name: node.name,
      type: node.type,
      kind: node.kind,
      points: points.map(({ name, mac, status }) => ({ name, mac, status })),
      children: this.nodes.filter(({ parent }) => parent === node).map(child => this.shape(child)),
    });
  }
}

const pointsOf = (node: ModelOverwrite): ModelOverwrite['points'] => [
  ...node.points,
  ...(node.children ?? []).flatMap(pointsOf),
];

/** A node of a shape with its lists in a fixed order. */
export function shapeOf(node: { points: object[]; children: object[] } & Record<string, unknown>): object {
  const sorted = (list: object[]) =>
    list
      .map(each => JSON.stringify(each))
      .sort()
      .map(text => JSON.parse(text) as unknown);
  return { ...node, points: sorted(node.points), children: sorted(node.children) };
}
