/** Numbers of the `type` field; that of vendor sensors is not published (contract 001; field notes §1.0). */
export const sensorType = {
  domain: 1,
  ips: 2,
  ipsGroup: 3,
  ipsBinding: 4,
  flow: 5,
  mse: 8,
  vendor: 9,
} as const;

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

const ipsFamily: readonly number[] = [sensorType.ips, sensorType.ipsGroup, sensorType.ipsBinding];

/** Whether a sensor may stand under another: domains hold everything, an IPS its groups and bindings, others nothing. */
export const canHold = (parentType: number, childType: number): boolean =>
  parentType === sensorType.domain || (ipsFamily.includes(parentType) && ipsFamily.includes(childType));

/** Access points belong to domains and flow sensors (contract 001, Overwrite request, rule 5). */
export const holdsAccessPoints = (type: number): boolean =>
  type === sensorType.domain || type === sensorType.flow;

/**
 * The levels that access points name in their rows and their enrichment, in the published order of rows, with the
 * `domain_type` of each (field notes §1.2).
 */
export const domainLevels = {
  service_provider: domainType.serviceProvider,
  deployment: domainType.deployment,
  organization: domainType.organization,
  market: domainType.market,
  building: domainType.building,
  campus: domainType.campus,
  floor: domainType.floor,
} as const;

/** All levels that access points can be placed in; a namespace is a generic domain, as its own number is not published. */
export const placeLevels = { ...domainLevels, namespace: domainType.generic } as const;
