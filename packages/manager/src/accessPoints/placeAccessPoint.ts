import { scalarText } from 'netsensor-contract/text/looseValues';
import { unauthorized, type FieldErrors } from '../http/errors.js';
import { isBlank, type Fields } from '../http/requestFields.js';
import { placeLevels, sensorType } from '../sensors/sensorKinds.js';
import type { Place } from '../sensors/domainsAbove.js';
import { isWithin, type PlacePlan, type Reference } from './placePlan.js';

type Level = Pick<Reference, 'level' | 'domainType'>;

/**
 * Containers from the outside in (contract 001, Override of a domain's access points, rule 3). The order is ours, that
 * of the list rows.
 */
const containers = levelsOf('service_provider', 'deployment', 'organization', 'namespace');

/** Levels of an enrichment from the outside in (field notes §1.2). */
const locations = levelsOf('market', 'campus', 'building', 'floor');

function levelsOf(...levels: (keyof typeof placeLevels)[]): Level[] {
  return levels.map(level => ({ level, domainType: placeLevels[level] }));
}

/** Where an override places an access point, or the key of the element that is to blame and what is wrong with it. */
type Placement =
  | { readonly place: Place; readonly problem?: undefined }
  | { readonly place?: undefined; readonly problem: readonly [key: string, message: string] };

/** The overridden domain, and what the caller may change above it. */
export interface Overridden {
  readonly plan: PlacePlan;
  readonly domain: Place;
  readonly mayManage: (place: Place) => boolean;
}

/**
 * The innermost container that an element names, made where it does not exist; the overridden domain without container
 * keys (contract 001, Override of a domain's access points, rules 3 to 5). A container that holds the place
 * found so far is no other place.
 */
export function placeElement(element: Fields, overridden: Overridden): Placement {
  let place = overridden.domain;
  for (const level of containers) {
    const reference = referenceIn(element, level);
    if (!reference) continue;
    const found = findContainer(reference, place, overridden);
    if (found.problem) return found;
    if (!isWithin(place, found.place)) place = found.place;
  }
  return { place };
}

/** Container keys hold text, or a uuid as a number. */
export function containerErrors(element: Fields): FieldErrors {
  const keys = containers.flatMap(({ level }) => [`${level}_uuid`, `${level}_name`]);
  const wrong = keys.filter(key => typeof element[key] === 'object' || typeof element[key] === 'boolean');
  return Object.fromEntries(wrong.filter(key => element[key] !== null).map(key => [key, ['is invalid']]));
}

function findContainer(reference: Reference, parent: Place, overridden: Overridden): Placement {
  const { plan, domain, mayManage } = overridden;
  const { level, uuid } = reference;
  const known = uuid === undefined ? undefined : plan.byUuid(uuid);
  const key = `${level}_${uuid === undefined ? 'name' : 'uuid'}`;
  if (known) {
    const problem = containerProblem(reference, known, domain);
    return problem === undefined ? { place: known } : { problem: [key, problem] };
  }
  const found = namedNear(reference, parent, plan);
  if (!found) return { place: plan.add(reference, parent) };
  if (uuid === undefined) return { place: found };
  if (!mayManage(found)) throw unauthorized();
  plan.giveUuid(found, uuid);
  return { place: found };
}

function containerProblem(reference: Reference, known: Place, domain: Place): string | undefined {
  const ofKind = known.domain_type === reference.domainType || reference.level === 'namespace';
  if (known.type !== sensorType.domain || !ofKind) return `is not a ${reference.level.replace('_', ' ')}`;
  const related = isWithin(known, domain) || isWithin(domain, known);
  return related ? undefined : 'is outside the domain that is overridden';
}

/** A domain with the name that is at or below a place, else one that holds it; the oldest of several. */
function namedNear(reference: Reference, place: Place, plan: PlacePlan): Place | undefined {
  if (reference.name === undefined) return undefined;
  const named = plan.byName(reference);
  return named.find(each => isWithin(each, place)) ?? named.find(each => isWithin(place, each));
}

/**
 * Makes the markets, campuses, buildings and floors of an enrichment that do not exist, each in the one before it, the
 * first in the container (field notes §1.2). The access point stays where it is.
 * @returns what the enrichment says with the domains that it names by name alone, whose uuids are known when all elements were read: a later one may give another uuid
 */
export function locate(enrichment: Fields, container: Place, overridden: Overridden): () => Fields {
  const { plan, domain, mayManage } = overridden;
  const named = new Map<string, Place>();
  let parent = container;
  for (const level of locations) {
    const reference = referenceIn(enrichment, level);
    if (!reference) continue;
    let place = reference.uuid === undefined ? undefined : plan.byUuid(reference.uuid);
    if (!place) {
      place = namedNear(reference, parent, plan);
      if (place && reference.uuid !== undefined && mayManage(place)) plan.giveUuid(place, reference.uuid);
    }
    place ??= plan.add(reference, parent);
    if (reference.uuid === undefined) named.set(`${level.level}_uuid`, place);
    if (isWithin(place, domain) && place.type === sensorType.domain) parent = place;
  }
  return () => ({
    ...enrichment,
    ...Object.fromEntries([...named].map(([key, place]) => [key, place.uuid])),
  });
}

function referenceIn(fields: Fields, { level, domainType }: Level): Reference | undefined {
  const text = (key: string) => (isBlank(fields[key]) ? undefined : scalarText(fields[key]));
  const uuid = text(`${level}_uuid`);
  const name = text(`${level}_name`);
  return uuid === undefined && name === undefined ? undefined : { level, domainType, uuid, name };
}
