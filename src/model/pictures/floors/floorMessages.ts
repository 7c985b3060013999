import * as z from 'zod';
import { floorLayers } from './floorFile.js';

/** What is to lie over a floor, and of which range of time; an empty one is that of the notebook that is open. */
export const wantedLayer = z.object({ layer: z.enum(floorLayers), range: z.string().max(200) });
export type WantedLayer = z.infer<typeof wantedLayer>;

const floorPlace = z.object({ x: z.int32(), y: z.int32() });

/** What the page of a floor asks. */
export const floorMessage = z.discriminatedUnion('type', [
  wantedLayer.extend({ type: z.literal('layer') }),
  /** An access point was dragged, in units of its plan. */
  z.object({
    type: z.literal('move'),
    key: z.string().min(1),
    to: floorPlace,
    /** Where it was drawn; a point that waits for a place was nowhere. */
    from: floorPlace.optional(),
  }),
  /** Asks for the background. */
  z.object({ type: z.literal('background') }),
  /** Two points were clicked whose distance in metres is to be asked for; that on the plan is in its units. */
  z.object({ type: z.literal('scale'), units: z.number().positive() }),
]);
export type FloorMessage = z.infer<typeof floorMessage>;
