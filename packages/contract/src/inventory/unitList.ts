import { plainlyTyped } from '../text/folded.js';

const mostUnits = 1000;

/** One unit, or the first and the last of some: `8`, `U8`, `8U`, `8-11`, `U8–U11`, `8..11`, `8 to 11`. */
const unitRun =
  /^(?:r?u\s*)?(\d{1,9})(?:\s*r?u)?(?:\s*(?:-+|~|\.{2,3}|to|:)\s*(?:r?u\s*)?(\d{1,9})(?:\s*r?u)?)?$/;

/**
 * The rack units in `1,2,3`, also where people write `1-3`, `U1–U3`, `1..3` or `1; 2; 3`; undefined for text that is no such
 * list, which the schema explains.
 */
export function rackUnits(units: unknown): readonly number[] | undefined {
  if (typeof units !== 'string') return undefined;
  const parts = plainlyTyped(units)
    .split(/\s*[,;、\n]\s*/)
    .map(part => unitRun.exec(part));
  const found: number[] = [];
  for (const part of parts) {
    if (!part) return undefined;
    const ends = [Number(part[1]), Number(part[2] ?? part[1])];
    const from = Math.min(...ends);
    const to = Math.max(...ends);
    if (to - from >= mostUnits) return undefined;
    for (let unit = from; unit <= to; unit += 1) found.push(unit);
  }
  return found;
}
