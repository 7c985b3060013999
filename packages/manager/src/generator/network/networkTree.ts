import { rootUuid } from 'netsensor-contract/sensors/sensors';
import { plainDomain, type StoredSensor } from '../../sensors/sensorStore.js';
import { domainType, sensorType } from '../../sensors/sensorKinds.js';
import {
  networkPlan,
  serviceProviderName,
  type CampusPlan,
  type DeploymentPlan,
  type OrganizationPlan,
} from './networkPlan.js';
import { floorNames } from '../places/placeNames.json';
import { Random } from '../random.js';

/** Builds the sensors of a network, parents before children; the first one is the root. */
export function networkTree(seed: number, plan: readonly DeploymentPlan[] = networkPlan): StoredSensor[] {
  const builder = new TreeBuilder(new Random(seed, 'network'));
  const root = builder.add(null, { name: 'root', uuid: rootUuid, property: '{"path":""}' });
  const provider = builder.add(root, { name: serviceProviderName, domain_type: domainType.serviceProvider });
  for (const deployment of plan) {
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
    for (const floor of floorNames.slice(0, plan.floors ?? 2 - index)) {
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
      ...plainDomain,
      ...given,
      settings: JSON.stringify(given.settings ?? {}),
    };
    this.sensors.push(sensor);
    return sensor;
  }

  nextIp(): string {
    this.addresses += 1;
    return `10.${this.addresses % 256}.${Math.floor(this.addresses / 256)}.1`;
  }
}
