import type { CampusPlan, DeploymentPlan, OrganizationPlan } from './networkPlan.js';
import { list } from '../random.js';
import { buildingNames, companyNames, districts, offers, regions, trades } from '../places/placeNames.json';

/** How many of each a wide network has, each within the one before. */
export interface PlanSize {
  readonly deployments: number;
  readonly organizations: number;
  readonly markets: number;
  readonly campuses: number;
  readonly buildings: number;
  readonly floors: number;
}

/**
 * A network of any size; its names are put together from lists, so that no two siblings have the same. All regions have
 * the same number of cities.
 */
export function widePlan(size: PlanSize): DeploymentPlan[] {
  return list(size.deployments, deployment => ({
    name: at(offers, deployment),
    organizations: list(size.organizations, index =>
      organizationPlan(deployment * size.organizations + index, size),
    ),
  }));
}

function organizationPlan(number: number, size: PlanSize): OrganizationPlan {
  const round = Math.floor(number / companyNames.length);
  const name = `${at(companyNames, number)} ${at(trades, number + 5 * round)}`;
  const markets = list(size.markets, index => {
    const region = at(regions, number + index);
    return {
      name: region.name,
      campuses: list(size.campuses, campus => campusPlan(region, { number, campus }, size)),
    };
  });
  return number % 4 === 2 ? { name, namespace: 'Research Network', markets } : { name, markets };
}

function campusPlan(
  region: (typeof regions)[number],
  { number, campus }: { readonly number: number; readonly campus: number },
  size: PlanSize,
): CampusPlan {
  const { name: city, code, latitude, longitude } = at(region.cities, campus);
  const district = at(districts, Math.floor(campus / region.cities.length) + number);
  const east = (campus % 16) / 200;
  return {
    name: `${city} ${district}`,
    code: `${code} ${district}`,
    latitude: latitude + (campus % 9) / 300,
    longitude: longitude + east,
    buildings: list(size.buildings, building => at(buildingNames, building + campus)),
    floors: size.floors,
  };
}

const at = <T>(entries: readonly T[], index: number): T => entries[index % entries.length] as T;
