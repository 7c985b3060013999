import type * as vscode from 'vscode';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import type { Connections } from '../../connections/connection.js';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { ReadCache } from '../readCache.js';

/** The sensor trees by connection: each is read whole. */
export type SensorTrees = ReadCache<SensorIndex>;

/** No tree is read before it is asked for; one that is read for the first time is shown while it arrives. */
export function sensorTrees(
  connections: Connections,
  vendors: VendorSensors,
  arriving: ArrivingTrees,
): SensorTrees {
  const trees: SensorTrees = new ReadCache(async (connectionId, signal) => {
    const { indexInSlices } = await import('../../model/sensors/sensorIndex.js');
    const isVendor = (uuid: string) => vendors.has(connectionId, uuid);
    let latest: RawRecord | undefined;
    let showing = Promise.resolve();
    const show = (top: RawRecord) => {
      latest = top;
      showing = showing.then(async () => {
        const part = latest === top ? await indexInSlices(top, isVendor) : undefined;
        if (part && latest === top) arriving.set(connectionId, part);
      });
    };
    try {
      const client = await connections.client(connectionId);
      const isFirst = trees.get(connectionId) === undefined;
      const top = await client.sensors.rawTree(undefined, signal, isFirst ? show : undefined);
      return await indexInSlices(top, isVendor);
    } finally {
      latest = undefined;
      arriving.set(connectionId, undefined);
    }
  });
  return trees;
}

/** What there is so far of trees that are read for the first time. */
export class ArrivingTrees extends Owner {
  private readonly parts = new Map<string, SensorIndex | undefined>();
  private readonly changed = this.own(new Emitter<string>());
  /** Fires with the connection of which more has arrived, or all. */
  readonly onDidChange = this.changed.event;

  get(connectionId: string): SensorIndex | undefined {
    return this.parts.get(connectionId);
  }

  set(connectionId: string, part: SensorIndex | undefined): void {
    const isKnown = this.parts.delete(connectionId);
    if (part) this.parts.set(connectionId, part);
    if (part || isKnown) this.changed.fire(connectionId);
  }

  /**
   * The first part that arrives; undefined when all is there before, or reading fails.
   * @param patience milliseconds after which nothing of it is late: it fires once there is more, or reading fails
   */
  async first(
    connectionId: string,
    reading: Promise<unknown>,
    patience: number,
  ): Promise<SensorIndex | 'late' | undefined> {
    let listener: vscode.Disposable | undefined;
    let timer: NodeJS.Timeout | undefined;
    const part = new Promise<SensorIndex | undefined>(resolve => {
      listener = this.onDidChange(id => id === connectionId && resolve(this.get(id)));
    });
    const nothing = () => undefined;
    const late = new Promise<'late'>(resolve => (timer = setTimeout(resolve, patience, 'late')));
    try {
      const first = await Promise.race([part, reading.then(nothing, nothing), late]);
      if (first === 'late') this.parts.set(connectionId, undefined);
      return first;
    } finally {
      clearTimeout(timer);
      listener?.dispose();
    }
  }
}

const stateKey = 'vendorSensors';
const mostRemembered = 10_000;

/** Sensors that were made or are edited as vendor sensors, which their records do not tell (contract 001, Gaps). */
export class VendorSensors {
  private readonly known: Set<string>;

  constructor(private readonly state: vscode.Memento) {
    this.known = new Set(state.get<string[]>(stateKey, []));
  }

  has(connectionId: string, uuid: string): boolean {
    return this.known.has(`${connectionId} ${uuid}`);
  }

  async add(connectionId: string, uuid: string): Promise<void> {
    this.known.add(`${connectionId} ${uuid}`);
    await this.keep();
  }

  /** Forgets those of a connection that was deleted. */
  async forget(connectionId: string): Promise<void> {
    for (const key of this.known) if (key.startsWith(`${connectionId} `)) this.known.delete(key);
    await this.keep();
  }

  private async keep(): Promise<void> {
    await this.state.update(stateKey, [...this.known].slice(-mostRemembered));
  }
}
