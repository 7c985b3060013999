import plan from './networkPlan.json';

/** A site with its place on the map. */
export interface CampusPlan {
  readonly name: string;
  /** Three letters used in the names of devices. */
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly buildings: readonly string[];
  /** Floors of each building; undefined gives the first one two and the others one less each. */
  readonly floors?: number;
}

export interface OrganizationPlan {
  readonly name: string;
  /** A namespace between the organization and its markets: its analytics are kept apart (contract 002). */
  readonly namespace?: string;
  readonly markets: readonly { readonly name: string; readonly campuses: readonly CampusPlan[] }[];
}

export interface DeploymentPlan {
  readonly name: string;
  readonly organizations: readonly OrganizationPlan[];
}

/** The service provider that all generated domains belong to. */
export const serviceProviderName = 'Halden Networks';

/** The generated network: with floors, about 60 domains in seven levels. */
export const networkPlan: readonly DeploymentPlan[] = plan;
