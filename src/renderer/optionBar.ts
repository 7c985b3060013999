import type { ViewName } from '../model/results/viewSettings.js';
import { element } from './element.js';
import type { Session } from './session.js';
import { strings } from './strings.js';
import {
  canRate,
  chosenMeasure,
  isOverTime,
  places,
  rateOf,
  secondMeasures,
  unitOf,
  viewMeasures,
} from '../model/charts/viewChoice.js';

/** One choice of an option. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A list to choose from; none where there is nothing to choose. */
type AddChoice = (
  label: string,
  choices: readonly Choice[],
  chosen: string,
  choose: (value: string) => void,
) => void;

/** What can be chosen about a view: the value drawn, the column of a map, units and the time zone. */
export function optionBar(session: Session, view: ViewName, onDidChange: () => void): HTMLElement {
  const bar = element('span', {
    className: 'options',
    attributes: { role: 'group', 'aria-label': strings.options },
  });
  const add: AddChoice = (label, choices, chosen, choose) => {
    if (choices.length < 2) return;
    const select = element('select', { attributes: { 'aria-label': label } });
    select.append(
      ...choices.map(choice =>
        element('option', { text: choice.label, attributes: { value: choice.value } }),
      ),
    );
    select.value = chosen;
    select.title = `${label}: ${select.selectedOptions[0]?.text ?? ''}`;
    select.addEventListener('change', () => {
      choose(select.value);
      onDidChange();
    });
    bar.append(select);
  };
  if (view !== 'table') addMeasures(session, view, add);
  addComparisons(session, view, add);
  if (view === 'map') {
    const all = places(session);
    const chosen = session.settings.dimension ?? all[0]?.name ?? '';
    add(strings.dimension, names(all), chosen, value => session.change({ dimension: value }));
  }
  if (view === 'table' || view === 'heat' || isOverTime(view)) {
    add(strings.zone, zones(session), session.zone, value => session.change({ zone: value }));
  }
  return bar;
}

const names = (columns: readonly { readonly name: string }[]): Choice[] =>
  columns.map(({ name }) => ({ value: name, label: name }));

/** Which values are drawn, and in which units. */
function addMeasures(session: Session, view: ViewName, add: AddChoice): void {
  const measure = chosenMeasure(session, view)?.name ?? '';
  add(strings.measure, names(viewMeasures(session, view)), measure, value =>
    session.change({ measure: value }),
  );
  const others = secondMeasures(session, view);
  const second = others.find(({ name }) => name === session.settings.second)?.name ?? '';
  const none = { value: '', label: strings.noSecond };
  add(strings.second, [none, ...names(others)], second, value =>
    session.change({ second: value || undefined }),
  );
  addUnits(session, { view, measure }, add);
}

/** The units to choose from, with what each changes. */
const units = {
  si: { prefixes: 'si' },
  binary: { prefixes: 'binary' },
  siRate: { prefixes: 'si', rate: 'second' },
  binaryRate: { prefixes: 'binary', rate: 'second' },
  bits: { rate: 'bits' },
  bucket: {},
  second: { rate: 'second' },
} as const;
type UnitChoice = keyof typeof units;

function addUnits(
  session: Session,
  { view, measure }: { readonly view: ViewName; readonly measure: string },
  add: AddChoice,
): void {
  const { prefixes = 'si' } = session.settings;
  const hasRates = isOverTime(view) && canRate(session, measure);
  const rate = hasRates ? rateOf(session, measure) : undefined;
  const rates = <Choices extends UnitChoice[]>(...choices: Choices) => (hasRates ? choices : []);
  const [offered, chosen]: [UnitChoice[], UnitChoice] =
    unitOf(session, measure) === 'bytes'
      ? [
          ['si', 'binary', ...rates('siRate', 'binaryRate', 'bits')],
          rate === 'bits' ? rate : rate ? `${prefixes}Rate` : prefixes,
        ]
      : [rates('bucket', 'second'), rate ? 'second' : 'bucket'];
  const choices = offered.map(value => ({ value, label: strings.units[value] }));
  add(strings.prefixes, choices, chosen, value =>
    session.change({ ...(hasRates && { rate: undefined }), ...units[value as UnitChoice] }),
  );
}

/** What a chart over time is held against: an earlier time, or events of another cell. */
function addComparisons(session: Session, view: ViewName, add: AddChoice): void {
  if (view === 'line' && session.shifts.length > 0) {
    const shifts = session.shifts.map(value => ({ value, label: strings.before[value] }));
    const all = [{ value: '', label: strings.noCompare }, ...shifts];
    add(strings.compare, all, session.settings.compare ?? '', value =>
      session.change({ compare: session.shifts.find(shift => shift === value) }),
    );
  }
  if (isOverTime(view) && session.markSources.length > 0) {
    const sources = session.markSources.map(value => ({ value, label: strings.markSource(value) }));
    const all = [{ value: '', label: strings.noMarks }, ...sources];
    add(strings.marks, all, session.marked ?? '', value => session.change({ marks: value || undefined }));
  }
}

function zones({ zone, output }: Session): Choice[] {
  const own = [output.zone, zone].filter(name => name !== undefined && !Object.hasOwn(strings.zones, name));
  return [
    ...Object.entries(strings.zones).map(([value, label]) => ({ value, label })),
    ...[...new Set(own)].map(name => ({ value: name ?? '', label: name ?? '' })),
  ];
}
