import { isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { Connection } from '../connections/connection.js';
import { Command } from '../ids.js';
import type { TableState } from '../model/tables/tableMessages.js';
import type { TableType } from '../model/tables/tableType.js';
import { press } from '../ui/confirmRisk.js';
import { remedyButton, type RemedyButton } from '../ui/remedyButtons.js';
import { describeError } from '../words/describeError.js';
import { isWorthAnotherTry, remedyFor, remedyOf } from '../words/remedies.js';
import { staleWords, type Stale } from '../words/staleWords.js';
import { signedOutWords, troubleWords } from '../words/troubleWords.js';
import type { TableParts } from './tableParts.js';

type AskedHelp = 'unlock' | 'help' | 'retry';

/** What is known of the manager and the list of a table. */
interface StateParts {
  readonly connections: Pick<TableParts['connections'], 'get'>;
  readonly lists: Pick<TableParts['lists'], 'stale' | 'update'>;
}

interface ShownTable {
  readonly connectionId: string;
  readonly type: TableType;
}

/** What stands in the way of an edit or a save of a table, or as of when it is, as its page is told it. */
export function stateOf(parts: StateParts, table: ShownTable): TableState {
  const connection = parts.connections.get(table.connectionId);
  const isForGood = table.type === 'users';
  const isLocked = isForGood || (connection?.isLocked ?? true);
  return { isLocked, isForGood, trouble: connection && troubleOf(connection, staleOf(parts, table)) };
}

const staleOf = ({ lists }: StateParts, { connectionId, type }: ShownTable): Stale | undefined =>
  isInventoryType(type) ? lists.stale(connectionId, type) : undefined;

function troubleOf(connection: Connection, stale: Stale | undefined): TableState['trouble'] {
  const { isSignedOut, reach, name } = connection;
  const help = helpOf(connection, stale)?.label;
  if (isSignedOut) return { ...signedOutWords(name), help, mayWorkLater: false };
  const { trouble, since = 0 } = reach ?? {};
  const error = trouble ?? stale?.error;
  const words = trouble ? troubleWords(trouble, since) : staleWords(stale);
  if (words === undefined) return undefined;
  return { words, sentence: describeError(error), help, mayWorkLater: isWorthAnotherTry(error) };
}

/** What is wrong with the connection is wrong with its list too. */
function helpOf(connection: Connection, stale: Stale | undefined): RemedyButton | undefined {
  const { id, isSignedOut, reach } = connection;
  const isTrouble = isSignedOut === true || reach?.trouble !== undefined;
  const remedy = isTrouble ? remedyOf(connection) : stale && remedyFor(stale.error, connection);
  return remedy && remedyButton({ remedy, connectionId: id });
}

/** Does what a button of a table says. */
export async function takeHelp(asked: AskedHelp, parts: StateParts, table: ShownTable): Promise<void> {
  const { connectionId, type } = table;
  if (asked === 'retry' && isInventoryType(type)) {
    await parts.lists.update(connectionId, type).catch((error: unknown) => {
      // The table says it of a list that is kept.
      if (!staleOf(parts, table)) throw error;
    });
    return;
  }
  const command = whatHelps(asked, parts, table);
  if (command) await press(command);
}

/** What a button of a table does against what stands in the way of its connection, if that is there still. */
export function whatHelps(
  asked: AskedHelp,
  parts: StateParts,
  table: ShownTable,
): RemedyButton['command'] | undefined {
  const connection = parts.connections.get(table.connectionId);
  if (!connection) return undefined;
  const { id } = connection;
  if (asked === 'help') return helpOf(connection, staleOf(parts, table))?.command;
  return asked === 'unlock'
    ? { command: Command.unlockConnection, arguments: [{ connectionId: id }] }
    : { command: Command.retry, arguments: [{ kind: 'unread', connectionIds: [id] }] };
}
