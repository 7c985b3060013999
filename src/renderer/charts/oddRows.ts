import { element } from '../element.js';
import { toNumber } from '../numbers.js';
import type { Session, SessionColumn } from '../session.js';
import { strings } from '../strings.js';
import { timeText } from '../timeText.js';
import { groups } from '../viewChoice.js';
import { groupOf } from './group.js';

const mostListed = 100;

/** A list, folded at first, of the rows that have no finite number to draw, with what they have instead. */
export function oddRows(session: Session, drawn: readonly SessionColumn[]): HTMLElement | undefined {
  const items: HTMLElement[] = [];
  let all = 0;
  for (let row = 0; row < session.rows.count; row += 1)
    for (const column of drawn) {
      if (Number.isFinite(toNumber(column.values[row]))) continue;
      all += 1;
      if (items.length < mostListed) items.push(element('li', { text: rowText(session, { row, column }) }));
    }
  if (all === 0) return undefined;
  const more = all > items.length ? [element('li', { text: strings.moreInTable(all - items.length) })] : [];
  return element(
    'details',
    { className: 'odd' },
    element('summary', { text: strings.oddRows(all) }),
    element('ul', {}, ...items, ...more),
  );
}

function rowText(session: Session, { row, column }: { row: number; column: SessionColumn }): string {
  const time = session.columns.find(({ kind }) => kind === 'time')?.values[row];
  const grouped = groups(session);
  const value = column.values[row] ?? null;
  return [
    ...(time === undefined ? [] : [timeText(String(time), session.zone)]),
    ...(grouped.length === 0 ? [] : [groupOf(grouped, row).name]),
    `${column.name}: ${value === null ? strings.noValue : value === '' ? strings.empty : String(value)}`,
  ].join(' · ');
}
