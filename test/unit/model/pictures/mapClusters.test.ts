import { describe, expect, it } from 'vitest';
import { MapClusters, type MapItem } from '../../../../src/model/pictures/maps/mapClusters.js';
import { planeOf, scaleAt, toWorld, type MapPlane } from '../../../../src/model/pictures/maps/mapPlane.js';
import type { MapPoint } from '../../../../src/model/pictures/maps/mapPoints.js';

const domains = [
  { name: 'root', parent: -1 },
  { name: 'Iberia', parent: 0 },
  { name: 'Lisbon', parent: 1 },
  { name: 'Seville', parent: 1 },
];
const node = (key: number, place: readonly [number, number], more: Partial<MapPoint> = {}): MapPoint => ({
  key: `ap ${key}`,
  kind: 'accessPoint',
  name: `AP ${key}`,
  opens: undefined,
  isEdited: false,
  longitude: place[0],
  latitude: place[1],
  counts: { up: 1, down: 0, unknown: 0 },
  domain: 2,
  below: { total: 0, down: 0 },
  ...more,
});
const down = { up: 0, down: 1, unknown: 0 };
const site = { kind: 'domain', counts: { up: 0, down: 0, unknown: 2 } } as const;
/** Lisbon with an access point that is 100 m away, one more and two in one place in Seville, one in Tokyo. */
const points = [
  node(0, [-9.1, 38.7], site),
  node(1, [-9.101, 38.7]),
  node(2, [-5.98, 37.39], { domain: 3, counts: down }),
  node(3, [-5.98, 37.39], { domain: 3 }),
  node(4, [139.7, 35.7], { domain: 0, counts: down }),
];
const whole: MapPlane = planeOf({ x: 0.5, y: 0.4, span: 1 }, { width: 1000, height: 700 });
const near = (level: number): MapPlane => ({
  middle: toWorld(-7.5, 38),
  scale: scaleAt(level),
  width: 1000,
  height: 700,
});
const shapeOf = (items: readonly MapItem[]) =>
  items
    .map(({ point, cluster }) => (cluster ? cluster.size : `ap ${point}`))
    .toSorted((a, b) => String(a).localeCompare(String(b)));

describe('clusters of a map', () => {
  const clusters = new MapClusters(points, domains);

  it('split while one zooms in, down to what is in one place', () => {
    expect(shapeOf(clusters.itemsIn(whole))).toEqual([4, 'ap 4']);
    expect(shapeOf(clusters.itemsIn(near(7)))).toEqual([2, 2]);
    const lisbon = { ...near(18), middle: toWorld(-9.1005, 38.7) };
    expect(shapeOf(clusters.itemsIn(lisbon))).toEqual(['ap 0', 'ap 1']);
    const seville = { ...near(20), middle: toWorld(-5.98, 37.39) };
    expect(shapeOf(clusters.itemsIn(seville))).toEqual([2]);
  });

  it('count the access points in them by state, and know the domain that all are in and the sites among them', () => {
    const [cluster] = clusters.itemsIn(whole).flatMap(item => item.cluster ?? []);
    expect(cluster).toMatchObject({
      counts: { up: 2, down: 1, unknown: 2 },
      domain: 1,
      sites: { count: 1, first: [2] },
    });
  });

  it('say where they split, and that those of one place never do', () => {
    const [lisbon, seville] = clusters
      .itemsIn(near(7))
      .toSorted((a, b) => a.point - b.point)
      .flatMap(({ cluster }) => cluster ?? []);
    const level = clusters.splitsAt(lisbon!)!;
    const at = (zoom: number) => ({ ...near(zoom), middle: toWorld(-9.1005, 38.7) });
    expect(shapeOf(clusters.itemsIn(at(level - 1)))).toEqual([2]);
    expect(shapeOf(clusters.itemsIn(at(level)))).toEqual(['ap 0', 'ap 1']);
    expect(clusters.splitsAt(seville!)).toBeUndefined();
    expect(clusters.pointsOf(seville!).toSorted()).toEqual([2, 3]);
  });

  it('find where a node stands by itself, or with which others it shares its place', () => {
    expect(clusters.find(4)).toEqual({ level: 0 });
    expect(clusters.find(1)?.level).toBeGreaterThan(12);
    expect(clusters.find(3)).toMatchObject({ cluster: { size: 2 } });
    expect(clusters.find(-1)).toBeUndefined();
  });

  it('are seen on both sides of the date line', () => {
    const pacific = new MapClusters([node(0, [179.9, 0]), node(1, [-179.9, 0]), node(2, [160, 0])], domains);
    const plane = planeOf({ x: 0.999, y: 0.5, span: 0.02 }, { width: 1000, height: 700 });
    const places = pacific.itemsIn(plane).map(({ place }) => place.x);
    expect(places.toSorted((a, b) => a - b)).toEqual([expect.closeTo(0.99972), expect.closeTo(1.00028)]);
  });
});
