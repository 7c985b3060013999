import { folded } from 'netsensor-contract/text/folded';

/** A place of a text that holds what was searched for. */
export interface TextHit {
  /** From 0, as columns are. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** Its line, without what indents it. */
  readonly text: string;
}

/**
 * The lines of a text that hold what was typed, whatever its case and accents, each with the first place in it: what was
 * typed where it stands there but for its case, else all of the line.
 */
export function hitsInText(text: string, typed: string): TextHit[] {
  const wanted = folded(typed.trim());
  if (wanted === '') return [];
  return text.split(/\r?\n/).flatMap((content, line) => {
    if (!folded(content).includes(wanted)) return [];
    const shown = content.trim();
    const exact = content.toLowerCase().indexOf(typed.trim().toLowerCase());
    const from = exact < 0 ? content.indexOf(shown) : exact;
    return [{ line, from, to: from + (exact < 0 ? shown.length : typed.trim().length), text: shown }];
  });
}
