import type { ChartPicture } from '../../model/charts/chartShape.js';
import { numberChart, numberPicture } from '../../model/charts/numberChart.js';
import { element } from '../element.js';
import type { Session } from '../session.js';
import type { Drawing } from './chartView.js';

/** The one value of a result of one row, to be read from afar; below it all of its digits, and what it is of. */
export class BigNumber implements Drawing {
  readonly element = element('div', { className: 'big-number' });
  readonly picture: () => ChartPicture;

  constructor(session: Session) {
    const chart = numberChart(session);
    this.picture = () => numberPicture(chart);
    this.element.append(
      element('div', { className: chart.isFinite ? 'value' : 'value null', text: chart.short }),
      ...chart.details.map(text => element('div', { className: 'detail', text })),
    );
  }
}
