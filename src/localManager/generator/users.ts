import { newApiKey, type StoredUser } from '../users/userStore.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { domainType } from '../sensors/sensorKinds.js';
import given from './users.json';

type Person = Pick<StoredUser, 'login' | 'name' | 'rights'> & Partial<Pick<StoredUser, 'admin' | 'enabled'>>;

/** People of the whole network, then those of each organization in turn. */
const operators = given.operators as readonly Person[];
const organizationPeople = given.organizations as readonly (readonly Person[])[];

/**
 * The users of a network: a super administrator, operators of the whole tree, and people whose top domain is an
 * organization. Only their keys are random.
 * @param sensors parents before children; the first one is the root
 */
export function users(sensors: readonly StoredSensor[]): StoredUser[] {
  const organizations = sensors.filter(sensor => sensor.domain_type === domainType.organization);
  const groups = [
    { people: operators, top: sensors[0]?.id ?? 1 },
    ...organizations.map(({ id }, index) => ({ people: organizationPeople[index] ?? [], top: id })),
  ];
  const placed = groups.flatMap(({ people, top }) => people.map(person => ({ person, top })));
  return placed.map(({ person, top }, index) => ({
    id: index + 1,
    email: `${person.login}@example.com`,
    admin: false,
    enabled: true,
    authentication_token: newApiKey(),
    sensor_id: top,
    ...person,
  }));
}
