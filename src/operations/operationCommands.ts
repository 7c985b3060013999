import { Command } from '../ids.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import type { OperationServices } from './operationServices.js';

type Operation = (operations: OperationServices, ...targets: never[]) => unknown;

const commands: Readonly<Record<string, () => Promise<Operation>>> = {
  [Command.deleteNodes]: () => Promise.resolve(deleteChosen),
  [Command.deleteAccessPoints]: async () => (await import('./deletion/deleteNodes.js')).deleteAccessPointsOf,
  [Command.editSubtree]: async () => (await import('./trees/domainCommands.js')).editSubtree,
  [Command.overwriteFromFile]: async () => (await import('./trees/domainCommands.js')).overwriteFromFile,
  [Command.editAccessPoints]: async () => (await import('./trees/domainCommands.js')).editAccessPoints,
  [Command.overrideFromFile]: async () => (await import('./trees/domainCommands.js')).overrideFromFile,
  [Command.showUnread]: async () => (await import('./partialLists.js')).showUnread,
  [Command.showMse]: async () => (await import('./showMse.js')).showMse,
  [Command.deleteRecords]: async () => (await import('./deletion/deleteRecords.js')).deleteRecords,
  [Command.editRecords]: async () => (await import('./lists/listCommands.js')).editRecords,
  [Command.exportRecords]: async () => (await import('./lists/recordFiles.js')).exportRecords,
  [Command.importRecords]: async () => (await import('./lists/recordFiles.js')).importRecords,
  [Command.compareRecords]: async () => (await import('./lists/compareRecords.js')).compareRecords,
  [Command.compareManagers]: async () => (await import('./lists/compareManagers.js')).compareManagers,
  [Command.copyDifferences]: () =>
    Promise.resolve(async ({ planDocuments }) => (await planDocuments()).copyShown()),
  [Command.restoreBackup]: async () => (await import('./restoreBackup.js')).restoreBackup,
  [Command.showUsers]: async () => (await import('./users/showUsers.js')).showUsers,
  [Command.renewKey]: async () => (await import('./users/renewKey.js')).renewKey,
  [Command.listAccessPoints]: async () =>
    (await import('./accessPoints/listAccessPoints.js')).listAccessPoints,
  [Command.fetchAccessPointsCsv]: async () => (await import('./users/fetchCsv.js')).fetchAccessPointsCsv,
  [Command.fetchUsersCsv]: async () => (await import('./users/fetchCsv.js')).fetchUsersCsv,
};

/** Deletes nodes; called on none, as by the Delete key, it means what is selected in the tree, which may be records. */
async function deleteChosen(operations: OperationServices, ...targets: never[]): Promise<void> {
  const isSelected = targets.length === 0 && (await operations.selected()).length === 0;
  if (isSelected && (await operations.selectedRecords()).some(({ kind }) => kind === 'record'))
    return (await import('./deletion/deleteRecords.js')).deleteRecords(operations);
  return (await import('./deletion/deleteNodes.js')).deleteNodes(operations, ...targets);
}

/** The commands of operations; the code of each is loaded when it is called. */
export const operationCommands = (operations: OperationServices): Record<string, CommandHandler> =>
  Object.fromEntries(
    Object.entries(commands).map(([id, load]) => [
      id,
      async (...targets: never[]) => (await load())(operations, ...targets),
    ]),
  );
