import type { Connection } from '../connections/connection.js';
import { Command } from '../ids.js';
import type { TableState } from '../model/tables/tableMessages.js';
import type { TableType } from '../model/tables/tableType.js';
import { press } from '../ui/confirmRisk.js';
import { remedyButton, type RemedyButton } from '../ui/remedyButtons.js';
import { describeError } from '../words/describeError.js';
import { isWorthAnotherTry, remedyFor } from '../words/remedies.js';
import { signedOutWords, troubleWords } from '../words/troubleWords.js';

type AskedHelp = 'unlock' | 'help' | 'retry';

/** What stands in the way of an edit or a save of a table, as its page is told it. */
export function stateOf(connection: Connection | undefined, type: TableType): TableState {
  const isForGood = type === 'users';
  const isLocked = isForGood || (connection?.isLocked ?? true);
  return { isLocked, isForGood, trouble: connection && troubleOf(connection) };
}

function troubleOf(connection: Connection): TableState['trouble'] {
  const { isSignedOut, reach, name } = connection;
  const help = helpFor(connection)?.label;
  if (isSignedOut) return { ...signedOutWords(name), help, mayWorkLater: false };
  const { trouble, since = 0 } = reach ?? {};
  return (
    trouble && {
      words: troubleWords(trouble, since),
      sentence: describeError(trouble),
      help,
      mayWorkLater: isWorthAnotherTry(trouble),
    }
  );
}

function helpFor(connection: Connection): RemedyButton | undefined {
  const { id, isSignedOut, reach } = connection;
  const remedy = isSignedOut ? 'key' : reach?.trouble && remedyFor(reach.trouble, connection);
  return remedy && remedyButton({ remedy, connectionId: id });
}

/** Does what a button of a table says. */
export async function takeHelp(asked: AskedHelp, connection: Connection | undefined): Promise<void> {
  const command = whatHelps(asked, connection);
  if (command) await press(command);
}

/** What a button of a table does against what stands in the way of its connection, if that is there still. */
export function whatHelps(
  asked: AskedHelp,
  connection: Connection | undefined,
): RemedyButton['command'] | undefined {
  if (!connection) return undefined;
  const { id } = connection;
  if (asked === 'help') return helpFor(connection)?.command;
  return asked === 'unlock'
    ? { command: Command.unlockConnection, arguments: [{ connectionId: id }] }
    : { command: Command.retry, arguments: [{ kind: 'unread', connectionIds: [id] }] };
}
