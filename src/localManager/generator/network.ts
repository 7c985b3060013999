import type { StoredAccessPoint } from '../accessPointStore.js';
import type { StoredSensor } from '../sensorStore.js';

/** The network that generated rows speak about. */
export interface Network {
  readonly sensors: readonly StoredSensor[];
  readonly accessPoints: readonly StoredAccessPoint[];
  readonly seed: number;
}
