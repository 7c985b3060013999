import { isSameTarget, type Mark, type MarkTarget } from '../../model/pictures/drawing.js';
import { MapClusters, type MapCluster } from '../../model/pictures/maps/mapClusters.js';
import { viewOfPlaces } from '../../model/pictures/maps/mapDrawing.js';
import {
  draggedBy,
  farthestScale,
  levelOf,
  planeOf,
  scaleAt,
  scaledTo,
  viewOf,
  type MapPlane,
  type WorldPoint,
} from '../../model/pictures/maps/mapPlane.js';
import type { MapPicture, MapTypes } from '../../model/pictures/maps/mapPicture.js';
import type { ShownMap } from '../../model/pictures/maps/shownMap.js';
import { worldLand } from '../../model/pictures/maps/worldLand.js';
import { middleOf } from './markFocus.js';
import type { DrawnPage } from './pageKind.js';
import { isMotionReduced } from './windowMoves.js';

/** How much more than the window is drawn at each side, as a part of it: so far a map moves without being drawn anew. */
export const around = 0.5;
/** Milliseconds in which the eye follows a jump. */
const pace = 180;
const farthestJump = 64;
/** One that is looked for is shown with the country around it. */
const seekLevel = 6;

/** What is looked at of a map: where, how near, and which cluster is spread out. */
export class MapWindow {
  private shown: ShownMap | undefined;
  private clusters: MapClusters | undefined;
  private readonly land = worldLand();

  constructor(private readonly page: DrawnPage<MapTypes>) {}

  /** The map as it is drawn now. */
  private get plane(): MapPlane | undefined {
    return this.page.placed?.map;
  }

  /** Of the window, in pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.plane ?? { width: 0, height: 0 };
  }

  /** A picture as it is looked at; only as much as is seen of it for a file. */
  look(picture: MapPicture, isFile = false): MapPicture {
    const { view, spread } = this.page.state;
    const { map } = picture;
    if (!this.clusters || !isSame(this.shown?.points, map.points))
      this.clusters = new MapClusters(map.points, map.domains);
    this.shown = map;
    return {
      ...picture,
      map: { ...map, view, spread, around: isFile ? 0 : around, clusters: this.clusters, land: this.land },
    };
  }

  /** Makes it larger or smaller around a point of the window; shows all without a factor. */
  zoomBy(factor: number | undefined, at?: WorldPoint, isAtOnce = false): void {
    const { plane } = this;
    if (!plane) return;
    if (factor === undefined) return this.go({ view: undefined, spread: undefined }, isAtOnce);
    const point = at ?? { x: plane.width / 2, y: plane.height / 2 };
    const least = Math.min(farthestScale(plane), plane.scale);
    const wanted = viewOf({ ...plane, scale: Math.max(plane.scale * factor, least) });
    const { middle } = scaledTo(plane, planeOf(wanted, plane).scale, point);
    this.go({ view: { ...wanted, ...middle } }, isAtOnce);
  }

  /** Moves what is seen by so many pixels. */
  moveBy(x: number, y: number): void {
    const { plane } = this;
    if (!plane) return;
    this.go({ view: viewOf(draggedBy(plane, x, y)) }, true);
  }

  /** The cluster behind a mark. */
  clusterOf({ id, isGroup }: Mark): MapCluster | undefined {
    const { plane } = this;
    if (!isGroup || !plane) return undefined;
    const items = this.clusters?.itemsIn(plane, around) ?? [];
    return items.find(({ cluster }) => cluster && id === `at ${cluster.key}`)?.cluster;
  }

  /** Shows what is in a cluster: nearer, or spread out where all of it is in one place. */
  open(cluster: MapCluster): void {
    const { clusters } = this;
    const { plane } = this;
    if (!clusters || !plane) return;
    const level = clusters.splitsAt(cluster);
    if (level === undefined) return this.go({ spread: cluster.key }, true);
    const fitting = viewOfPlaces(clusters.placesOf(clusters.pointsOf(cluster)), plane);
    const { scale } = planeOf(fitting, plane);
    const nearer = viewOf({ ...plane, scale: Math.max(scale, scaleAt(level)) });
    this.go({ view: { ...fitting, span: nearer.span } });
  }

  /** @returns whether something was spread out */
  close(): boolean {
    if (this.page.state.spread === undefined) return false;
    this.go({ spread: undefined }, true);
    return true;
  }

  /** Before a drawing: looks at a node, so near that it stands by itself. */
  seek(target: MarkTarget): void {
    const { shown, clusters } = this;
    const window = this.page.frame.size;
    const point = shown?.points.findIndex(({ opens }) => opens && isSameTarget(opens, target)) ?? -1;
    const found = clusters?.find(point);
    const [place] = clusters?.placesOf([point]) ?? [];
    if (!found || !place || window.width === 0) return;
    const level = Math.max(found.level, seekLevel, levelOf(this.plane?.scale ?? 0));
    const view = viewOf({ ...window, middle: place, scale: scaleAt(level) });
    this.page.update({ view, spread: found.cluster?.key });
  }

  /** Moves the map so that a mark is seen. */
  bring(mark: Mark): void {
    const { plane } = this;
    if (!plane) return;
    const { x, y } = middleOf(mark);
    if (x < 0 || y < 0 || x > plane.width || y > plane.height)
      this.moveBy(plane.width / 2 - x, plane.height / 2 - y);
  }

  private go(change: MapTypes['state'], isAtOnce = false): void {
    const before = this.plane;
    this.page.change(change);
    const now = this.plane;
    if (!isAtOnce && before && now) this.follow(before, now);
  }

  /** Lets the eye follow from what was seen to what is seen, for those who like motion. */
  private follow(before: MapPlane, { middle, scale, width, height }: MapPlane): void {
    const factor = before.scale / scale;
    // Of a longer way nothing would be seen but the ends.
    if (factor > farthestJump || factor < 1 / farthestJump) return;
    if (isMotionReduced()) return;
    const x = width / 2 + (middle.x - before.middle.x) * before.scale - (factor * width) / 2;
    const y = height / 2 + (middle.y - before.middle.y) * before.scale - (factor * height) / 2;
    const transform = `translate(${x}px, ${y}px) scale(${factor})`;
    this.page.frame.sheet
      .querySelector('[data-ground]')
      ?.animate?.([{ transform }, { transform: 'none' }], { duration: pace, easing: 'ease-out' });
  }
}

/** Whether two lists hold the same things: a filter makes a new one with each drawing. */
const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one?.length === other.length && one.every((each, index) => each === other[index]);
