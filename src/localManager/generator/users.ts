import { newApiKey } from '../users/userStore.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import type { StoredUser } from '../users/userStore.js';
import { domainType } from '../sensors/sensorKinds.js';
import given from './users.json';

type Person = Pick<StoredUser, 'login' | 'name' | 'rights'> & { readonly enabled?: boolean };

/** People of the whole network, then those of each organization in turn. */
const operators = given.operators as readonly Person[];
const organizationPeople = given.organizations as readonly (readonly Person[])[];

/**
 * The users of a network: a super administrator, operators of the whole tree, and people whose top domain is an
 * organization. Only their keys are random.
 * @param sensors parents before children; the first one is the root
 */
export function users(sensors: readonly StoredSensor[]): StoredUser[] {
  const root = sensors[0]?.id ?? 1;
  const organizations = sensors.filter(sensor => sensor.domain_type === domainType.organization);
  const people = [
    ...operators.map(person => ({ person, top: root })),
    ...organizationPeople.flatMap((list, index) => {
      const top = organizations[index]?.id;
      return top === undefined ? [] : list.map(person => ({ person, top }));
    }),
  ];
  const administrator: Person = { login: 'admin', name: 'Administrator', rights: 'manage' };
  return [{ person: administrator, top: root }, ...people].map(({ person, top }, index) => ({
    id: index + 1,
    email: `${person.login}@example.com`,
    admin: person === administrator,
    enabled: true,
    authentication_token: newApiKey(),
    sensor_id: top,
    ...person,
  }));
}
