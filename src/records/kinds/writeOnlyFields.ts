import type * as vscode from 'vscode';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { Connections } from '../../connections/connection.js';
import type { Emptying } from '../../changes/records/emptying.js';

/**
 * Fields that were saved in this window and that the manager does not return, such as home networks: without them the
 * next write, which overwrites all properties, would empty them. They are kept in memory only.
 */
export class WriteOnlyFields {
  private readonly given = new Map<string, RecordFields>();
  private readonly emptied = new Map<string, ReadonlySet<string>>();

  of(document: string): RecordFields {
    return this.given.get(document) ?? {};
  }

  /** Notes a body that the manager accepted; a field it left out is empty now. */
  replace(document: string, body: RecordFields): void {
    this.given.set(document, body);
  }

  /** Notes changed fields that the manager accepted, beside those given before. */
  add(document: string, changes: RecordFields): void {
    this.given.set(document, { ...this.of(document), ...changes });
  }

  /** Whether the user has agreed for this document that these fields are emptied. */
  mayEmpty(document: string, fields: readonly string[]): boolean {
    const agreed = this.emptied.get(document);
    return agreed !== undefined && fields.every(field => agreed.has(field));
  }

  agreeToEmpty(document: string, fields: readonly string[]): void {
    this.emptied.set(document, new Set([...(this.emptied.get(document) ?? []), ...fields]));
  }

  /** Forgets what was agreed to: it was for a save that stored nothing, and by the next one somebody may have filled them in. */
  askAgain(document: string): void {
    this.emptied.delete(document);
  }
}

const stateKey = 'keepingManagers';

/**
 * Managers that were seen to keep what a full write leaves out, so that nobody needs to be asked before one. Kept over
 * restarts, for a connection and the address that it has.
 */
export class MergingManagers {
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
