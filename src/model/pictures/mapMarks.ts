import type { Box, Mark, Shape } from './drawing.js';
import { fixed, spread } from './floorSymbols.js';
import { labelPlaces, type WantedLabel } from './labelPlaces.js';
import type { MapCluster, MapClusters, MapItem } from './mapClusters.js';
import type { CountryName } from './mapLand.js';
import { toWindow, type MapPlane, type WorldPoint } from './mapPlane.js';
import { clusterRadius, clusterShapes, nodeRadius, nodeShapes } from './mapSymbols.js';
import type { ShownMap, ShownMapPoint } from './shownMap.js';
import { fitted, textWidth } from './textWidth.js';
import { shortened } from '../text/looseValues.js';

/** More than these would be a carpet: the table has them all. */
const mostSpread = 300;
const spreadDistance = 20;
const labelSize = 10.5;
const labelHeight = 13;
const longestLabel = 150;
const longestSite = 20;

/** Something that is drawn at a place of the window. */
interface Placed {
  readonly at: WorldPoint;
  readonly point: ShownMapPoint;
  readonly cluster?: MapCluster;
}

/** The nodes and clusters in a window, those that are wrong on top, and their names where these have room. */
export function mapMarks(
  map: ShownMap,
  {
    clusters,
    plane,
    countries,
  }: {
    readonly clusters: MapClusters;
    readonly plane: MapPlane;
    readonly countries: readonly CountryName[];
  },
): (Shape | Mark)[] {
  const placed = clusters.itemsIn(plane, map.around).flatMap(item => placedOf(map, plane, item));
  const open = placed.find(({ cluster }) => cluster && cluster.key === map.spread);
  const closed = placed.filter(one => one !== open).toSorted(byUrgency);
  const parts = open ? spreadParts(map, clusters, open) : { legs: [], placed: [] };
  const all = [...closed, ...parts.placed];
  const { labels, names } = labelsOf(map, all, { plane, countries });
  const marks = all.map((one, index) => markOf(map, one, labels[index]));
  return [...names, ...parts.legs, ...inWindowFirst(marks, plane)];
}

function placedOf({ points }: ShownMap, plane: MapPlane, { place, point, cluster }: MapItem): Placed[] {
  const node = points[point];
  const at = toWindow(plane, place);
  return node ? [{ at, point: node, ...(cluster ? { cluster } : {}) }] : [];
}

const downOf = ({ point, cluster }: Placed): number => cluster?.counts.down ?? point.counts.down;

const byUrgency = (one: Placed, other: Placed): number => downOf(one) - downOf(other);

/** What is not in the window cannot be the first to get the keyboard. */
function inWindowFirst(marks: readonly Mark[], { width, height }: MapPlane): Mark[] {
  const isInside = ({ box }: Mark) =>
    box.x + box.width > 0 && box.x < width && box.y + box.height > 0 && box.y < height;
  return [...marks.filter(isInside), ...marks.filter(mark => !isInside(mark))];
}

/** The nodes of one place around it, each with a line to where it is. */
function spreadParts(
  { points, texts }: ShownMap,
  clusters: MapClusters,
  { at, cluster }: Placed,
): { legs: Shape[]; placed: Placed[] } {
  if (!cluster) return { legs: [], placed: [] };
  const nodes = clusters.pointsOf(cluster, mostSpread).flatMap(point => points[point] ?? []);
  const seeds = spread(
    nodes.map(() => at),
    { distance: spreadDistance, most: Infinity },
  );
  const placed = nodes.map((point, index) => ({ at: seeds[index] ?? at, point }));
  const away = spreadDistance * Math.sqrt(nodes.length);
  const legs = placed.map(({ at: { x, y } }) => `M${fixed(at.x)} ${fixed(at.y)}L${fixed(x)} ${fixed(y)}`);
  const more = cluster.size - nodes.length;
  return {
    legs: [
      { kind: 'disc', ...at, radius: away + nodeRadius + 6, fill: 'ground', opacity: 0.8, stroke: 'line' },
      { kind: 'path', data: legs.join(''), stroke: 'frame', strokeWidth: 0.75 },
      ...(more > 0
        ? [
            {
              ...({ kind: 'text', x: at.x, y: at.y + away + 28, size: 11, anchor: 'middle' } as const),
              ...({
                paint: 'text',
                halo: 'ground',
                text: withWords(texts.more, more.toLocaleString()),
              } as const),
            },
          ]
        : []),
    ],
    placed,
  };
}

const radiusOf = ({ cluster }: Placed): number => (cluster ? clusterRadius(cluster.size) : nodeRadius);

/** Beside a cluster stand the domains in it, or how many more of these there are; else the one that all of it is in. */
function nameOf({ domains }: ShownMap, { point, cluster }: Placed): string {
  if (!cluster) return point.texts.name;
  const { domain, sites } = cluster;
  const named = (number: number) => domains[number]?.name ?? '';
  const [first] = sites.first;
  if (first === undefined || sites.first.includes(domain)) return named(domain);
  return sites.count <= sites.first.length
    ? sites.first.map(named).join(', ')
    : `${shortened(named(first), longestSite)} +${(sites.count - 1).toLocaleString()}`;
}

/** How wide a name is that stands on the map, in pixels. */
export const nameWidth = (name: string): number => textWidth(name, labelSize);

const boldness = 1.07;

/** The names that have room: first of what is wrong, then of what is large, at last of countries. */
function labelsOf(
  map: ShownMap,
  placed: readonly Placed[],
  { plane, countries }: { readonly plane: MapPlane; readonly countries: readonly CountryName[] },
): { readonly labels: (readonly Shape[])[]; readonly names: Shape[] } {
  const order = placed.map((_, index) => index).toSorted((a, b) => rankOf(placed[b]) - rankOf(placed[a]));
  const texts = order.map(index =>
    fitted(placed[index] ? nameOf(map, placed[index]) : '', labelSize, longestLabel),
  );
  const wanted = order.map((index, rank): WantedLabel => {
    const one = placed[index];
    const radius = one ? radiusOf(one) + (downOf(one) > 0 ? 6 : 2) : 0;
    const size = { width: boldness * nameWidth(texts[rank] ?? ''), height: labelHeight };
    return { ...{ x: one?.at.x ?? 0, y: one?.at.y ?? 0, radius }, ...size };
  });
  const around = map.around ?? 0;
  const bounds: Box = {
    ...{ x: -around * plane.width, y: -around * plane.height },
    ...{ width: (1 + 2 * around) * plane.width, height: (1 + 2 * around) * plane.height },
  };
  // In the middle of a country, which has no symbol that its name would stand beside.
  const middles = countries.map(({ at, name }): WantedLabel => {
    const width = nameWidth(name);
    return { x: at.x - width / 2, y: at.y, radius: 0, width, height: labelHeight };
  });
  const found = labelPlaces([...wanted, ...middles], bounds);
  const labels: (readonly Shape[])[] = placed.map(() => []);
  order.forEach((index, rank) => {
    const place = found[rank];
    const look = { size: labelSize, paint: 'text', halo: 'ground', isBold: true } as const;
    if (place)
      labels[index] = [{ kind: 'text', x: place.x, y: place.y + 10, ...look, text: texts[rank] ?? '' }];
  });
  const names = countries.flatMap(({ at, name }, index): Shape[] => {
    const place = found[wanted.length + index];
    const look = { size: labelSize, paint: 'dim', text: name } as const;
    // Elsewhere it would be said of another country.
    return place && place.x > at.x - place.width
      ? [{ kind: 'text', x: place.x, y: place.y + 10, ...look }]
      : [];
  });
  return { labels, names };
}

const rankOf = (one: Placed | undefined): number =>
  one ? downOf(one) * 1e6 + (one.cluster?.size ?? (one.point.kind === 'domain' ? 1 : 0)) : 0;

function markOf(map: ShownMap, one: Placed, label: readonly Shape[] = []): Mark {
  const { at, point, cluster } = one;
  const radius = radiusOf(one);
  const box = { x: at.x - radius, y: at.y - radius, width: 2 * radius, height: 2 * radius };
  const shared = { kind: 'mark', lane: undefined, box } as const;
  if (cluster) {
    const shapes = [...clusterShapes(cluster, at), ...label];
    return {
      ...shared,
      id: `at ${cluster.key}`,
      label: clusterWords(map, cluster, nameOf(map, one)),
      isGroup: true,
      shapes,
    };
  }
  return {
    ...{ ...shared, id: `at ${point.key} 1`, label: point.texts.said, opens: point.opens },
    shapes: [
      // What a finger or a mouse takes hold of.
      { kind: 'disc', ...at, radius: nodeRadius + 3, fill: 'ground', opacity: 0 },
      ...nodeShapes(point, at),
      ...label,
    ],
  };
}

function clusterWords({ texts }: ShownMap, { size, counts }: MapCluster, name: string): string {
  const words = counts.down > 0 ? texts.severalDown : texts.several;
  return withWords(words, size.toLocaleString(), name, counts.down.toLocaleString());
}

/** A sentence with words in its places; what they hold is never taken for a place. */
export const withWords = (sentence: string, ...words: readonly string[]): string =>
  sentence.replaceAll(/\{(\d)\}/g, (_, index: string) => words[Number(index)] ?? '');
