import { domainDimensions } from 'netsensor-contract/query/dataSources';
import type { SiteBytes } from '../../query/siteFlowQuery.js';
import { recordDomainType } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../sensors/sensorIndex.js';
import { sortedByName } from '../../text/nameOrder.js';

/** Sites that a picture of flows has at most, on either side. */
const mostSites = 24;

/** Kinds of domains as people think of sites, the likeliest first: campus, building, floor, market, organization… */
const siteLevels = [4, 5, 101, 3, 2, 7, 6] as const;

/** Where the other end of flows is: a site by its number, another site that is not shown, an address that no site had. */
export type FlowEnd = number | 'others' | 'unknown';

/** Who talks to whom, in bytes. */
export interface SiteFlows {
  /** Where flows were seen: nodes of the tree, those with the most traffic first. */
  readonly rows: readonly SiteRow[];
  /** Where their other ends are: the rows in their order, then other sites, those that receive the most first. */
  readonly columns: readonly FlowEnd[];
  /** Sites that are left out since others have more traffic, and their bytes. */
  readonly omitted: { readonly count: number; readonly bytes: number };
  /** Of flows that name no site of the tree. */
  readonly unplaced: number;
}

export interface SiteRow {
  readonly site: number;
  /** Undefined where the manager did not say it. */
  readonly total: number | undefined;
  /** To and from addresses outside; undefined likewise. */
  readonly outside: number | undefined;
  readonly ends: ReadonlyMap<FlowEnd, number>;
}

/** The kinds of sites at and below a domain that have another one of their kind anywhere, the likeliest first. */
export function levelsOf(
  tree: SensorIndex,
  top: number,
): { readonly level: number; readonly count: number }[] {
  const counter = (from: number) => {
    const types = tree.domainsFrom(from).map(number => recordDomainType(tree.record(number)) ?? 1);
    return (level: number) => types.filter(type => type === level).length;
  };
  const all = counter(0);
  const below = counter(top);
  return siteLevels
    .map(level => ({ level, count: below(level) }))
    .filter(({ level, count }) => count > 0 && all(level) > 1 && level in domainDimensions);
}

/** The level that is shown until somebody chooses another one: the first with something to compare. */
export const usualLevel = (levels: ReturnType<typeof levelsOf>): number | undefined =>
  (levels.find(({ count }) => count > 1) ?? levels[0])?.level;

/** The answers that tell who talks to whom; undefined for one that did not come. */
export interface SiteAnswers {
  /** Whose address is whose. */
  readonly owners: readonly SiteBytes[] | undefined;
  /** Where flows were seen, and the addresses at their other ends. */
  readonly ends: readonly SiteBytes[] | undefined;
  /** All flows of a site. */
  readonly totals: readonly SiteBytes[] | undefined;
}

/** Who talks to whom. An address belongs to the site where it was seen inside with the most bytes. */
export function siteFlows(tree: SensorIndex, { owners, ends, totals }: SiteAnswers): SiteFlows {
  const siteOf = siteFinder(tree);
  const home = homesOf(owners ?? []);
  const sums = new Map<number, Map<FlowEnd, number>>();
  const received = new Map<FlowEnd, number>();
  for (const { site, address, bytes } of ends ?? []) {
    const from = siteOf(site);
    if (from === undefined) continue;
    const to = siteOf(home.get(address ?? '')) ?? 'unknown';
    const row = sums.get(from) ?? new Map<FlowEnd, number>();
    sums.set(from, row.set(to, (row.get(to) ?? 0) + bytes));
    received.set(to, (received.get(to) ?? 0) + bytes);
  }
  const rows = totals
    ? totals.flatMap(({ site, bytes: total }): SiteRow[] => {
        const from = siteOf(site);
        if (from === undefined) return [];
        const own = sums.get(from) ?? new Map<FlowEnd, number>();
        return [{ site: from, total, outside: ends && Math.max(total - sumOf(own), 0), ends: own }];
      })
    : [...sums].map(([site, own]) => ({ site, total: undefined, outside: undefined, ends: own }));
  const stray = (totals ?? []).filter(({ site }) => siteOf(site) === undefined);
  return {
    ...readable(tree, rows, received),
    unplaced: stray.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const sumOf = (ends: ReadonlyMap<FlowEnd, number>): number =>
  [...ends.values()].reduce((sum, bytes) => sum + bytes, 0);

/** What is known of the traffic of a site. */
const trafficOf = ({ total, ends }: SiteRow): number => total ?? sumOf(ends);

/** The site of each address. */
function homesOf(owners: readonly SiteBytes[]): ReadonlyMap<string, string> {
  const homes = new Map<string, { readonly site: string; readonly bytes: number }>();
  for (const { site, address, bytes } of owners) {
    if (site === undefined || address === undefined) continue;
    if (bytes > (homes.get(address)?.bytes ?? -1)) homes.set(address, { site, bytes });
  }
  return new Map([...homes].map(([address, { site }]) => [address, site]));
}

/** The addresses at the other ends of the flows from a site to an end, those with the most bytes first. */
export function flowAddresses(
  tree: SensorIndex,
  { owners = [], ends = [] }: SiteAnswers,
  { site, end, columns }: { site: number; end: FlowEnd; columns: readonly FlowEnd[] },
): string[] {
  const siteOf = siteFinder(tree);
  const home = homesOf(owners);
  const endOf = (address: string): FlowEnd => {
    const to = siteOf(home.get(address)) ?? 'unknown';
    return columns.includes(to) ? to : 'others';
  };
  return ends
    .toSorted((one, other) => other.bytes - one.bytes)
    .flatMap(({ site: from, address = '' }) =>
      address !== '' && siteOf(from) === site && endOf(address) === end ? [address] : [],
    );
}

const siteFinder = (tree: SensorIndex) => (uuid: string | undefined) =>
  uuid === undefined ? undefined : tree.find({ connectionId: '', uuid });

/** As many as one can read: those with the most traffic. */
function readable(
  tree: SensorIndex,
  rows: readonly SiteRow[],
  received: ReadonlyMap<FlowEnd, number>,
): Omit<SiteFlows, 'unplaced'> {
  const byName = sortedByName(rows, ({ site }) => tree.label(site));
  const byTraffic = byName.toSorted((one, other) => trafficOf(other) - trafficOf(one));
  const shown = byTraffic.slice(0, mostSites);
  const omitted = byTraffic.slice(mostSites);
  const sites = [...received]
    .flatMap(([end, bytes]) => (typeof end === 'number' ? [{ end, bytes }] : []))
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ end }) => end);
  // A site that is a row is a column too, so that one reads both ways.
  const columns = [...new Set([...shown.map(({ site }) => site), ...sites])].slice(0, mostSites);
  const hasOthers = sites.some(site => !columns.includes(site));
  const ends: FlowEnd[] = [...columns, ...(hasOthers ? (['others'] as const) : [])];
  if (received.has('unknown')) ends.push('unknown');
  return {
    rows: shown.map(row => ({ ...row, ends: merged(row.ends, new Set<FlowEnd>(ends)) })),
    columns: ends,
    omitted: { count: omitted.length, bytes: omitted.reduce((sum, row) => sum + trafficOf(row), 0) },
  };
}

/** Flows with their sites in the order that these had before, new ones behind them; what has no site stays last. */
export function inOrderOf(
  { rows, columns, ...flows }: SiteFlows,
  keyOf: (end: FlowEnd) => string,
  before: readonly string[],
): SiteFlows {
  const placeOf = (end: FlowEnd) => {
    if (typeof end !== 'number') return Infinity;
    const place = before.indexOf(keyOf(end));
    return place < 0 ? before.length : place;
  };
  const byPlace = (one: FlowEnd, other: FlowEnd) => {
    const at = placeOf(one);
    const otherAt = placeOf(other);
    return at === otherAt ? 0 : at - otherAt;
  };
  return {
    ...flows,
    rows: rows.toSorted((one, other) => byPlace(one.site, other.site)),
    columns: columns.toSorted(byPlace),
  };
}

/** What goes to sites that have no column of their own is one sum. */
function merged(ends: ReadonlyMap<FlowEnd, number>, columns: ReadonlySet<FlowEnd>): Map<FlowEnd, number> {
  const sums = new Map<FlowEnd, number>();
  for (const [end, bytes] of ends) {
    const column = columns.has(end) ? end : 'others';
    sums.set(column, (sums.get(column) ?? 0) + bytes);
  }
  return sums;
}
