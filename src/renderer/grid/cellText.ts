import type { ResultValue } from '../../model/query/queryResult.js';
import { isNotFinite, isNumericText } from '../../model/charts/numbers.js';
import { strings } from '../strings.js';
import { timeText } from '../../model/text/timeText.js';
import type { SessionColumn } from '../session.js';

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
  { kind, isNumeric, zone }: Pick<SessionColumn, 'kind' | 'isNumeric'> & { readonly zone: string },
): CellText {
  if (value === undefined) return { text: '…', look: 'loading', hint: strings.loading };
  if (value === null) return { text: strings.null, look: 'null', hint: strings.nullHint };
  if (value === '') return { text: strings.empty, look: 'empty', hint: strings.emptyHint };
  if (typeof value === 'number' || (isNumeric && isNumericText(value))) return numberText(value);
  const text = String(value);
  if (isNumeric && isNotFinite(value)) return { text, look: 'notFinite', hint: strings.notFinite };
  return { text: kind === 'time' ? timeText(text, zone) : text, look: 'plain', hint: text };
}

function numberText(value: number | string): CellText {
  const text = groupDigits(String(value));
  const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
  return { text, look: 'plain', hint: isInexact ? strings.tooLong : text };
}

/** Every digit is kept: separators go into the whole part only. */
function groupDigits(digits: string): string {
  const [whole = '', ...rest] = digits.split(/(?=[.e])/);
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('');
}
