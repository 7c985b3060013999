import type { StoredSensor } from '../sensorStore.js';
import {
  networkPlan,
  rootUuid,
  serviceProviderName,
  type CampusPlan,
  type OrganizationPlan,
} from './networkPlan.js';
import { Random } from './random.js';

/** Numbers of the `domain_type` field (contract 001). */
export const domainType = {
  generic: 1,
  organization: 2,
  market: 3,
  campus: 4,
  building: 5,
  serviceProvider: 6,
  deployment: 7,
  floor: 101,
} as const;

/** Numbers of the `type` field; that of vendor sensors is not published (contract 001; field notes §1.0). */
export const sensorType = { domain: 1, ips: 2, flow: 5, mse: 8, vendor: 9 } as const;

const floorNames = ['Ground floor', 'First floor'];

/** Builds the sensors of a network, parents before children; the first one is the root. */
export function networkTree(seed: number): StoredSensor[] {
  const builder = new TreeBuilder(new Random(seed, 'network'));
  const root = builder.add(null, { name: 'root', uuid: rootUuid, property: '{"path":""}' });
  const provider = builder.add(root, { name: serviceProviderName, domain_type: domainType.serviceProvider });
  for (const deployment of networkPlan) {
    const parent = builder.add(provider, { name: deployment.name, domain_type: domainType.deployment });
    for (const organization of deployment.organizations) addOrganization(builder, parent, organization);
  }
  builder.add(root, {
    name: 'Cloud Wi-Fi',
    type: sensorType.vendor,
    ip: 'cloud.example.net',
    settings: { vendor_validator: 'halden', secret: builder.random.hex(40) },
  });
  return builder.sensors;
}

function addOrganization(builder: TreeBuilder, parent: StoredSensor, plan: OrganizationPlan): void {
  const organization = builder.add(parent, { name: plan.name, domain_type: domainType.organization });
  const top = plan.namespace ? builder.add(organization, { name: plan.namespace }) : organization;
  for (const market of plan.markets) {
    const place = builder.add(top, { name: market.name, domain_type: domainType.market });
    for (const campus of market.campuses) addCampus(builder, place, campus);
  }
  builder.add(organization, {
    name: `ips-${builder.random.hex(8)}`,
    type: sensorType.ips,
    ip: builder.nextIp(),
  });
  builder.add(organization, {
    name: `Location engine ${plan.name}`,
    type: sensorType.mse,
    ip: '0.0.0.0',
    settings: { stream: `${plan.name.split(' ')[0]}Stream`, mse_version: '8' },
  });
}

function addCampus(builder: TreeBuilder, market: StoredSensor, plan: CampusPlan): void {
  const { latitude, longitude } = plan;
  const campus = builder.add(market, {
    name: plan.name,
    domain_type: domainType.campus,
    latitude,
    longitude,
  });
  plan.buildings.forEach((name, index) => {
    const building = builder.add(campus, { name, domain_type: domainType.building });
    for (const floor of floorNames.slice(0, floorNames.length - index)) {
      builder.add(building, { name: `${name} ${floor.toLowerCase()}`, domain_type: domainType.floor });
    }
  });
  builder.add(campus, {
    name: `Router ${plan.code}`,
    type: sensorType.flow,
    ip: builder.nextIp(),
    settings: { snmp_community: 'public', snmp_version: '2c', spanport: 0, nmsp: 0 },
  });
}

/** Collects sensors with ids in the order they are added and uuids of 19 digits. */
class TreeBuilder {
  readonly sensors: StoredSensor[] = [];
  private addresses = 0;

  constructor(readonly random: Random) {}

  add(
    parent: StoredSensor | null,
    given: Partial<Omit<StoredSensor, 'settings'>> & { name: string; settings?: object },
  ): StoredSensor {
    const sensor: StoredSensor = {
      id: this.sensors.length + 1,
      uuid: this.random.digits(19),
      parent_id: parent?.id ?? null,
      ip: null,
      type: sensorType.domain,
      domain_type: domainType.generic,
      latitude: null,
      longitude: null,
      property: '{}',
      ...given,
      settings: JSON.stringify(given.settings ?? {}),
    };
    this.sensors.push(sensor);
    return sensor;
  }

  nextIp(): string {
    this.addresses += 1;
    return `10.${this.addresses}.0.1`;
  }
}
