import Supercluster from 'supercluster';
import {
  deepestLevel,
  fromWindow,
  latitudeAt,
  levelOf,
  longitudeAt,
  nearestTo,
  toWorld,
  type MapPlane,
  type WorldPoint,
} from './mapPlane.js';
import type { MapDomain, MapPoint, StateCounts } from './mapPoints.js';

/** What stands at a place of the map at some zoom: a node, or a cluster of nodes that are near each other there. */
export interface MapItem {
  readonly place: WorldPoint;
  /** The number of the node; of one of them for a cluster. */
  readonly point: number;
  readonly cluster?: MapCluster;
}

export interface MapCluster {
  readonly id: number;
  /** Tells it from others, also when it is reckoned anew. */
  readonly key: string;
  /** How many nodes it holds. */
  readonly size: number;
  /** Of access points, by state. */
  readonly counts: StateCounts;
  /** The number of the lowest domain that all of its nodes are in. */
  readonly domain: number;
  /** How many domains are among its nodes, and the numbers of the first of them. */
  readonly sites: { readonly count: number; readonly first: readonly number[] };
}

/** Pixels within which nodes are one cluster. */
const radius = 60;

/** Nodes in a leaf of the trees by which neighbours are found: with few around each, small leaves are quicker. */
const nodeSize = 16;

const mostSites = 3;

type Sums = StateCounts & { point: number; domain: number; sites: MapCluster['sites'] };
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The clusters of some nodes at every zoom; where one zooms in they split, and never mix. */
export class MapClusters {
  private readonly index: Supercluster<Mutable<Sums>, Mutable<Sums>>;
  private readonly places: readonly WorldPoint[];

  constructor(
    private readonly points: readonly MapPoint[],
    domains: readonly MapDomain[],
  ) {
    this.places = points.map(({ longitude, latitude }) => toWorld(longitude, latitude));
    const index = new Supercluster<Mutable<Sums>, Mutable<Sums>>({
      radius,
      maxZoom: deepestLevel,
      nodeSize,
      reduce: (sums, { domain, sites, up, down, unknown }) => {
        sums.sites = bothSites(sums.sites, sites);
        sums.domain = commonDomain(domains, sums.domain, domain);
        sums.up += up;
        sums.down += down;
        sums.unknown += unknown;
      },
    });
    this.index = index.load(
      points.map((point, number) => ({
        type: 'Feature',
        properties: sumsOf(point, number),
        geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
      })),
    );
  }

  /** What stands in a window and so much around it, as a part of its size. */
  itemsIn(plane: MapPlane, around = 0): MapItem[] {
    const { width, height, middle } = plane;
    const margin = { x: around * width + radius, y: around * height + radius };
    const from = fromWindow(plane, { x: -margin.x, y: -margin.y });
    const to = fromWindow(plane, { x: width + margin.x, y: height + margin.y });
    return this.itemsBetween(from, to, levelOf(plane.scale)).map(item => {
      const { x, y } = item.place;
      return { ...item, place: { x: nearestTo(x, middle.x), y } };
    });
  }

  /** The numbers of the nodes in a cluster. */
  pointsOf({ id }: MapCluster, most = Infinity): number[] {
    return this.index.getLeaves(id, most).map(({ properties }) => properties.point);
  }

  /** Where nodes are on the map. */
  placesOf(points: readonly number[]): WorldPoint[] {
    return points.flatMap(point => this.places[point] ?? []);
  }

  /** The lowest level at which a cluster is several; undefined for one whose nodes are all in one place. */
  splitsAt({ id }: MapCluster): number | undefined {
    const level = this.index.getClusterExpansionZoom(id);
    return level > deepestLevel ? undefined : level;
  }

  /** Where a node stands by itself: at which level, or in which cluster of one place. */
  find(point: number): { readonly level: number; readonly cluster?: MapCluster } | undefined {
    const place = this.places[point];
    if (!place) return undefined;
    for (let level = 0; level <= deepestLevel; level += 1)
      if (this.near(place, level).some(item => !item.cluster && item.point === point)) return { level };
    const holder = this.near(place, deepestLevel).find(
      ({ cluster }) => cluster && this.pointsOf(cluster).includes(point),
    );
    return holder?.cluster && { level: deepestLevel, cluster: holder.cluster };
  }

  private near({ x, y }: WorldPoint, level: number): MapItem[] {
    const reach = (2 * radius) / (512 * 2 ** level);
    return this.itemsBetween({ x: x - reach, y: y - reach }, { x: x + reach, y: y + reach }, level);
  }

  private itemsBetween(from: WorldPoint, to: WorldPoint, level: number): MapItem[] {
    const box = [longitudeAt(from.x), latitudeAt(to.y), longitudeAt(to.x), latitudeAt(from.y)] as const;
    return this.index.getClusters([...box], Math.floor(level)).map(({ geometry, properties }): MapItem => {
      const { point } = properties;
      if (!('cluster_id' in properties)) return { place: this.places[point] ?? { x: 0, y: 0 }, point };
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const { cluster_id: id, point_count: size, domain, sites, up, down, unknown } = properties;
      const key = `${this.points[point]?.key ?? ''} ${size}`;
      return {
        place: toWorld(longitude, latitude),
        point,
        cluster: { id, key, size, counts: { up, down, unknown }, domain, sites },
      };
    });
  }
}

function sumsOf({ domain, kind, counts }: MapPoint, point: number): Sums {
  const { up, down, unknown } = counts;
  const sites = kind === 'domain' ? { count: 1, first: [domain] } : noSites;
  return { point, domain, sites, up, down, unknown };
}

const noSites: MapCluster['sites'] = { count: 0, first: [] };

/** Of two clusters; most nodes are none, and nothing is made for them. */
function bothSites(one: MapCluster['sites'], other: MapCluster['sites']): MapCluster['sites'] {
  if (other.count === 0) return one;
  if (one.count === 0) return other;
  return { count: one.count + other.count, first: [...one.first, ...other.first].slice(0, mostSites) };
}

/** The lowest domain above two: parents stand before their children. */
function commonDomain(domains: readonly MapDomain[], one: number, other: number): number {
  while (one !== other) {
    if (one > other) one = domains[one]?.parent ?? 0;
    else other = domains[other]?.parent ?? 0;
    if (one < 0 || other < 0) return 0;
  }
  return one;
}
