import { Command } from '../ids.js';
import type { RecordTarget } from '../model/inventory/inventoryRecord.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { UnreadRow } from '../model/text/looseValues.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import type { ConnectionTarget, ListTarget } from './chosenTargets.js';
import type { OperationServices } from './operationServices.js';

/** The commands of operations; the code of each is loaded when it is called. */
export const operationCommands = (operations: OperationServices): Record<string, CommandHandler> => ({
  ...nodeCommands(operations),
  ...recordCommands(operations),
  ...connectionCommands(operations),
});

function nodeCommands(operations: OperationServices): Record<string, CommandHandler> {
  return {
    [Command.deleteNodes]: async (clicked?: NodeTarget, selected?: readonly NodeTarget[]) =>
      (await import('./deletion/deleteNodes.js')).deleteNodes(operations, clicked, selected),
    [Command.deleteAccessPoints]: async (clicked?: NodeTarget) =>
      (await import('./deletion/deleteNodes.js')).deleteAccessPointsOf(operations, clicked),
    [Command.editSubtree]: async (clicked?: NodeTarget) =>
      (await import('./trees/overwriteCommands.js')).editSubtree(operations, clicked),
    [Command.overwriteFromFile]: async (clicked?: NodeTarget) =>
      (await import('./trees/overwriteCommands.js')).overwriteFromFile(operations, clicked),
    [Command.editAccessPoints]: async (clicked?: NodeTarget) =>
      (await import('./accessPoints/overrideCommands.js')).editAccessPoints(operations, clicked),
    [Command.overrideFromFile]: async (clicked?: NodeTarget) =>
      (await import('./accessPoints/overrideCommands.js')).overrideFromFile(operations, clicked),
    [Command.showUnread]: async (part: { readonly unread: readonly UnreadRow[] }) =>
      (await import('./showUnread.js')).showUnread(operations, part),
    [Command.showMse]: async (clicked?: NodeTarget) =>
      (await import('./showMse.js')).showMse(operations, clicked),
  };
}

function recordCommands(operations: OperationServices): Record<string, CommandHandler> {
  return {
    [Command.deleteRecords]: async (clicked?: RecordTarget, selected?: readonly RecordTarget[]) =>
      (await import('./deletion/deleteRecords.js')).deleteRecords(operations, clicked, selected),
    [Command.editRecords]: async (clicked?: ListTarget, selected?: readonly ListTarget[]) =>
      (await import('./lists/listCommands.js')).editRecords(operations, clicked, selected),
    [Command.exportRecords]: async (clicked?: ListTarget, selected?: readonly ListTarget[]) =>
      (await import('./lists/recordFiles.js')).exportRecords(operations, clicked, selected),
    [Command.importRecords]: async (clicked?: ListTarget) =>
      (await import('./lists/recordFiles.js')).importRecords(operations, clicked),
    [Command.compareRecords]: async (clicked?: ListTarget, selected?: readonly ListTarget[]) =>
      (await import('./lists/compareRecords.js')).compareRecords(operations, clicked, selected),
    [Command.compareManagers]: async (clicked?: ListTarget) =>
      (await import('./lists/compareManagers.js')).compareManagers(operations, clicked),
    [Command.copyDifferences]: () => operations.planDocuments.copyShown(),
  };
}

function connectionCommands(operations: OperationServices): Record<string, CommandHandler> {
  return {
    [Command.restoreBackup]: async (target?: ConnectionTarget) =>
      (await import('./restoreBackup.js')).restoreBackup(operations, target),
    [Command.showUsers]: async (target?: ConnectionTarget) =>
      (await import('./users/showUsers.js')).showUsers(operations, target),
    [Command.renewKey]: async (target?: ConnectionTarget) =>
      (await import('./users/renewKey.js')).renewKey(operations, target),
    [Command.listAccessPoints]: async (target?: ConnectionTarget) =>
      (await import('./accessPoints/listAccessPoints.js')).listAccessPoints(operations, target),
    [Command.fetchAccessPointsCsv]: async (target?: ConnectionTarget) =>
      (await import('./users/fetchCsv.js')).fetchAccessPointsCsv(operations, target),
    [Command.fetchUsersCsv]: async (target?: ConnectionTarget) =>
      (await import('./users/fetchCsv.js')).fetchUsersCsv(operations, target),
  };
}
