/** What is selected in a view, as soon as VS Code knows the nodes that it draws anew; none when that takes too long. */
export type ViewSelection<Node> = () => Promise<readonly Node[]>;

/** What of the selection is followed, and who shows it. */
export interface Following<Node> {
  /** The views that are followed; until one is used the first comes first. */
  readonly views: readonly ViewSelection<Node>[];
  /** What one is at elsewhere, which is shown when it changes, and until a view is used; it takes the place of nothing that is gone. */
  readonly elsewhere?: ViewSelection<Node>;
  readonly show: (node: Node | undefined) => void;
  /** Tells a node from others, also when it was made anew. */
  readonly keyOf: (node: Node) => string;
}

interface Selected<Node> {
  readonly view: ViewSelection<Node>;
  readonly node: Node;
}

/**
 * Has the first of the nodes shown that are selected in the view that was used last; in another one where it has none.
 * VS Code does not tell a selection again that it kept while it drew nodes anew, so one that was missed is looked for
 * whenever a node was drawn. Meanwhile it tells a view that was used, too, as one without a selection.
 */
export class SelectionFollower<Node> {
  private looking: Promise<void> | undefined;
  private isDrawn = false;
  private isMissed = false;
  private lastUsed: ViewSelection<Node> | undefined;
  /** How often a view was used. */
  private uses = 0;
  /** What was selected last in each view, by its key. */
  private readonly known = new Map<ViewSelection<Node>, string>();
  /** The views that were told to have no selection: they were drawn anew, or used meanwhile. */
  private readonly doubtful = new Set<ViewSelection<Node>>();

  constructor(private readonly following: Following<Node>) {}

  /** Shows what VS Code says is selected in a view. */
  async selected(view: ViewSelection<Node>, node: Node | undefined): Promise<void> {
    if (node !== undefined) return this.use({ view, node });
    this.doubtful.add(view);
    await this.look();
  }

  /** Takes notice of what is selected in a view that nobody used. */
  note(view: ViewSelection<Node>, node: Node): void {
    this.known.set(view, this.following.keyOf(node));
  }

  /** Takes notice of a node that was drawn. */
  async drawn(): Promise<void> {
    this.isDrawn = true;
    if (this.isMissed) await this.look();
  }

  /** Shows what is selected. */
  look(): Promise<void> {
    return (this.looking ??= this.lookNow().finally(() => (this.looking = undefined)));
  }

  private async lookNow(): Promise<void> {
    let found: Selected<Node> | undefined;
    let asked: ViewSelection<Node> | undefined;
    let uses: number;
    do {
      this.isDrawn = false;
      asked = this.lastUsed;
      uses = this.uses;
      found = (await this.usedMeanwhile()) ?? (await this.selection(asked));
    } while (uses !== this.uses || this.doubtful.size > 0 || (!found && this.isDrawn));
    if (found && (asked === undefined || this.isNews(found))) return this.use(found);
    this.isMissed = found?.view !== asked || !found;
    this.following.show(found?.node);
  }

  private use({ view, node }: Selected<Node>): void {
    this.lastUsed = view;
    this.uses += 1;
    this.note(view, node);
    this.doubtful.delete(view);
    this.isMissed = false;
    this.following.show(node);
  }

  private isNews({ view, node }: Selected<Node>): boolean {
    return this.known.get(view) !== this.following.keyOf(node);
  }

  /** What was selected in another view while that was drawn anew. */
  private async usedMeanwhile(): Promise<Selected<Node> | undefined> {
    const views = [...this.doubtful];
    this.doubtful.clear();
    for (const view of views) {
      const [node] = await view();
      if (node !== undefined && this.isNews({ view, node })) return { view, node };
    }
    return undefined;
  }

  private async selection(first: ViewSelection<Node> | undefined): Promise<Selected<Node> | undefined> {
    const { views, elsewhere } = this.following;
    const others = views.filter(view => view !== first);
    const last = elsewhere && !first ? [elsewhere] : [];
    for (const view of [...(first ? [first] : []), ...others, ...last]) {
      const [node] = await view();
      if (node !== undefined) return { view, node };
    }
    return undefined;
  }
}
