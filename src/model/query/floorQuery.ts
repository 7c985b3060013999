import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { QueryRow } from './queryResult.js';
import { domainScope } from './domainScope.js';
import { printInterval, type Stretch } from 'netsensor-contract/query/timeRange';

/** What a floor is asked for: who was there, and how well they were heard. */
export interface FloorQuestion {
  /** Of the domain, whose `domain_type` says by which dimension flows name it. */
  readonly uuid: string;
  readonly domainType: number;
  readonly layer: 'clients' | 'signal';
  readonly stretch: Stretch;
  /** `all` for one answer, else one of the granularities of the contract. */
  readonly granularity: string;
}

/**
 * Asks for the flows of each access point: how many clients had one, or the sum of their signal strengths in dBm and how
 * many that is of (field notes §2.1). Flows of a wire have no access point, and are left out.
 */
export function floorQuery({ uuid, domainType, layer, stretch, granularity }: FloorQuestion): object {
  const sum = (name: string, fieldName: string) => ({ type: 'longSum', name, fieldName });
  return {
    queryType: 'groupBy',
    dataSource: 'rb_flow',
    granularity,
    dimensions: ['wireless_station'],
    ...domainScope(uuid, domainType),
    intervals: [printInterval(stretch)],
    aggregations:
      layer === 'clients'
        ? [{ type: 'cardinality', name: 'clients', fieldNames: ['client_mac'] }]
        : [sum('rssi', 'sum_rssi'), sum('events', 'events')],
  };
}

/** Times at which a replay shows something of its own, at most about fifty. */
export function replayGranularity({ start, end }: Stretch): string {
  const steps = { minute: 60_000, fifteen_minute: 900_000, hour: 3_600_000, day: 86_400_000 } as const;
  const fitting = Object.entries(steps).find(([, length]) => (end - start) / length <= mostFrames);
  return fitting?.[0] ?? 'day';
}

const mostFrames = 60;

/** A part of an answer: what each access point had, by what its MAC address is known by. */
export interface FloorFrame {
  /** ISO 8601, as it was sent; null for all of the range. */
  readonly start: string | null;
  readonly values: ReadonlyMap<string, number>;
}

/** The rows of an answer by their time; what nobody measured is left out. */
export function floorFrames(rows: readonly QueryRow[], layer: FloorQuestion['layer']): FloorFrame[] {
  const frames = new Map<string | null, Map<string, number>>();
  for (const { timestamp, values } of rows) {
    const station = values['wireless_station'];
    const value = layer === 'clients' ? Number(values['clients'] ?? 0) : meanSignal(values);
    if (typeof station !== 'string' || station === '' || value === undefined || !Number.isFinite(value))
      continue;
    const frame = frames.get(timestamp) ?? new Map<string, number>();
    frames.set(timestamp, frame.set(macKey(station), value));
  }
  return [...frames].map(([start, values]) => ({ start, values }));
}

/** In dBm, which is below 0 for everything that was heard. */
function meanSignal(values: QueryRow['values']): number | undefined {
  const sum = Number(values['rssi'] ?? 0);
  const count = Number(values['events'] ?? 0);
  return sum < 0 && count > 0 ? sum / count : undefined;
}
