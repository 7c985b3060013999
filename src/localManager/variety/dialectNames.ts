/** How managers are known or likely to word their answers; the first one is the default (field notes §1.4 and §4). */
export const dialectNames = ['manager', 'rails', 'newest', 'data', 'results'] as const;

export type DialectName = (typeof dialectNames)[number];

export const isDialectName = (text: string): text is DialectName =>
  (dialectNames as readonly string[]).includes(text);
