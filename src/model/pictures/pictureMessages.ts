import * as z from 'zod';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { MarkTarget } from './drawing.js';
import type { KindTypes, PictureWithTable } from './shownPicture.js';

const id = z.number().int().min(1);
const isInventoryTypeName = (value: unknown) => typeof value === 'string' && isInventoryType(value);
const target = z.union([
  z.object({ type: z.custom<InventoryType>(isInventoryTypeName), id }),
  z.object({ type: z.enum(['accessPoint', 'sensor']), key: z.string().min(1) }),
]);

/** What a picture is of: everything that is needed to draw it again after a reload. */
export const pictureSubject = z.object({
  connectionId: z.string().min(1),
  /** The name of its entry in `pictures/pictureKinds.ts`. */
  kind: z.string(),
  /** The records that are shown; all where it is empty. */
  ids: z.array(id).optional(),
  /** A domain whose access points are shown, or all below it; the top one where none is named. */
  uuid: z.string().min(1).optional(),
});
export type PictureSubject = z.infer<typeof pictureSubject>;

/** What every page keeps over a reload, besides what is of its kind alone. */
export interface PageState {
  readonly subject: PictureSubject;
  /** Undefined while nobody has zoomed: as much is shown as fits and can be read; all of it where that was asked for. */
  readonly zoom?: number | 'all' | undefined;
  readonly filter: string;
  readonly isTable: boolean;
  readonly scroll: readonly [left: number, top: number];
  readonly focused?: string | undefined;
  /** Whether those things alone are shown in which something is wrong. */
  readonly isTroubled?: boolean | undefined;
}

/** What every page asks, besides what is of its kind alone. */
export const pageMessage = z.discriminatedUnion('type', [
  /** With what is of its kind alone, as it was kept over a reload. */
  z.object({ type: z.literal('ready'), kept: z.unknown().optional() }),
  /** Says that it has heard what to show: one that is loaded again may not, and is told once more when it is ready. */
  z.object({ type: z.literal('shown'), target }),
  z.object({ type: z.literal('open'), target }),
  /** Asks for a node to be selected in the sensor tree. */
  z.object({ type: z.literal('reveal'), target }),
  z.object({ type: z.literal('copy'), text: z.string(), format: z.enum(['svg', 'dot', 'mermaid']) }),
  z.object({
    type: z.literal('save'),
    format: z.enum(['svg', 'png', 'html', 'dot', 'mermaid']),
    data: z.string(),
  }),
  z.object({ type: z.literal('unlock') }),
  z.object({ type: z.literal('retry') }),
  /** Asks for what helps against the failure that it says. */
  z.object({ type: z.literal('help') }),
  /** Asks for the page itself to be loaded again. */
  z.object({ type: z.literal('reload') }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** What a page is told. */
export type PictureMessage<K extends KindTypes = KindTypes> =
  | (PictureWithTable<K['picture']> & {
      readonly type: 'picture';
      readonly isEditable: boolean;
      /** Whether the connection alone keeps one from dragging something. */
      readonly isLocked: boolean;
      /** The label of the connection, whose colour is that of documents: a tab of a page has no letter. */
      readonly environment?: { readonly id: string; readonly name: string } | undefined;
      /** What is wrong besides, and leaves something out of the picture. */
      readonly problem?: string | undefined;
      /** What the button does that helps against it. */
      readonly help?: string | undefined;
      /** Words that the page fills in itself. */
      readonly words: PictureWords & K['words'];
    })
  /** What lies below the picture from now on, as a data URL; nothing without one. */
  | { readonly type: 'background'; readonly href: string | undefined }
  /** Shows what stands for a record. */
  | { readonly type: 'show'; readonly target: MarkTarget }
  /** With what the button does that helps; without one only trying again is left. */
  | { readonly type: 'failed'; readonly sentence: string; readonly help?: string | undefined };

/** What every page says by itself, besides what is of its kind alone. */
export interface PictureWords {
  /** What one can do there while nothing else is said. */
  readonly hint: string;
  readonly nothing: string;
  readonly noMatch: string;
  readonly copied: string;
  readonly failed: string;
  /** Where a picture has more pixels than a PNG can have. */
  readonly tooLarge: string;
}
