import { cellText, type CellText } from '../charts/cellText.js';
import { chartResult, type ChartColumn, type ChartResult } from '../charts/chartResult.js';
import type { ChartPicture } from '../charts/chartShape.js';
import { chartSubject } from '../charts/chartSubject.js';
import { drawChart } from '../charts/drawChart.js';
import { pictureNotes } from '../charts/undrawn.js';
import { columnOfOneTime, shownColumns, tableOrder } from '../charts/shownTable.js';
import { chosenView } from '../charts/viewChoice.js';
import { resultCaption, type Caption } from '../results/caption.js';
import type { QueryCell, ReportAnswer } from './report.js';
import { reportWords } from './reportWords.js';

/** The first rows of a result as its table shows them. */
export interface FirstRows {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly (readonly CellText[])[];
  /** How many of how many there are. */
  readonly said: string;
}

/** An answer as a report shows it, whatever it is written in. */
export interface ShownAnswer {
  /** Its notes say all that is not in it. */
  readonly caption: Caption;
  /** Undefined where it is looked at as a table. */
  readonly picture: ChartPicture | undefined;
  /** Undefined where there is no row. */
  readonly table: FirstRows | undefined;
}

/** @param most rows of a table */
export function shownAnswer(
  { name, answer }: QueryCell & { readonly answer: ReportAnswer },
  most: number,
): ShownAnswer {
  const { table, said, settings } = answer;
  const zone = settings.zone ?? said.zone ?? 'sent';
  const result = chartResult(table, { facts: said.facts, settings, zone });
  const view = chosenView(result);
  const picture = view === 'table' || table.rowCount === 0 ? undefined : drawChart(view, result);
  const subject = picture ? { drawn: chartSubject(result, view) } : {};
  const caption = resultCaption({ ...said, name }, { zone, ...subject });
  const seen = picture
    ? { columns: result.columns, notes: pictureNotes(view, result, picture) }
    : arranged(result);
  const notes = [
    ...stateNotes(answer),
    ...caption.notes,
    ...(picture ? besideNotes(settings) : []),
    ...seen.notes,
  ];
  return {
    caption: { ...caption, title: caption.title || reportWords().untitled, notes: [...new Set(notes)] },
    picture,
    table: table.rowCount > 0 ? firstRows(result, { ...seen, most }) : undefined,
  };
}

/** What is to be known of an answer before one reads it. */
function stateNotes({ isStale, hasFailed, table }: ReportAnswer): string[] {
  const words = reportWords();
  return [
    ...(isStale ? [words.stale] : []),
    ...(hasFailed ? [words.failed] : []),
    ...(table.rowCount === 0 ? [words.noRows] : []),
  ];
}

/** What was asked of the manager besides, and is on no page any more. */
function besideNotes({ compare, marks }: ReportAnswer['settings']): string[] {
  const words = reportWords();
  return [...(compare ? [words.notCompared] : []), ...(marks ? [words.notMarked] : [])];
}

/** Columns and rows of a table, and what is said once. */
interface Arranged {
  readonly columns: readonly ChartColumn[];
  readonly order?: Uint32Array | undefined;
  readonly notes: readonly string[];
}

function arranged(result: ChartResult): Arranged {
  const words = reportWords();
  const { settings, zone, rows } = result;
  const sameTime = columnOfOneTime(result);
  const columns = shownColumns(result.columns, { settings, sameTime });
  const order = tableOrder(result);
  const isSaidOnce = sameTime && !columns.includes(sameTime);
  const hidden = result.columns.filter(column => column !== sameTime && !columns.includes(column));
  return {
    columns,
    order,
    notes: [
      ...(isSaidOnce
        ? [words.inEveryRow(sameTime.name, cellText(sameTime.values[0], { ...sameTime, zone }).text)]
        : []),
      ...(hidden.length > 0 ? [words.hidden(hidden.map(({ name }) => name))] : []),
      ...(order && order.length < rows.count ? [words.filtered(order.length, rows.count)] : []),
    ],
  };
}

function firstRows(
  { rows, zone }: ChartResult,
  { columns, order, most }: Omit<Arranged, 'notes'> & { readonly most: number },
): FirstRows {
  const words = reportWords();
  const all = order?.length ?? rows.count;
  const shown = Math.min(all, most);
  return {
    columns,
    rows: Array.from({ length: shown }, (_, at) =>
      columns.map(column => cellText(column.values[order?.[at] ?? at], { ...column, zone })),
    ),
    said: shown < all ? words.cut(shown, all) : words.rows(all),
  };
}
