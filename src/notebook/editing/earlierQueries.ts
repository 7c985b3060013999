import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { queryTextTitle } from '../../model/results/queryFacts.js';
import { wordSearch } from 'netsensor-contract/text/folded';
import { oneLine } from 'netsensor-contract/text/plainText';
import { shortMoment } from '../../model/text/zonedTime.js';
import {
  separator,
  themeIcon,
  window,
  type Log,
  type QuickInputButton,
  type QuickPickItem,
} from '../../ui/doors.js';
import { inBackground, sayFailed } from '../../ui/listeners.js';
import { together } from '../../ui/lifetimes.js';
import { inert, inertUpTo, joined, type Inert } from '../../words/inert.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import { isQueryCell, namedConnection, notebookZone } from '../notebookMetadata.js';
import { requireNotebook, selectedCell } from '../openNotebooks.js';
import { rowCountText } from '../../words/locale.js';
import { shortRange } from '../time/rangeWords.js';
import { insertQuery } from '../insertQuery.js';
import type { PastQuery, QueryHistory } from './queryHistory.js';

const longestTitle = 120;

/** What the list of earlier queries needs from the rest. */
export interface HistoryServices {
  readonly history: () => Promise<QueryHistory>;
  /** Shows the difference between a text and a document. */
  readonly compareText: (title: Inert, left: string, right: vscode.Uri) => Promise<void>;
  readonly log: Log;
}

interface PastRow extends QuickPickItem {
  readonly past?: PastQuery;
}

/**
 * Lists the queries that the notebook's connection has answered: the chosen one is put below the selected cell. Beside each
 * are a star, which keeps it, and a comparison with the selected cell.
 * @throws {SentenceError} when there is none
 */
export async function chooseEarlierQuery(services: HistoryServices): Promise<void> {
  const { compareText, log } = services;
  const notebook = requireNotebook();
  const connectionId = namedConnection(notebook);
  const history = await services.history();
  if (connectionId === undefined || history.of(connectionId).length === 0) {
    throw new NothingToDoError(l10n.t('No query of this notebook has been answered by its connection yet.'));
  }
  const cell = selectedCell();
  const current = cell && isQueryCell(cell) ? cell.document.uri : undefined;
  const compare: QuickInputButton = {
    iconPath: themeIcon('diff'),
    tooltip: l10n.t('Compare with the selected cell'),
  };
  const pick = window.createQuickPick<PastRow>();
  pick.title = l10n.t('Query history of this connection');
  pick.placeholder = l10n.t('Search any word of a query');
  pick.sortByLabel = false;
  pick.keepScrollPosition = true;
  const run = (work: Promise<unknown>) => void work.catch(sayFailed);
  const options = { zone: notebookZone(notebook), buttons: current ? [compare] : [] };
  let queries: readonly TitledQuery[] = [];
  const list = () => (pick.items = rows(queries.filter(holdsWords(pick.value)), options));
  const read = () => {
    queries = history.of(connectionId).map(past => ({ past, title: queryTextTitle(past.text) }));
    list();
  };
  const parts = together(
    pick,
    pick.onDidChangeValue(list),
    pick.onDidAccept(() => {
      const past = pick.selectedItems[0]?.past;
      pick.hide();
      if (past) run(insertQuery(notebook, past.text));
    }),
    pick.onDidTriggerItemButton(({ item: { past, label }, button }) => {
      if (!past) return;
      if (button !== compare)
        return inBackground(log, history.toggleStar(connectionId, past.text).then(read));
      pick.hide();
      const title = l10n.t('{0} ↔ the selected cell', label);
      if (current) run(compareText(title, past.text, current));
    }),
    pick.onDidHide(() => parts.dispose()),
  );
  read();
  pick.show();
}

/** A query with what it asks in short, as far as its text can be read. */
interface TitledQuery {
  readonly past: PastQuery;
  readonly title: string;
}

/** Tells which queries hold each word that is typed, in what is shown of them or in their whole text. */
function holdsWords(typed: string): (query: TitledQuery) => boolean {
  const holds = wordSearch(typed);
  return ({ past, title }) => holds(`${title} ${past.range ?? ''} ${past.text}`);
}

interface RowOptions {
  /** The time zone of the notebook. */
  readonly zone: string;
  readonly buttons: readonly QuickInputButton[];
}

/** The queries with a star, and below them the others, the last one first. */
function rows(queries: readonly TitledQuery[], options: RowOptions): PastRow[] {
  const starred = queries.filter(({ past }) => past.isStarred);
  const others = queries.filter(({ past }) => !past.isStarred);
  return [
    ...(starred.length > 0 ? [separator(l10n.t('Starred'))] : []),
    ...starred.map(query => toRow(query, options)),
    ...(starred.length > 0 && others.length > 0 ? [separator(l10n.t('Earlier'))] : []),
    ...others.map(query => toRow(query, options)),
  ];
}

function toRow({ past, title }: TitledQuery, { zone, buttons }: RowOptions): PastRow {
  const { at, text, rows: rowCount, range, isStarred } = past;
  const facts = [
    range && shortRange(range, zone),
    rowCount === undefined ? undefined : rowCountText(rowCount, rowCount),
    inert(shortMoment(at, zone)),
  ];
  const star: QuickInputButton = isStarred
    ? { iconPath: themeIcon('star-full'), tooltip: l10n.t('Take the star away') }
    : { iconPath: themeIcon('star-empty'), tooltip: l10n.t('Star it, so that it stays') };
  return {
    label: inertUpTo(longestTitle, title) || l10n.t('Query'),
    description: joined(facts, ' · '),
    detail: inertUpTo(text.length, oneLine(text)),
    buttons: [star, ...buttons],
    // VS Code would look for the words in one order.
    alwaysShow: true,
    past,
  };
}
