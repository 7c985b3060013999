import { networkPlan, type DeploymentPlan } from './networkPlan.js';
import { widePlan } from './network/widePlan.js';

/** How big the generated network is and how much it says. */
export interface Scale {
  readonly plan: () => readonly DeploymentPlan[];
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
export const scales = {
  small: {
    plan: () => networkPlan,
    accessPointsPerFloor: 13,
    days: 7,
    flowsPerMinute: 285,
    eventsPerMinute: 5,
    minutesBetweenValues: 10,
    minutesBetweenStates: 15,
    clients: 2000,
    monitored: 500,
  },
  medium: {
    plan: () =>
      widePlan({ deployments: 2, organizations: 4, markets: 2, campuses: 5, buildings: 3, floors: 3 }),
    accessPointsPerFloor: 4,
    days: 30,
    flowsPerMinute: 380,
    eventsPerMinute: 12,
    minutesBetweenValues: 30,
    minutesBetweenStates: 60,
    clients: 20_000,
    monitored: 200,
  },
  large: {
    plan: () =>
      widePlan({ deployments: 4, organizations: 8, markets: 4, campuses: 30, buildings: 4, floors: 5 }),
    accessPointsPerFloor: 0.5,
    days: 7,
    flowsPerMinute: 600,
    eventsPerMinute: 12,
    minutesBetweenValues: 60,
    minutesBetweenStates: 360,
    clients: 50_000,
    monitored: 500,
  },
} as const satisfies Readonly<Record<string, Scale>>;

export type ScaleName = keyof typeof scales;

export const scaleNames = Object.keys(scales) as ScaleName[];

/** Whether a text names a scale. */
export const isScaleName = (text: string): text is ScaleName => Object.hasOwn(scales, text);
