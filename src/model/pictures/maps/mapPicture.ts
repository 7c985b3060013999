import { chosenPoints, rowsWith, type PictureKind } from '../pictureKind.js';
import type { KindTypes, PlacedPicture, ShownPicture } from '../shownPicture.js';
import { drawMap } from './mapDrawing.js';
import type { MapPlane, MapView } from './mapPlane.js';
import type { ShownMap } from './shownMap.js';

/** Nodes on the map of the world. */
export interface MapPicture extends ShownPicture {
  readonly map: ShownMap;
}

export interface MapTypes extends KindTypes {
  readonly picture: MapPicture;
  readonly placed: PlacedPicture & { readonly map: MapPlane };
  /** What is looked at, and the cluster that is spread out. */
  readonly state: { readonly view?: MapView | undefined; readonly spread?: string | undefined };
  readonly message: never;
}

export const mapPicture: PictureKind<MapTypes> = {
  leadsTo: 'node',
  isMoving: true,
  mostZoom: 1,
  draw: ({ map, title }, sheet) => drawMap(map, title, sheet),
  count: ({ map }) => map.points.length,
  choose: ({ map, ...picture }, isChosen) => ({
    ...picture,
    map: { ...map, points: chosenPoints(map.points, isChosen) },
  }),
  table: (table, _picture, filter) => rowsWith(table, filter),
};
