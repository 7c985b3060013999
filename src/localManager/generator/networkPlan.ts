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

const campus = (
  name: string,
  code: string,
  [latitude, longitude]: readonly [number, number],
  buildings: readonly string[],
): CampusPlan => ({ name, code, latitude, longitude, buildings });

/** The service provider that all generated domains belong to. */
export const serviceProviderName = 'Halden Networks';

/** The uuid that every manager gives to its top domain (field notes §1.0). */
export const rootUuid = '2584761509592299795';

/** The generated network: with floors, about 60 domains in seven levels. */
export const networkPlan: readonly DeploymentPlan[] = [
  {
    name: 'Guest Wi-Fi',
    organizations: [
      {
        name: 'Aldena Hotels',
        markets: [
          {
            name: 'Iberia',
            campuses: [
              campus('Seville', 'SVQ', [37.3891, -5.9845], ['Garden House', 'River Tower']),
              campus('Lisbon', 'LIS', [38.7223, -9.1393], ['Harbour House', 'Hill House']),
            ],
          },
          {
            name: 'Alps',
            campuses: [campus('Innsbruck', 'INN', [47.2692, 11.4041], ['Chalet', 'Spa'])],
          },
        ],
      },
      {
        name: 'Brightmoor Retail',
        markets: [
          {
            name: 'North Sea',
            campuses: [
              campus('Hamburg', 'HAM', [53.5511, 9.9937], ['Arcade', 'Warehouse']),
              campus('Rotterdam', 'RTM', [51.9244, 4.4777], ['Market Hall', 'Depot']),
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'Campus Network',
    organizations: [
      {
        name: 'Corvia University',
        namespace: 'Research Network',
        markets: [
          {
            name: 'Rhine',
            campuses: [
              campus('Cologne', 'CGN', [50.9375, 6.9603], ['Library', 'Physics']),
              campus('Basel', 'BSL', [47.5596, 7.5886], ['Chemistry', 'Students Hall']),
            ],
          },
          {
            name: 'Bavaria',
            campuses: [campus('Munich', 'MUC', [48.1351, 11.582], ['Main Building', 'Computing Center'])],
          },
        ],
      },
    ],
  },
];
