import { rowsOf, type PictureKind } from '../pictureKind.js';
import type { KindTypes, ShownPicture } from '../shownPicture.js';
import { drawPower, type PowerScale, type ShownPanel } from './powerDrawing.js';

/** Panels, their feeds and what these can carry. */
export interface PowerPicture extends ShownPicture {
  readonly panels: readonly ShownPanel[];
  readonly scale: PowerScale;
}

export interface PowerTypes extends KindTypes {
  readonly picture: PowerPicture;
  readonly message: never;
}

export const powerPicture: PictureKind<PowerTypes> = {
  isPaged: true,
  draw: (picture, { width }) => ({ drawing: drawPower({ ...picture, width }) }),
  count: ({ panels }) => panels.length,
  choose: (picture, isChosen) => ({
    ...picture,
    panels: picture.panels.filter(({ texts, feeds }, index) =>
      isChosen(
        texts.name,
        feeds.flatMap(feed => [feed.texts.name, ...feed.texts.racks]),
        index,
      ),
    ),
  }),
  table: (table, { panels }) => rowsOf(table, panels),
};
