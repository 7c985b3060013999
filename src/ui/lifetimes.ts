import type * as vscode from 'vscode';

/** Ends several things as one. */
export function together(...parts: readonly { dispose(): unknown }[]): vscode.Disposable {
  const left = [...parts];
  return { dispose: () => endAll(left.splice(0)) };
}

/** Ends each, whatever becomes of the others. @throws what the first that failed threw */
function endAll(parts: readonly { dispose(): unknown }[]): void {
  const errors: unknown[] = [];
  for (const each of parts) {
    try {
      each.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Something with a lifetime, which ends what it owns with it. */
export abstract class Owner implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];

  dispose(): void {
    endAll(this.owned.splice(0));
  }

  /** @returns the first of what is owned from now on */
  protected own<T extends vscode.Disposable>(first: T, ...others: vscode.Disposable[]): T {
    this.owned.push(first, ...others);
    return first;
  }
}

interface Listening<T> {
  readonly listener: (value: T) => unknown;
}

/** Tells listeners of something, as VS Code's own emitter does, without VS Code. */
export class Emitter<T> implements vscode.Disposable {
  private readonly listening = new Set<Listening<T>>();
  /** What is not told yet: listeners get values in the order in which they were fired, in whatever listener that was. */
  private readonly waiting: (() => void)[] = [];
  private isEnded = false;

  /** Adds a listener, which is told of what is fired from now on, until it is disposed of. */
  readonly event = (listener: (value: T) => unknown): vscode.Disposable => {
    const added = { listener };
    if (!this.isEnded) this.listening.add(added);
    return { dispose: () => this.listening.delete(added) };
  };

  /** Tells all listeners before it returns. One that fails keeps no other from it: VS Code logs what nobody catches. */
  fire(value: T): void {
    for (const each of this.listening) this.waiting.push(() => this.tell(each, value));
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) next();
  }

  dispose(): void {
    this.isEnded = true;
    this.listening.clear();
  }

  private tell(told: Listening<T>, value: T): void {
    if (!this.listening.has(told)) return;
    try {
      told.listener(value);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}
