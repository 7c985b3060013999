/** What of the selection is followed, and who shows it. */
export interface Following<Node> {
  /** What is selected, as soon as VS Code knows the nodes that it draws anew; none when that takes too long. */
  readonly selection: () => Promise<readonly Node[]>;
  readonly show: (node: Node | undefined) => void;
}

/**
 * Has the first of the selected nodes shown. VS Code does not tell a selection again that it kept while it drew nodes
 * anew, so one that was missed is looked for whenever a node was drawn.
 */
export class SelectionFollower<Node> {
  private looking: Promise<void> | undefined;
  private isDrawn = false;
  private isMissed = false;

  constructor(private readonly following: Following<Node>) {}

  /** Shows what VS Code says is selected. */
  async selected(node: Node | undefined): Promise<void> {
    if (node === undefined) return this.look();
    this.isMissed = false;
    this.following.show(node);
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
    let node: Node | undefined;
    do {
      this.isDrawn = false;
      [node] = await this.following.selection();
    } while (node === undefined && this.isDrawn);
    this.isMissed = node === undefined;
    this.following.show(node);
  }
}
