import fc from 'fast-check';

/** A record of which only some fields are always there. */
export const partial = <T, K extends keyof T>(
  parts: { [P in keyof T]: fc.Arbitrary<T[P]> },
  requiredKeys: K[],
) => fc.record(parts, { requiredKeys });
