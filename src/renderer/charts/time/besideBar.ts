import type { BesideRows } from '../../besideRows.js';
import { button, element } from '../../element.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';
import type { TimeChartKind } from '../chartView.js';

/** Says what of that which is drawn beside a chart could not be read, with a way to try again; nothing else. */
export function besideBars(session: Session, kind: TimeChartKind, onDidChoose: () => void): HTMLElement[] {
  const { before, compared, marks, marked } = session;
  const bar = (name: string, rows: Pick<BesideRows<string, unknown>, 'again'>) => {
    const again = button(strings.tryAgain, () => {
      rows.again();
      onDidChoose();
    });
    return element('div', { className: 'largest' }, element('span', { text: strings.notRead(name) }), again);
  };
  return [
    ...(kind === 'line' && compared && before.isRefused ? [bar(strings.before[compared], before)] : []),
    ...(marked !== undefined && marks.isRefused ? [bar(strings.markSource(marked), marks)] : []),
  ];
}
