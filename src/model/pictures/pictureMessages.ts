import * as z from 'zod';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { MarkTarget } from './drawing.js';
import { floorLayers } from './floors/floorFile.js';
import type { MapView } from './maps/mapPlane.js';
import type { PictureWithTable } from './shownPicture.js';
import { topologyChange, wantedTopology, type WantedTopology } from './topology/topologyMessages.js';

const id = z.number().int().min(1);
const isInventoryTypeName = (value: unknown) => typeof value === 'string' && isInventoryType(value);
const run = z.object({ from: z.number().int(), to: z.number().int() });
const target = z.union([
  z.object({ type: z.custom<InventoryType>(isInventoryTypeName), id }),
  z.object({ type: z.enum(['accessPoint', 'sensor']), key: z.string().min(1) }),
]);

const floorPlace = z.object({ x: z.int32(), y: z.int32() });

/** What a picture is of: everything that is needed to draw it again after a reload. */
export const pictureSubject = z.discriminatedUnion('kind', [
  z.object({
    connectionId: z.string().min(1),
    kind: z.enum(['racks', 'power']),
    /** The records that are shown; all where it is empty. */
    ids: z.array(id),
  }),
  /** The access points of one domain. */
  z.object({ connectionId: z.string().min(1), kind: z.literal('floor'), uuid: z.string().min(1) }),
  /** What is below a domain; below the top one where none is named. */
  z.object({
    connectionId: z.string().min(1),
    kind: z.literal('topology'),
    uuid: z.string().min(1).optional(),
  }),
  /** A domain and all below it; all of the tree without a uuid. */
  z.object({ connectionId: z.string().min(1), kind: z.literal('map'), uuid: z.string().min(1).optional() }),
]);
export type PictureSubject = z.infer<typeof pictureSubject>;
export type RecordSubject = Extract<PictureSubject, { ids: unknown }>;
export type MapSubject = Extract<PictureSubject, { kind: 'map' }>;
export type FloorSubject = Extract<PictureSubject, { kind: 'floor' }>;
export type TopologySubject = Extract<PictureSubject, { kind: 'topology' }>;

/** What a page keeps over a reload. */
export interface PageState {
  readonly subject: PictureSubject;
  /** Undefined while nobody has zoomed: as much is shown as fits and can be read; all of it where that was asked for. */
  readonly zoom?: number | 'all' | undefined;
  readonly filter: string;
  readonly isTable: boolean;
  readonly scroll: readonly [left: number, top: number];
  readonly focused?: string | undefined;
  /** What was chosen of a floor. */
  readonly layer?: WantedLayer | undefined;
  readonly isReversed?: boolean | undefined;
  /** Whether those racks alone are shown in which something clashes or does not fit. */
  readonly isTroubled?: boolean | undefined;
  /** What was opened of a topology. */
  readonly topology?: WantedTopology | undefined;
  /** What is looked at on a map, and the cluster that is spread out. */
  readonly view?: MapView | undefined;
  readonly spread?: string | undefined;
}

/** What is to lie over a floor, and of which range of time; an empty one is that of the notebook that is open. */
export const wantedLayer = z.object({ layer: z.enum(floorLayers), range: z.string().max(200) });
export type WantedLayer = z.infer<typeof wantedLayer>;

/** What a page asks. */
export const pageMessage = z.discriminatedUnion('type', [
  /** With what was chosen before a reload. */
  z.object({ type: z.literal('ready'), kept: wantedLayer.optional(), topology: wantedTopology.optional() }),
  z.object({ type: z.literal('layer'), ...wantedLayer.shape }),
  z.object({ type: z.literal('open'), target }),
  /** Asks for a node to be selected in the sensor tree. */
  z.object({ type: z.literal('reveal'), target }),
  z.object({ type: z.literal('topology'), change: topologyChange }),
  /** Asks for the query behind the flows from one site to another, by the keys of its row and its column. */
  z.object({ type: z.literal('flows'), from: z.string(), to: z.string() }),
  z.object({ type: z.literal('reserve'), rackId: id, run }),
  /** The ends of one run of a reservation were dragged; the key is that of its record. */
  z.object({ type: z.literal('resize'), key: z.string(), old: run, now: run }),
  /** An access point was dragged on a floor, in units of its plan. */
  z.object({
    type: z.literal('move'),
    key: z.string().min(1),
    to: floorPlace,
    /** Where it was drawn; a point that waits for a place was nowhere. */
    from: floorPlace.optional(),
  }),
  /** Asks for the background of a floor. */
  z.object({ type: z.literal('background') }),
  /** Two points of a floor were clicked whose distance in metres is to be asked for; that on the plan is in its units. */
  z.object({ type: z.literal('scale'), units: z.number().positive() }),
  z.object({ type: z.literal('copy'), text: z.string(), format: z.enum(['svg', 'dot', 'mermaid']) }),
  z.object({
    type: z.literal('save'),
    format: z.enum(['svg', 'png', 'html', 'dot', 'mermaid']),
    data: z.string(),
  }),
  z.object({ type: z.literal('unlock') }),
  z.object({ type: z.literal('retry') }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** What a page is told. */
export type PictureMessage =
  | (PictureWithTable & {
      readonly type: 'picture';
      readonly isEditable: boolean;
      /** What is wrong besides, and leaves something out of the picture. */
      readonly problem?: string | undefined;
      /** Words that the page fills in itself. */
      readonly words: PictureWords;
    })
  /** The background of a floor from now on, as a data URL; none without one. */
  | { readonly type: 'background'; readonly href: string | undefined }
  /** Shows what stands for a record. */
  | { readonly type: 'show'; readonly target: MarkTarget }
  | { readonly type: 'failed'; readonly sentence: string };

/** Sentences about what is being done, with `{0}` for units such as `U3–5`, or for a place. */
export interface PictureWords {
  readonly hint: string;
  /** Where nothing can be dragged. */
  readonly lockedHint: string;
  readonly reserve: string;
  readonly resize: string;
  readonly nothing: string;
  readonly noMatch: string;
  readonly copied: string;
  readonly failed: string;
  /** Where a picture has more pixels than a PNG can have. */
  readonly tooLarge: string;
  /** What to click for the scale of a floor, and what to click then. */
  readonly measure: readonly [first: string, second: string];
  readonly noBackground: string;
}
