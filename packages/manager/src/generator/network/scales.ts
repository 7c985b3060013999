import sizes from './scales.json';
import type { PlanSize } from './widePlan.js';

/** How big the generated network is and how much it says. */
export interface Scale {
  /** Undefined for the network of the plan that is written down. */
  readonly wide?: PlanSize;
  /** Access points of a floor; half a one is one on every other floor. */
  readonly accessPointsPerFloor: number;
  /** Days of analytics before the present. */
  readonly days: number;
  /** Flows of the busiest minute. */
  readonly flowsPerMinute: number;
  /** Intrusion events of the busiest quiet minute. */
  readonly eventsPerMinute: number;
  /** Minutes between two values of a monitor. */
  readonly minutesBetweenValues: number;
  /** Minutes between two states of an access point. */
  readonly minutesBetweenStates: number;
  /** Devices that cause the traffic. */
  readonly clients: number;
  /** Most devices that are monitored. */
  readonly monitored: number;
}

/** The sizes that `--scale` offers. */
export const scales: Readonly<Record<ScaleName, Scale>> = sizes;

export type ScaleName = keyof typeof sizes;

export const scaleNames = Object.keys(scales) as ScaleName[];

/** Whether a text names a scale. */
export const isScaleName = (text: string): text is ScaleName => Object.hasOwn(scales, text);
