import type { ViewName } from '../model/results/viewSettings.js';
import { element } from './element.js';
import type { Session } from './session.js';
import { strings } from './strings.js';
import { chosenMeasure, isOverTime, measures, places, secondMeasures, unitOf } from './viewChoice.js';

/** One choice of an option. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What can be chosen about a view: the value drawn, the column of a map, units and the time zone. */
export function optionBar(session: Session, view: ViewName, onDidChange: () => void): HTMLElement {
  const bar = element('span', {
    className: 'options',
    attributes: { role: 'group', 'aria-label': strings.options },
  });
  const add = (
    label: string,
    choices: readonly Choice[],
    chosen: string,
    choose: (value: string) => void,
  ) => {
    if (choices.length < 2) return;
    const select = element('select', { attributes: { 'aria-label': label, title: label } });
    select.append(
      ...choices.map(choice =>
        element('option', { text: choice.label, attributes: { value: choice.value } }),
      ),
    );
    select.value = chosen;
    select.addEventListener('change', () => {
      choose(select.value);
      onDidChange();
    });
    bar.append(select);
  };
  const names = (columns: readonly { readonly name: string }[]) =>
    columns.map(({ name }) => ({ value: name, label: name }));
  const measure = chosenMeasure(session)?.name ?? '';
  if (view !== 'table') {
    add(strings.measure, names(measures(session)), measure, value => session.change({ measure: value }));
    const others = secondMeasures(session, view);
    const second = others.find(({ name }) => name === session.settings.second)?.name ?? '';
    const none = { value: '', label: strings.noSecond };
    add(strings.second, [none, ...names(others)], second, value =>
      session.change({ second: value || undefined }),
    );
    if (unitOf(session, measure) === 'bytes') {
      const prefixes = [
        { value: 'si', label: strings.siPrefixes },
        { value: 'binary', label: strings.binaryPrefixes },
      ];
      add(strings.prefixes, prefixes, session.settings.prefixes ?? 'si', value =>
        session.change({ prefixes: value === 'binary' ? 'binary' : 'si' }),
      );
    }
  }
  if (view === 'line' && session.shifts.length > 0) {
    const shifts = session.shifts.map(value => ({ value, label: strings.before[value] }));
    add(
      strings.compare,
      [{ value: '', label: strings.noCompare }, ...shifts],
      session.settings.compare ?? '',
      value => session.change({ compare: session.shifts.find(shift => shift === value) }),
    );
  }
  if (isOverTime(view) && session.markSources.length > 0) {
    const sources = session.markSources.map(value => ({ value, label: strings.markSource(value) }));
    add(strings.marks, [{ value: '', label: strings.noMarks }, ...sources], session.marked ?? '', value =>
      session.change({ marks: value || undefined }),
    );
  }
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

function zones({ zone, output }: Session): Choice[] {
  const own = [output.zone, zone].filter(name => name !== undefined && !Object.hasOwn(strings.zones, name));
  return [
    ...Object.entries(strings.zones).map(([value, label]) => ({ value, label })),
    ...[...new Set(own)].map(name => ({ value: name ?? '', label: name ?? '' })),
  ];
}
