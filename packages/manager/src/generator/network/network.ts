import type { StoredAccessPoint } from '../../sensors/accessPointTable.js';
import type { StoredSensor } from '../../sensors/sensorStore.js';
import type { Scale } from './scales.js';

/** Domains and sensors, parents before children, and their access points. */
export interface NetworkTree {
  readonly sensors: readonly StoredSensor[];
  readonly accessPoints: readonly StoredAccessPoint[];
}

/** The network that generated rows speak about. */
export interface Network extends NetworkTree {
  readonly seed: number;
  readonly scale: Scale;
}
