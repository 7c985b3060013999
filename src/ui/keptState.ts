import type * as vscode from 'vscode';

/** How often a value is written at most until VS Code has it. */
const mostWrites = 5;

/**
 * The state that VS Code keeps for all windows, in which what is written is there at once and stays. VS Code tells a window of all that
 * is kept after each write, and forgets by that, silently, what was written right before it tells.
 */
export class KeptState implements vscode.Memento {
  /** What is being written, by its key. */
  private readonly pending = new Map<string, { readonly value: unknown }>();

  constructor(private readonly state: vscode.Memento) {}

  keys(): readonly string[] {
    return [...new Set([...this.state.keys(), ...this.pending.keys()])].filter(
      key => this.get(key) !== undefined,
    );
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, fallback: T): T;
  get<T>(key: string, fallback?: T): T | undefined {
    const writing = this.pending.get(key);
    if (!writing) return this.state.get(key, fallback);
    return writing.value === undefined ? fallback : (writing.value as T);
  }

  /** Ends when VS Code has the value, or a later one of the key. @throws what VS Code throws */
  async update(key: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    const writing = { value: text === undefined ? undefined : (JSON.parse(text) as unknown) };
    this.pending.set(key, writing);
    const isLast = () => this.pending.get(key) === writing;
    try {
      for (let writes = 0; writes < mostWrites && isLast(); writes++) {
        await this.state.update(key, value);
        if (JSON.stringify(this.state.get(key)) === text) return;
      }
    } finally {
      if (isLast()) this.pending.delete(key);
    }
  }
}
