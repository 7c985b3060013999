import type { Mark, Shape, TextShape } from '../drawing.js';
import { withWords } from '../../text/withWords.js';
import { fixed, spread } from '../floors/floorSymbols.js';
import type { MapCluster, MapClusters, MapItem } from './mapClusters.js';
import { mapLabels, type LabelPlane, type NamedSymbol } from './mapLabels.js';
import type { CountryName } from './mapLand.js';
import { mapNames, numbers } from './mapNames.js';
import { toWindow, type MapPlane, type WorldPoint } from './mapPlane.js';
import { badgeBox, clusterRadius, clusterShapes, nodeRadius, nodeShapes } from './mapSymbols.js';
import type { ShownMap, ShownMapPoint } from './shownMap.js';

/** More than these would be a carpet: the table has them all. */
const mostSpread = 300;
const spreadDistance = 20;

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
    countries,
    ...where
  }: LabelPlane & {
    readonly clusters: MapClusters;
    readonly countries: readonly CountryName[];
  },
): (Shape | Mark)[] {
  const { plane } = where;
  const placed = clusters.itemsIn(plane, map.around).flatMap(item => placedOf(map, plane, item));
  const open = placed.find(({ cluster }) => cluster && cluster.key === map.spread);
  const closed = placed.filter(one => one !== open).toSorted(byUrgency);
  const parts = open ? spreadParts(map, clusters, open) : { legs: [], placed: [] };
  const all = [...closed, ...parts.placed];
  const names = mapNames(map, clusters, all);
  const { ofSymbols, ofCountries } = mapLabels(
    all.map((one, index) => namedSymbol(one, names[index] ?? '')),
    countries,
    where,
  );
  const marks = all.map((one, index) =>
    markOf(map, one, { name: names[index] ?? '', label: ofSymbols[index] }),
  );
  // What is spread lies on top of what is around it.
  const around = inWindowFirst(marks.slice(0, closed.length), plane);
  return [...ofCountries, ...around, ...parts.legs, ...marks.slice(closed.length)];
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

const rankOf = (one: Placed): number =>
  downOf(one) * 1e6 + (one.cluster?.size ?? (one.point.kind === 'domain' ? 1 : 0));

function namedSymbol(one: Placed, name: string): NamedSymbol {
  const { at, point, cluster } = one;
  const badge = badgeBox({ below: point.below, cluster }, at);
  return { at, radius: radiusOf(one), name, rank: rankOf(one), badge };
}

function markOf(
  map: ShownMap,
  one: Placed,
  { name, label }: { readonly name: string; readonly label: TextShape | undefined },
): Mark {
  const { at, point, cluster } = one;
  const radius = radiusOf(one);
  const box = { x: at.x - radius, y: at.y - radius, width: 2 * radius, height: 2 * radius };
  const shared = { kind: 'mark', lane: undefined, box } as const;
  const named = label ? [label] : [];
  if (cluster) {
    const shapes = [...clusterShapes(cluster, at), ...named];
    return {
      ...shared,
      id: `at ${cluster.key}`,
      label: clusterWords(map, cluster, name),
      isGroup: true,
      shapes,
    };
  }
  return {
    ...shared,
    id: `at ${point.key} 1`,
    label: point.texts.said,
    opens: point.opens,
    shapes: [
      // What a finger or a mouse takes hold of.
      { kind: 'disc', ...at, radius: nodeRadius + 3, fill: 'ground', opacity: 0 },
      ...nodeShapes(point, at),
      ...named,
    ],
  };
}

/** How many nodes stand there, and of how many access points its ring and its badge tell: those below them are counted too. */
function clusterWords({ texts }: ShownMap, { size, counts }: MapCluster, name: string): string {
  const total = counts.up + counts.down + counts.unknown;
  const { several, severalOfOne, severalOfMany } = texts;
  const words = counts.down === 0 ? several : total === 1 ? severalOfOne : severalOfMany;
  const [all, down, points] = [size, counts.down, total].map(count => numbers.format(count));
  return withWords(words, all ?? '', name, down ?? '', points ?? '');
}
