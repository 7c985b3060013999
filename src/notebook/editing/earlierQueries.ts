import * as vscode from 'vscode';
import { parseQueryText } from '../../model/query/queryText.js';
import { queryTitle } from '../../model/results/queryFacts.js';
import { oneLine } from '../../model/text/looseValues.js';
import { window, type Log, type QuickInputButton, type QuickPickItem } from '../../ui/doors.js';
import { inBackground, sayFailed } from '../../ui/listeners.js';
import { inert, inertUpTo, joined, NothingToDoError, type Inert } from '../../words/inert.js';
import { namedConnection, requireNotebook, selectedCell } from '../notebookMetadata.js';
import { rowCountText } from '../results/runSummary.js';
import { insertQuery } from './insertQuery.js';
import type { PastQuery, QueryHistory } from './queryHistory.js';

const longestTitle = 120;

/** What the list of earlier queries needs from the rest. */
export interface HistoryServices {
  readonly history: QueryHistory;
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
export function chooseEarlierQuery({ history, compareText, log }: HistoryServices): void {
  const notebook = requireNotebook();
  const connectionId = namedConnection(notebook);
  if (connectionId === undefined || history.of(connectionId).length === 0) {
    throw new NothingToDoError(
      vscode.l10n.t('No query of this notebook has been answered by its connection yet.'),
    );
  }
  const cell = selectedCell();
  const current = cell?.kind === vscode.NotebookCellKind.Code ? cell.document.uri : undefined;
  const compare: QuickInputButton = {
    iconPath: new vscode.ThemeIcon('diff'),
    tooltip: vscode.l10n.t('Compare with the selected cell'),
  };
  const pick = window.createQuickPick<PastRow>();
  pick.title = vscode.l10n.t('Query history of this connection');
  pick.placeholder = vscode.l10n.t('Search any word of a query');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const run = (work: Promise<unknown>) => void work.catch(sayFailed);
  const list = () => {
    pick.items = rows(history.of(connectionId), current ? [compare] : []);
  };
  const parts = vscode.Disposable.from(
    pick,
    pick.onDidAccept(() => {
      const past = pick.selectedItems[0]?.past;
      pick.hide();
      if (past) run(insertQuery(notebook, past.text));
    }),
    pick.onDidTriggerItemButton(({ item: { past, label }, button }) => {
      if (!past) return;
      if (button !== compare)
        return inBackground(log, history.toggleStar(connectionId, past.text).then(list));
      pick.hide();
      const title = vscode.l10n.t('{0} ↔ the selected cell', label);
      if (current) run(compareText(title, past.text, current));
    }),
    pick.onDidHide(() => parts.dispose()),
  );
  list();
  pick.show();
}

/** The queries with a star, and below them the others, the last one first. */
function rows(queries: readonly PastQuery[], buttons: readonly QuickInputButton[]): PastRow[] {
  const starred = queries.filter(({ isStarred }) => isStarred);
  const others = queries.filter(({ isStarred }) => !isStarred);
  const heading = (label: Inert): PastRow => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...(starred.length > 0 ? [heading(vscode.l10n.t('Starred'))] : []),
    ...starred.map(past => toRow(past, buttons)),
    ...(starred.length > 0 && others.length > 0 ? [heading(vscode.l10n.t('Earlier'))] : []),
    ...others.map(past => toRow(past, buttons)),
  ];
}

/** What a query asks, as far as its text can be read, above the text itself, in which any word is found. */
function toRow(past: PastQuery, buttons: readonly QuickInputButton[]): PastRow {
  const { at, text, rows: rowCount, range, isStarred } = past;
  const written = parseQueryText(text);
  const title = 'query' in written ? queryTitle(written.query) : '';
  const when = inert(new Date(at).toLocaleString(vscode.env.language));
  const facts = [
    range && inert(range),
    rowCount === undefined ? undefined : rowCountText(rowCount, rowCount),
  ];
  const star: QuickInputButton = isStarred
    ? { iconPath: new vscode.ThemeIcon('star-full'), tooltip: vscode.l10n.t('Take the star away') }
    : { iconPath: new vscode.ThemeIcon('star-empty'), tooltip: vscode.l10n.t('Star it, so that it stays') };
  return {
    label: inertUpTo(longestTitle, title) || vscode.l10n.t('Query'),
    description: joined([...facts, when], ' · '),
    detail: inertUpTo(text.length, oneLine(text)),
    buttons: [star, ...buttons],
    past,
  };
}
