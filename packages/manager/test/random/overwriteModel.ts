/** A domain or sensor as the model knows it; uuids that the manager chooses are learned from its answers. */
export interface ModelNode {
  readonly order: number;
  uuid: string | undefined;
  name: string;
  type: number;
  domainType: number;
  parent: ModelNode | undefined;
}

/** A node of an overwrite body; `uuidOf` names a node that exists. */
export interface BodyNode {
  readonly name: string;
  readonly type?: number | undefined;
  readonly domainType?: number | undefined;
  readonly uuidOf?: ModelNode | undefined;
  readonly children?: readonly BodyNode[] | undefined;
}

interface Listed {
  readonly body: BodyNode;
  readonly above: BodyNode | undefined;
}

const flow = 5;

/** A tree of domains and flow sensors in memory, with the rules of the contract and none of the manager's code. */
export class OverwriteModel {
  private made = 0;
  readonly nodes = new Set<ModelNode>();
  readonly top: ModelNode;

  constructor(top: { uuid: string; name: string }) {
    this.top = this.add(undefined, { name: top.name });
    this.top.uuid = top.uuid;
  }

  add(parent: ModelNode | undefined, given: Pick<BodyNode, 'name' | 'type' | 'domainType'>): ModelNode {
    this.made += 1;
    const { name, type = 1, domainType = 1 } = given;
    const node: ModelNode = { order: this.made, uuid: undefined, name, type, domainType, parent };
    this.nodes.add(node);
    return node;
  }

  childrenOf(node: ModelNode): ModelNode[] {
    return [...this.nodes].filter(({ parent }) => parent === node).sort((a, b) => a.order - b.order);
  }

  isBelow(node: ModelNode, above: ModelNode): boolean {
    return node === above || (node.parent !== undefined && this.isBelow(node.parent, above));
  }

  remove(node: ModelNode): void {
    for (const child of this.childrenOf(node)) this.remove(child);
    this.nodes.delete(node);
  }

  /** Overwrites the tree below the top; answers whether the body is allowed, and changes nothing when it is not. */
  overwrite(children: readonly BodyNode[] | undefined): boolean {
    const listed = inRows({ name: this.top.name, uuidOf: this.top, children });
    const named = listed.flatMap(({ body }) => body.uuidOf ?? []);
    if (new Set(named).size < named.length) return false;
    const matches = this.matched(listed, new Set(named));
    const claimed = new Set(matches.values());
    if (!listed.every(each => this.fits(each, matches, claimed))) return false;
    const old = new Map([...matches].map(([body, match]) => [body, this.childrenOf(match)]));
    const rows = new Map<BodyNode, ModelNode>();
    for (const { body, above } of listed) {
      const parent = above && rows.get(above);
      const match = matches.get(body);
      rows.set(body, match ? this.changed(match, body, parent) : this.add(parent, body));
    }
    for (const [body, before] of old) {
      if (body.children) for (const child of before) if (!claimed.has(child)) this.remove(child);
    }
    return true;
  }

  /** Nothing stands below a flow sensor. */
  private fits({ body, above }: Listed, matches: Map<BodyNode, ModelNode>, claimed: Set<ModelNode>): boolean {
    const typeOf = (each: BodyNode) => each.type ?? matches.get(each)?.type ?? 1;
    if (above && typeOf(above) === flow) return false;
    const match = matches.get(body);
    const stays = match && !body.children && this.childrenOf(match).some(child => !claimed.has(child));
    return !(typeOf(body) === flow && stays);
  }

  private changed(match: ModelNode, body: BodyNode, parent: ModelNode | undefined): ModelNode {
    match.name = body.name;
    match.type = body.type ?? match.type;
    match.domainType = body.domainType ?? match.domainType;
    if (match !== this.top) match.parent = parent;
    return match;
  }

  private matched(listed: readonly Listed[], claimed: Set<ModelNode>): Map<BodyNode, ModelNode> {
    const matches = new Map<BodyNode, ModelNode>();
    for (const { body } of listed) if (body.uuidOf) matches.set(body, body.uuidOf);
    for (const { body, above } of listed) {
      const parent = above && matches.get(above);
      if (body.uuidOf || !parent) continue;
      const isSame = ({ name, type, domainType }: ModelNode) =>
        name === body.name && type === (body.type ?? 1) && domainType === (body.domainType ?? 1);
      const match = this.childrenOf(parent).find(child => !claimed.has(child) && isSame(child));
      if (!match) continue;
      claimed.add(match);
      matches.set(body, match);
    }
    return matches;
  }
}

/** Row by row from the top, as the manager numbers what it creates. */
function inRows(top: BodyNode): Listed[] {
  const listed: Listed[] = [{ body: top, above: undefined }];
  for (const { body } of listed)
    for (const child of body.children ?? []) listed.push({ body: child, above: body });
  return listed;
}
