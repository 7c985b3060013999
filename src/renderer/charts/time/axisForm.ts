import { chartAxis } from '../../../model/charts/chartAxis.js';
import { shortNumber, typedNumber, typedText } from '../../../model/charts/quantity.js';
import type { TimeChartKind } from '../../../model/charts/time/seriesData.js';
import { drawnMeasures, hasPiles, rateOf } from '../../../model/charts/viewChoice.js';
import type { AxisSettings } from '../../../model/results/viewSettings.js';
import { button, element } from '../../element.js';
import type { Session } from '../../session.js';
import { strings } from '../../strings.js';

/** A chart whose axis is chosen. */
interface AxisChart {
  readonly session: Session;
  readonly kind: TimeChartKind;
  /** Called when the axis is to be drawn otherwise. */
  readonly onDidChoose: () => void;
}

/** What can be chosen about the axis of the first column that a chart draws, folded at first. */
export function axisForm(chart: AxisChart): HTMLElement {
  const { look } = chart.session;
  const summary = element('summary', { text: strings.axis.title });
  const made = element('details', { className: 'axis' }, summary);
  made.open = look.hasAxisForm === true;
  const keep = () => (look.hasAxisForm = made.open);
  made.addEventListener('toggle', keep);
  // A key may come before the browser tells that it was opened.
  const onDidChoose = () => {
    keep();
    chart.onDidChoose();
  };
  made.append(axisFields({ ...chart, onDidChoose }));
  return made;
}

/** Its kind, its limits and its thresholds. */
function axisFields(chart: AxisChart): HTMLElement {
  const { session, kind } = chart;
  const name = drawnMeasures(session, kind)[0]?.name ?? '';
  const { isLogarithmic = false, min, max, thresholds = [], ...quantity } = chartAxis(session, name);
  const limits = { min, max };
  const change = (changes: Omit<AxisSettings, 'rate'>): undefined => {
    const axis = { isLogarithmic, ...limits, thresholds, rate: rateOf(session, name), ...changes };
    session.changeColumn(name, { axis });
    chart.onDidChoose();
  };
  const problem = element('span', { attributes: { role: 'alert' } });
  const setLimit = (which: 'min' | 'max') => (value: number | undefined) => {
    const wanted = { ...limits, [which]: value };
    const { min: least = -Infinity, max: most = Infinity } = wanted;
    return least < most ? change(wanted) : strings.minOverMax;
  };
  const limitField = (which: 'min' | 'max') => {
    const limit = limits[which];
    const input = field(strings.axis[which], limit === undefined ? '' : typedText(limit));
    input.addEventListener('change', () => read(input, { problem, take: setLimit(which) }));
    return input;
  };
  const value = field(strings.axis.threshold);
  const label = field(strings.axis.label);
  const take = (typed: number | undefined) => {
    const added = { value: typed ?? 0, label: label.value.trim() || undefined };
    return typed === undefined ? strings.notNumber : change({ thresholds: [...thresholds, added] });
  };
  const add = () => read(value, { problem, take });
  for (const input of [value, label])
    input.addEventListener('keydown', ({ key }) => key === 'Enter' && add());
  const attributes = { 'aria-pressed': String(isLogarithmic) };
  const toggle = () => change({ isLogarithmic: !isLogarithmic });
  const chips = thresholds.map(threshold => {
    const said = `${threshold.label ?? ''} ${shortNumber(threshold.value, quantity)}`.trimStart();
    const remove = () => change({ thresholds: thresholds.filter(other => other !== threshold) });
    return button(`${said} ×`, remove, {
      className: 'chip',
      attributes: { 'aria-label': strings.removeThreshold(said) },
    });
  });
  return element(
    'div',
    { className: 'filters' },
    ...(hasPiles(session, kind) ? [] : [button(strings.axis.logarithmic, toggle, { attributes })]),
    limitField('min'),
    limitField('max'),
    value,
    label,
    button(strings.axis.add, add),
    ...chips,
    problem,
  );
}

function field(name: string, value = ''): HTMLInputElement {
  const attributes = { type: 'text', placeholder: name, 'aria-label': name, title: name, value };
  return element('input', { attributes });
}

interface Reading {
  readonly problem: HTMLElement;
  /** @param value undefined for nothing typed @returns what is wrong with it */
  readonly take: (value: number | undefined) => string | undefined;
}

/** Takes what is typed as a number, or says why it is none. */
function read(input: HTMLInputElement, { problem, take }: Reading): void {
  const value = typedNumber(input.value);
  const said = input.value.trim() && value === undefined ? strings.notNumber : take(value);
  problem.textContent = said ?? '';
  input.setAttribute('aria-invalid', String(said !== undefined));
}
