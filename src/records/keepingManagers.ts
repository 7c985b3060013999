import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { Emptying } from '../changes/records/emptying.js';

const stateKey = 'keepingManagers';

/**
 * Managers that were seen to keep what a full write leaves out, so that nobody needs to be asked before one. Kept over
 * restarts, for a connection and the address that it has.
 */
export class KeepingManagers {
  constructor(
    private readonly state: vscode.Memento,
    private readonly connections: Connections,
  ) {}

  keeps(connectionId: string): boolean {
    return this.known.includes(this.name(connectionId));
  }

  /** Notes what a manager was seen to do; the last word counts. */
  async note(connectionId: string, seen: Emptying): Promise<void> {
    const name = this.name(connectionId);
    const others = this.known.filter(known => known !== name);
    const known = seen === 'keeps' ? [...others, name] : others;
    if (known.length !== this.known.length) await this.state.update(stateKey, known);
  }

  private get known(): readonly string[] {
    return this.state.get<string[]>(stateKey, []);
  }

  private name(connectionId: string): string {
    return `${connectionId} ${this.connections.get(connectionId)?.address ?? ''}`;
  }
}
