import * as z from 'zod';

const run = z.object({ from: z.number().int(), to: z.number().int() });

/** What the page of racks asks. */
export const rackMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reserve'), rackId: z.number().int().min(1), run }),
  /** The ends of one run of a reservation were dragged; the key is that of its record. */
  z.object({ type: z.literal('resize'), key: z.string(), old: run, now: run }),
]);
export type RackMessage = z.infer<typeof rackMessage>;
