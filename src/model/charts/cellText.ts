import type { ResultValue } from '../query/queryResult.js';
import { timeText } from '../text/timeText.js';
import type { ChartColumn } from './chartResult.js';
import { chartWords } from './chartWords.js';
import { groupDigits, isNotFinite, isNumericText } from './numbers.js';

/** How one value is shown. */
export interface CellText {
  readonly text: string;
  readonly look: 'plain' | 'null' | 'empty' | 'notFinite' | 'loading';
  /** Said on hover; the text itself when there is nothing else to say. */
  readonly hint: string;
}

/** The text of a value: null, empty text, numbers that are not finite and plain text can be told apart. */
export function cellText(
  value: ResultValue | undefined,
  { kind, isNumeric, zone }: Pick<ChartColumn, 'kind' | 'isNumeric'> & { readonly zone: string },
): CellText {
  if (value === undefined) return { text: '…', look: 'loading', hint: chartWords.loading };
  if (value === null) return { text: chartWords.null, look: 'null', hint: chartWords.nullHint };
  if (value === '') return { text: chartWords.empty, look: 'empty', hint: chartWords.emptyHint };
  if (typeof value === 'number' || (isNumeric && isNumericText(value))) return numberText(value);
  const text = String(value);
  if (isNumeric && isNotFinite(value)) return { text, look: 'notFinite', hint: chartWords.notFinite };
  return { text: kind === 'time' ? timeText(text, zone) : text, look: 'plain', hint: text };
}

function numberText(value: number | string): CellText {
  const text = groupDigits(String(value));
  const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
  return { text, look: 'plain', hint: isInexact ? chartWords.tooLong : text };
}
