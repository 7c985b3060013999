import * as z from 'zod';

/** A tree of what is below a domain, or who talks to whom there. */
export const topologyViews = ['tree', 'flows'] as const;

/** What is shown of a topology; what a page keeps of it over a reload. */
export const wantedTopology = z.object({
  /** The keys of what is open; what one sees at a glance where nobody has opened or closed anything. */
  open: z.array(z.string()).optional(),
  /** The words that nodes are looked for by; none where it is left out. */
  filter: z.string().optional(),
  view: z.enum(topologyViews).optional(),
  /** The `domain_type` of the sites whose flows are shown. */
  level: z.int().optional(),
});
export type WantedTopology = z.infer<typeof wantedTopology>;

/** What is to be changed of what is shown. */
export const topologyChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('turn'), key: z.string(), isOpen: z.boolean() }),
  /** Opens all that can be opened of what is shown, one level. */
  z.object({ kind: z.literal('more') }),
  /** Shows what one sees at a glance. */
  z.object({ kind: z.literal('usual') }),
  /** Shows what holds these words, and the ways to it; what was open before without any. */
  z.object({ kind: z.literal('filter'), words: z.string() }),
  z.object({ kind: z.literal('view'), view: z.enum(topologyViews), level: z.int().optional() }),
]);
export type TopologyChange = z.infer<typeof topologyChange>;

/** What the page of a topology asks. */
export const topologyMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('topology'), change: topologyChange }),
  /** Asks for the query behind the flows from one site to another, by the keys of its row and its column. */
  z.object({ type: z.literal('flows'), from: z.string(), to: z.string() }),
]);
export type TopologyMessage = z.infer<typeof topologyMessage>;
