import { shortened } from 'netsensor-contract/text/plainText';
import type { MapCluster, MapClusters } from './mapClusters.js';
import type { ShownMap, ShownMapPoint } from './shownMap.js';

const longestSite = 20;
/** Made once, as it takes longer than to write hundreds of numbers with it. */
export const numbers = new Intl.NumberFormat();

/** What has a name on a map: a node, or a cluster of nodes of which it is one. */
interface Named {
  readonly point: ShownMapPoint;
  readonly cluster?: MapCluster;
}

/** The names of nodes and clusters, in their order. Several clusters that would have the same get those that tell them apart. */
export function mapNames(map: ShownMap, clusters: MapClusters, all: readonly Named[]): string[] {
  const names = all.map(one => nameOf(map, one));
  const alike = new Map<string, { readonly cluster: MapCluster; readonly index: number }[]>();
  for (const [index, { cluster }] of all.entries()) {
    const name = names[index] ?? '';
    if (cluster) alike.set(name, [...(alike.get(name) ?? []), { cluster, index }]);
  }
  for (const [name, same] of alike) {
    if (same.length < 2) continue;
    const members = same.map(({ cluster }) => cluster);
    const apart = namesAbove(map, members, name) ?? namesWithin(map, clusters, members);
    for (const [at, { index }] of same.entries()) names[index] = apart[at] ?? name;
  }
  return names;
}

const namedIn = ({ domains }: ShownMap, number: number): string => domains[number]?.name ?? '';

/** Beside a cluster stand the domains in it, or how many more of these there are; else the one that all of it is in. */
function nameOf(map: ShownMap, { point, cluster }: Named): string {
  if (!cluster) return point.texts.name;
  const { domain, sites } = cluster;
  const [first] = sites.first;
  if (first === undefined || sites.first.includes(domain)) return namedIn(map, domain);
  return sites.count <= sites.first.length
    ? sites.first.map(number => namedIn(map, number)).join(', ')
    : withMore(namedIn(map, first), sites.count - 1);
}

const withMore = (name: string, more: number): string =>
  more === 0 ? name : `${shortened(name, longestSite)} +${numbers.format(more)}`;

/** A name with the nearest domain above that differs for all; undefined where none does. */
function namesAbove(map: ShownMap, same: readonly MapCluster[], name: string): string[] | undefined {
  const above = (number: number) => map.domains[number]?.parent ?? -1;
  let ways = same.map(({ domain }) => above(domain));
  for (; ways.every(number => number >= 0); ways = ways.map(above)) {
    const names = ways.map(number => namedIn(map, number));
    if (new Set(names).size === names.length) return names.map(holder => `${name}, ${holder}`);
  }
  return undefined;
}

/** The names of domains right below the one that all of a cluster is in, first what no other one has, with most nodes. */
function namesWithin(
  map: ShownMap,
  clusters: MapClusters,
  same: readonly MapCluster[],
): (string | undefined)[] {
  const taken = new Set<string>();
  return same.map(cluster => {
    const counts = new Map<string, number>();
    for (const number of clusters.pointsOf(cluster)) {
      const part = partOf(map, cluster.domain, map.points[number]?.domain ?? -1);
      if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    const parts = [...counts].toSorted(([, one], [, other]) => other - one).map(([part]) => part);
    const first = parts.find(part => !taken.has(part)) ?? parts[0];
    if (first === undefined) return undefined;
    taken.add(first);
    return withMore(first, parts.length - 1);
  });
}

/** The name of the domain right below one that another domain is in; undefined where there is none between. */
function partOf(map: ShownMap, top: number, domain: number): string | undefined {
  for (let part = domain; part > top; part = map.domains[part]?.parent ?? -1)
    if (map.domains[part]?.parent === top) return namedIn(map, part);
  return undefined;
}
