import type { QuickPick, QuickPickItem } from './doors.js';
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
