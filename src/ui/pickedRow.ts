import type { Inert } from '../words/inert.js';
import type { CancellationToken, QuickPick, QuickPickItem } from './doors.js';
import { together } from './lifetimes.js';

/** What a list does until a row is chosen. */
export interface ListOptions<Row> {
  /** Whether a row can be chosen; one that only says something does nothing. */
  readonly isAnswer: (row: Row) => boolean;
  readonly onType: () => void;
}

/** Shows a list until a row of it is chosen, and disposes of it; undefined without an answer. */
export const pickedRow = <Row extends QuickPickItem>(
  pick: QuickPick<Row>,
  { isAnswer, onType }: ListOptions<Row>,
): Promise<Row | undefined> =>
  new Promise(resolve => {
    const parts = together(
      pick,
      pick.onDidChangeValue(onType),
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (!row || !isAnswer(row)) return;
        resolve(row);
        pick.hide();
      }),
      pick.onDidHide(() => {
        parts.dispose();
        resolve(undefined);
      }),
    );
    pick.show();
  });

/** A question that is asked by a list, with what leaves all as it is in its first row. */
export interface ListQuestion<Row> {
  readonly title: Inert;
  readonly placeholder: Inert;
  readonly rows: readonly [safe: Row, ...risky: Row[]];
}

/**
 * Asks by a list that Enter alone leaves by its first row: what somebody typed on while it came up would put the row that it
 * matches on top, so nothing is sorted or left out by it, and it goes away.
 * @param closed takes the question back
 */
export async function askInList<Row extends QuickPickItem>(
  pick: QuickPick<Row>,
  { title, placeholder, rows }: ListQuestion<Row>,
  closed: CancellationToken,
): Promise<Row | undefined> {
  pick.title = title;
  pick.placeholder = placeholder;
  pick.ignoreFocusOut = true;
  pick.sortByLabel = false;
  pick.items = rows.map(row => ({ ...row, alwaysShow: true }));
  const [safe] = pick.items;
  const forget = () => {
    if (pick.value === '') return;
    pick.value = '';
    if (safe) pick.activeItems = [safe];
  };
  const taken = closed.onCancellationRequested(() => pick.hide());
  const row = await pickedRow(pick, { isAnswer: () => true, onType: forget });
  taken.dispose();
  return closed.isCancellationRequested ? undefined : row;
}
