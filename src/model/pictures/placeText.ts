import { parseTree } from 'jsonc-parser';
import { withField } from '../text/jsonEdit.js';
import type { FloorPlace } from './floorPlan.js';

/** The text of an access point with another place on the plan; undefined for text that is no object. */
export function withPlace(text: string, place: FloorPlace): string | undefined {
  let changed = text;
  for (const field of ['x', 'y'] as const) {
    const object = parseTree(changed);
    if (object?.type !== 'object') return undefined;
    changed = withField(changed, object, field, place[field]);
  }
  return changed;
}
