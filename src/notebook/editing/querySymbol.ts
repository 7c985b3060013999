import type * as vscode from 'vscode';
import { parseQueryText } from '../../model/query/queryText.js';
import { queryFacts, queryTextTitle } from '../../model/results/queryFacts.js';
import { readViewSettings, type ViewName } from '../../model/results/viewSettings.js';
import { inert, inertUpTo, type Inert } from '../../words/inert.js';
import { cellName, viewField } from '../notebookMetadata.js';

const longestTitle = 120;

/** What stands for a query where VS Code lists symbols. */
export interface QuerySymbol {
  readonly name: Inert;
  readonly detail: Inert | '';
  /** Name of a `SymbolKind`. */
  readonly icon: keyof typeof vscode.SymbolKind;
}

/**
 * The one symbol of a query: its name, or what it asks in short, with an icon of its view; nothing as long as it is not JSON.
 * @param cell that holds the query, if it is one of a notebook
 */
export function querySymbol(text: string, cell: vscode.NotebookCell | undefined): QuerySymbol | undefined {
  const title = queryTextTitle(text);
  if (title === '') return undefined;
  const name = cell && cellName(cell);
  const { view = usualView(text) } = readViewSettings(cell?.metadata[viewField]);
  return {
    name: inertUpTo(longestTitle, name ?? title),
    detail: name === undefined ? '' : inert(title),
    icon: icons[view],
  };
}

/** The view in which a result opens, as far as its query tells. */
function usualView(text: string): ViewName {
  const written = parseQueryText(text);
  const { queryType, isBucketed } = queryFacts('query' in written && written.query);
  if (isBucketed && ['groupBy', 'topN', 'timeseries'].includes(queryType)) return 'line';
  if (queryType === 'topN') return 'list';
  return queryType === 'timeseries' ? 'number' : 'table';
}

/** VS Code has no icons of charts for symbols: those that look most like them. */
const icons: Readonly<Record<ViewName, QuerySymbol['icon']>> = {
  table: 'Struct',
  number: 'Number',
  line: 'Event',
  area: 'Event',
  stacked: 'Event',
  bars: 'Event',
  list: 'Enum',
  heat: 'Array',
  map: 'Object',
};
