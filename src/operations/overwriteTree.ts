import * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import { flattenTree, type FlatTree } from '../model/trees/flatTree.js';
import { planOverwrite, type OverwritePlan } from '../changes/trees/planOverwrite.js';
import type { SensorRecord } from '../model/sensors/sensors.js';
import { isSameTree, outlineTree, treeChanges, withManagersChoices } from '../changes/trees/treeChanges.js';
import type { TreeBody } from '../model/trees/treeDocument.js';
import { walkTree } from '../model/walkTree.js';
import { quoted, type Inert } from '../ui/inert.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { SentenceError } from '../ui/sentenceError.js';
import { writeBackup } from './backups.js';
import { domainIn, requireOwnUuids, requireReadable, requireUnmoved } from './certainNodes.js';
import { confirmChanges } from './confirmChanges.js';
import { confirmationWord, nameList } from './confirmPlan.js';
import type { Operations } from './operationServices.js';
import { readTree } from './readTree.js';
import { settleConflicts } from './settleConflicts.js';
import { sendOnce, type Sent } from './sendOnce.js';
import { changedNames, changeLines, kindWords, noteLines, pointName } from './treeWords.js';

/** A tree that is to be overwritten. */
export interface OverwriteRequest {
  readonly uuid: string;
  /** Set when the tree was just seen to be the top domain of the API key, which is overwritten as such. */
  readonly isTop?: boolean;
  readonly body: TreeBody;
  /** What the body started from; undefined when it is meant as it stands. */
  readonly base?: FlatTree | undefined;
  /** The word for it in the name of the backup. */
  readonly operation: string;
  /** Further lines of the plan. */
  readonly notes?: readonly Inert[];
}

/**
 * Overwrites a tree after its plan was shown and a backup written, and compares what is there afterwards.
 * @throws {Error} with a sentence for people, or `ApiError`; it says so when anything may have been changed
 */
export async function overwriteTree(
  operations: Operations,
  connection: Connection,
  request: OverwriteRequest,
): Promise<Sent<SensorRecord>> {
  const client = await operations.connections.client(connection.id);
  const agreed = await agreedPlan(operations, { client, connection, request });
  if (!agreed.plan) return { record: agreed.record, message: undefined };
  requireUnlocked(operations.connections.get(connection.id));
  const { record, plan } = agreed;
  const backup = await writeBackup(operations.backupFolder, connection, {
    operation: request.operation,
    sensors: [{ path: [record.name], sensor: record }],
    access_points: [],
  });
  const doing = vscode.l10n.t('overwriting {0} on {1}', quoted(record.name), quoted(connection.name));
  const overwritten = await operations.journal.run({ doing, backup: backup.toString() }, () =>
    sendOnce({
      name: record.name,
      manager: connection.name,
      backup,
      send: () => client.sensors.override(plan.body, request.isTop ? {} : { uuid: record.uuid }),
      read: () => client.sensors.tree(record.uuid),
      differences: after => treeDifferences(plan, flattenTree(after)),
      isUnchanged: after => isSameTree(plan.current, flattenTree(after)),
    }),
  );
  await operations.refreshSensors(connection.id);
  return overwritten;
}

/** Names of what is not as planned. */
const treeDifferences = ({ desired }: OverwritePlan, actual: FlatTree): string[] =>
  changedNames(treeChanges(withManagersChoices(desired, actual), actual));

interface Asked {
  readonly client: ManagerClient;
  readonly connection: Connection;
  readonly request: OverwriteRequest;
}

/** The plan that the user agreed to; asked again when the tree has changed while the question stood. */
async function agreedPlan(
  operations: Operations,
  { client, connection, request }: Asked,
): Promise<{ record: SensorRecord; plan: OverwritePlan | undefined }> {
  let whole = await readTree(client, connection);
  let warning: Inert | '' = '';
  for (;;) {
    const record = certainDomain(whole, request);
    const current = flattenTree(record);
    const plan = planOverwrite(request.body, current, request.base);
    requireInside(whole, record, plan.desired);
    await settle(plan);
    if (isSameTree(current, plan.desired)) return { record, plan: undefined };
    await confirmChanges(operations.planDocuments, {
      question: vscode.l10n.t('Overwrite {0} on {1}?', quoted(record.name), quoted(connection.name)),
      lines: [
        warning,
        ...changeLines(plan.changes),
        ...noteLines(plan),
        ...(request.notes ?? []),
        vscode.l10n.t('A backup is written first.'),
      ],
      button: vscode.l10n.t('Overwrite'),
      now: outlineTree(current, kindWords),
      planned: outlineTree(plan.desired, kindWords),
      word: plan.changes.deleted.length > 0 ? confirmationWord(record) : undefined,
    });
    const before = whole;
    whole = await readTree(client, connection);
    const again = certainDomain(whole, request);
    requireUnmoved([{ kind: 'sensor', uuid: record.uuid, name: record.name }], { before, now: whole });
    requireInside(whole, again, plan.desired);
    if (isSameTree(current, flattenTree(again))) return { record: again, plan };
    warning = vscode.l10n.t('The tree has changed while you were asked. This is what happens now:');
  }
}

/** @throws {Error} with a sentence for people when the call could reach another domain, or another node below it */
function certainDomain(whole: SensorRecord, { uuid, isTop }: OverwriteRequest): SensorRecord {
  requireOwnUuids(whole, [uuid]);
  const domain = domainIn(whole, uuid);
  requireReadable(domain, 'nodes');
  if (!isTop || domain === whole) return domain;
  throw new SentenceError(
    vscode.l10n.t(
      '{0} is not the top domain of this API key any more. Nothing was sent. Refresh the tree, then try again.',
      quoted(domain.name),
    ),
  );
}

/** @throws {Error} with a sentence for people when the plan names nodes that stand outside the domain */
function requireInside(whole: SensorRecord, domain: SensorRecord, desired: FlatTree): void {
  const inside = flattenTree(domain).nodes;
  const outside = [...walkTree(whole)].filter(
    ({ sensor }) => desired.nodes.has(sensor.uuid) && !inside.has(sensor.uuid),
  );
  if (outside.length === 0) return;
  throw new SentenceError(
    vscode.l10n.t(
      'These stand outside {0} already: {1}. Nothing was sent. Overwrite a domain that holds both, or leave out their uuids to create new ones.',
      quoted(domain.name),
      nameList(outside.map(({ sensor }) => sensor.name)),
    ),
  );
}

/** Refuses what the manager would refuse or ignore, and lets the user settle what two people changed. */
async function settle({ conflicts, ignored, nameless }: OverwritePlan): Promise<void> {
  if (ignored.length > 0) {
    throw new SentenceError(
      vscode.l10n.t(
        'Only domains and flow sensors have access points; {0} would be ignored. Nothing was sent.',
        nameList(ignored.map(pointName)),
      ),
    );
  }
  if (nameless.length > 0) {
    throw new SentenceError(
      vscode.l10n.t(
        'New access points need a name: {0}. Nothing was sent.',
        nameList(nameless.map(({ mac }) => mac)),
      ),
    );
  }
  await settleConflicts(conflicts);
}
