import type { ResultValue } from '../../model/query/queryResult.js';
import type { ValueAction } from '../../model/results/pageQuestions.js';
import type { ViewSettings } from '../../model/results/viewSettings.js';
import { sortOf, sortsOf } from '../../model/charts/shownTable.js';
import { cellsAsText, cellsWithHeaders, type GridClipboard } from './gridClipboard.js';
import type { MenuEntry } from '../menu.js';
import type { GridModel } from './gridModel.js';
import type { GridSelection } from './gridSelection.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';

/** What the menus of a grid work on. */
export interface GridActions {
  readonly model: GridModel;
  readonly selection: GridSelection;
  readonly clipboard: GridClipboard;
  readonly events: { readonly onWantsFilter: (column: string) => void };
  readonly sort: (sort: ViewSettings['sort']) => void;
  readonly moveColumn: (column: number, to: number) => void;
  readonly widen: (column: number, pixels: number) => void;
  readonly redraw: () => void;
}

/** A value of a column, and the time of its row where it stands for one. */
interface ShownValue {
  readonly column: string;
  readonly value: ResultValue;
  readonly time?: ResultValue | undefined;
}

/** What can be done with a value of a column; nothing for columns that are no dimensions. */
export function valueEntries(session: Session, shown: ShownValue): MenuEntry[] {
  const { facts } = session;
  if (!session.isConnected || !facts.dimensions.includes(shown.column)) return [];
  const act = (action: ValueAction) => () => session.post({ type: 'value', action, ...shown });
  const reveal = { label: strings.reveal, run: act('reveal') };
  return [
    { label: strings.filterTo, run: act('filter') },
    { label: strings.exclude, run: act('exclude') },
    { label: strings.drillDown, run: act('drillDown') },
    ...(facts.inTree.includes(shown.column) && shown.value !== null ? [reveal] : []),
    { label: strings.copyFilter, run: act('copyFilter') },
  ];
}

/** The same for each of the values that make a group. */
export function groupEntries(session: Session, parts: readonly ShownValue[]): MenuEntry[] {
  return parts.flatMap(part =>
    valueEntries(session, part).map(entry =>
      entry === 'line' || parts.length === 1 ? entry : { ...entry, label: `${entry.label}: ${part.column}` },
    ),
  );
}

/** The menu of the active cell of a grid. */
export function cellEntries({ model, selection, clipboard }: GridActions): MenuEntry[] {
  const { row, column } = selection.active;
  const shown = model.columns[column];
  const value = shown && model.value(row, shown);
  const times = model.session.columns.find(({ kind }) => kind === 'time');
  const time = times?.values[model.rowAt(row)];
  const actions =
    shown && value !== undefined ? valueEntries(model.session, { column: shown.name, value, time }) : [];
  return [
    ...actions,
    ...(actions.length > 0 ? ['line' as const] : []),
    { label: strings.copy, run: () => void clipboard.copy(cellsAsText) },
    { label: strings.copyWithHeaders, run: () => void clipboard.copy(cellsWithHeaders) },
  ];
}

/** Shows columns that are hidden. */
export function showColumns(session: Session, names: readonly string[]): void {
  const shown = names.map(name => ({ ...session.columnSettings(name), isHidden: false }));
  const others = (session.settings.columns ?? []).filter(({ name }) => !names.includes(name));
  session.change({ columns: [...others, ...shown] });
}

/** Pixels that a column gets wider or narrower by. */
const step = 40;

/** The menu of a column name. */
export function columnEntries(grid: GridActions, index: number): MenuEntry[] {
  const { model } = grid;
  const { session } = model;
  const column = model.columns[index];
  if (!column) return [];
  const { name } = column;
  const change = (changes: Parameters<Session['changeColumn']>[1]) => {
    session.changeColumn(name, changes);
    grid.redraw();
  };
  const showAll = () => {
    const hidden = session.columns.filter(({ index }) => !model.columns.some(shown => shown.index === index));
    showColumns(
      session,
      hidden.map(column => column.name),
    );
    grid.redraw();
  };
  const others = sortsOf(session.settings).filter(each => each.column !== name);
  const isThen = others.length > 0;
  const then = (isDescending: boolean) => () =>
    grid.sort(sortOf([...others, { column: name, isDescending }]));
  const isOnlyOne = model.columns.length === 1;
  const hasHidden = model.columns.length < session.columns.length;
  return [
    { label: strings.sortAscending, run: () => grid.sort({ column: name, isDescending: false }) },
    { label: strings.sortDescending, run: () => grid.sort({ column: name, isDescending: true }) },
    ...(isThen
      ? [
          { label: strings.thenAscending, run: then(false) },
          { label: strings.thenDescending, run: then(true) },
        ]
      : []),
    { label: strings.sortNone, run: () => grid.sort(undefined) },
    'line',
    { label: strings.filterColumn, run: () => grid.events.onWantsFilter(name) },
    ...(isOnlyOne ? [] : [{ label: strings.hideColumn, run: () => change({ isHidden: true }) }]),
    ...(hasHidden ? [{ label: strings.showAllColumns, run: showAll }] : []),
    'line',
    ...(index > 0 ? [{ label: strings.moveLeft, run: () => grid.moveColumn(index, index - 1) }] : []),
    ...(index < model.columns.length - 1
      ? [{ label: strings.moveRight, run: () => grid.moveColumn(index, index + 1) }]
      : []),
    { label: strings.wider, run: () => grid.widen(index, step) },
    { label: strings.narrower, run: () => grid.widen(index, -step) },
    ...(column.width === undefined
      ? []
      : [{ label: strings.fitColumn, run: () => change({ width: undefined }) }]),
  ];
}
