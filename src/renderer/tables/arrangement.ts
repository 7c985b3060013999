import type { ColumnSettings, ViewSettings } from '../../model/results/viewSettings.js';

/** The columns of a table as their layout has them. */
interface LaidOut {
  /** All fields in the order of the layout. */
  readonly fields: readonly string[];
  /** Those that the layout leaves out. */
  readonly hidden: readonly string[];
}

/** How a table is looked at when its columns follow their layout again. */
export const unarranged = ({ order: _order, columns, ...settings }: ViewSettings): ViewSettings => ({
  ...settings,
  ...(columns ? { columns: columns.map(({ isHidden: _isHidden, ...column }) => column) } : {}),
});

/** How a table is looked at: its columns as the user arranged them, else as their layout does. */
export function withLayout(kept: ViewSettings, { hidden }: LaidOut): ViewSettings {
  const settings = kept.order ? kept : unarranged(kept);
  const known = new Map((settings.columns ?? []).map(column => [column.name, column]));
  for (const name of hidden)
    known.set(name, { ...known.get(name), name, isHidden: known.get(name)?.isHidden ?? true });
  return { ...settings, columns: [...known.values()] };
}

/** What is kept of how a table is looked at: all of the arrangement once the user changed any of it, or nothing. */
export function keptOf(settings: ViewSettings, { fields, hidden }: LaidOut): ViewSettings {
  const known = new Map((settings.columns ?? []).map(column => [column.name, column]));
  const isHidden = (name: string) => known.get(name)?.isHidden === true;
  const isArranged =
    settings.order !== undefined || fields.some(name => isHidden(name) !== hidden.includes(name));
  if (!isArranged) return unarranged(settings);
  const columns = fields.map((name): ColumnSettings => ({
    ...known.get(name),
    name,
    isHidden: isHidden(name),
  }));
  return { ...settings, columns, order: settings.order ?? [...fields] };
}
