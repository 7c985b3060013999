/** Collects what a run has started and undoes it in reverse order, once. */
export class Scope {
  private readonly actions: (() => Promise<void> | void)[] = [];
  private closing: Promise<void> | undefined;

  get isClosing(): boolean {
    return this.closing !== undefined;
  }

  /** Registers what undoes the thing just made. */
  defer(action: () => Promise<void> | void): void {
    this.actions.push(action);
  }

  /** Runs a part whose own things are undone when it ends, or when the whole is closed before that. */
  async nest<T>(part: (scope: Scope) => Promise<T>): Promise<T> {
    const inner = new Scope();
    this.defer(() => inner.close());
    try {
      return await part(inner);
    } finally {
      await inner.close();
    }
  }

  /** Undoes everything; a failing step does not keep the others from running. */
  close(): Promise<void> {
    return (this.closing ??= this.undoAll());
  }

  private async undoAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const action of this.actions.reverse()) {
      try {
        await action();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, 'Not everything that was started could be stopped');
  }
}
