import { rowsOf, type PictureKind } from '../pictureKind.js';
import type { KindTypes, PlacedPicture, ShownPicture } from '../shownPicture.js';
import { drawRacks, type RackGrid } from './rackDrawing.js';
import type { RackMessage } from './rackMessages.js';
import { isTroubled, type ShownRack } from './rackSegments.js';

/** Racks side by side, and their reservations in the slots. */
export interface RackPicture extends ShownPicture {
  readonly racks: readonly ShownRack[];
  /** How much clashes and does not fit in all of them; empty where nothing does. */
  readonly trouble: string;
}

export interface RackTypes extends KindTypes {
  readonly picture: RackPicture;
  /** The racks whose units can be dragged. */
  readonly placed: PlacedPicture & { readonly grids: readonly RackGrid[] };
  /** What would be done, with `{0}` for units such as `U3–5`. */
  readonly words: { readonly reserve: string; readonly resize: string };
  readonly message: RackMessage;
}

export const rackPicture: PictureKind<RackTypes> = {
  isPaged: true,
  // As wide as the widest racks are side by side: a second row of them would be half as large.
  paperWidth: 1200,
  draw: ({ racks, title }, sheet) => {
    const { rowHeight, ...placed } = drawRacks(racks, title, sheet);
    return { ...placed, glance: rowHeight };
  },
  count: ({ racks }) => racks.length,
  choose: (picture, isChosen) => ({
    ...picture,
    racks: picture.racks.filter(({ texts, reservations }, index) =>
      isChosen(
        texts.name,
        reservations.map(({ label }) => label),
        index,
      ),
    ),
  }),
  trouble: ({ trouble }) => trouble,
  chooseTroubled: picture => {
    const racks = picture.racks.filter(isTroubled);
    return racks.length > 0 ? { ...picture, racks } : picture;
  },
  table: (table, { racks }) => rowsOf(table, racks),
};
