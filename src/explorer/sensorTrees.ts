import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { SensorIndex } from '../model/sensorIndex.js';

/** The sensor trees of the connections: each is read whole, once, and kept until it is forgotten. */
export class SensorTrees implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<string>();
  private readonly reads = new Map<string, Promise<SensorIndex>>();
  private readonly indexes = new Map<string, SensorIndex>();
  /** Fires with the connection whose tree was read or forgotten. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly connections: Connections) {}

  /** The tree, if it was read. */
  get(connectionId: string): SensorIndex | undefined {
    return this.indexes.get(connectionId);
  }

  /** Whether the tree was read or is being read. */
  isKnown(connectionId: string): boolean {
    return this.reads.has(connectionId);
  }

  /** The connections whose trees were read. */
  get connectionIds(): readonly string[] {
    return [...this.indexes.keys()];
  }

  /** The tree; a read under way is shared, one that failed is not kept. */
  read(connectionId: string): Promise<SensorIndex> {
    const known = this.reads.get(connectionId);
    if (known) return known;
    const reading = this.fetch(connectionId).then(
      index => {
        if (this.reads.get(connectionId) === reading) this.keep(connectionId, index);
        return index;
      },
      (error: unknown) => {
        if (this.reads.get(connectionId) === reading) this.forget(connectionId);
        throw error;
      },
    );
    this.reads.set(connectionId, reading);
    return reading;
  }

  /** Resolves when no read is under way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.reads.values());
  }

  /**
   * Reads again without giving up the tree that is there; a failure leaves it as it is.
   * @returns whether the new tree took its place: not when somebody else read or forgot it meanwhile
   */
  async update(connectionId: string): Promise<boolean> {
    const before = this.reads.get(connectionId);
    const index = await this.fetch(connectionId);
    if (this.reads.get(connectionId) !== before) return false;
    this.reads.set(connectionId, Promise.resolve(index));
    this.keep(connectionId, index);
    return true;
  }

  /** Lets go of the tree of a connection, of all without one; a read under way counts no longer. */
  forget(connectionId?: string): void {
    for (const id of connectionId === undefined ? [...this.reads.keys()] : [connectionId]) {
      this.reads.delete(id);
      if (this.indexes.delete(id)) this.changed.fire(id);
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  private keep(connectionId: string, index: SensorIndex): void {
    this.indexes.set(connectionId, index);
    this.changed.fire(connectionId);
  }

  private async fetch(connectionId: string): Promise<SensorIndex> {
    const client = await this.connections.client(connectionId);
    return new SensorIndex(await client.sensors.rawTree());
  }
}
