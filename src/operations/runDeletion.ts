import * as vscode from 'vscode';
import { isApiError, isClosedClient } from '../api/apiError.js';
import type { ManagerClient } from '../api/managerClient.js';
import type { Connection } from '../connections/connection.js';
import type { Backup } from '../changes/backups/backup.js';
import { isSameDeletion, type DeletePlan } from '../changes/deletion/deletePlan.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { SensorRecord } from '../model/sensors/sensors.js';
import { describeError } from '../ui/describeError.js';
import { quoted, type Inert } from '../ui/inert.js';
import { withCancellableProgress } from '../ui/progress.js';
import { requireUnlocked } from '../ui/requireUnlocked.js';
import { writeBackup } from './backups.js';
import { requireShownPlaces, requireUnmoved } from './certainNodes.js';
import { confirmPlan, typeToConfirm, type ShownPlan } from './confirmPlan.js';
import { Unread } from './cutShort.js';
import type { Operations } from './operationServices.js';
import { readTree } from './readTree.js';
import { reportDeletion } from './reportDeletion.js';

/** One request of a deletion. */
export interface DeletionStep {
  readonly name: string;
  readonly send: () => Promise<void>;
}

/** What distinguishes one kind of deletion from another. */
export interface Deletion {
  /** The word for it in the name of the backup. */
  readonly operation: string;
  /** The nodes that it was called on. */
  readonly targets: readonly NodeTarget[];
  /** What is deleted from a tree. @throws {Error} with a sentence for people when nothing may be */
  readonly plan: (tree: SensorRecord) => DeletePlan;
  readonly show: (plan: DeletePlan) => ShownPlan;
  /** The word that has to be typed; undefined when the question is enough. */
  readonly word: (plan: DeletePlan) => string | undefined;
  readonly steps: (plan: DeletePlan, client: ManagerClient) => readonly DeletionStep[];
}

/** How far a deletion came. */
export interface DeletionProgress {
  /** Names of what the manager took. */
  readonly accepted: readonly string[];
  /** Sentences by name of what failed. */
  readonly failures: readonly { readonly name: string; readonly reason: Inert }[];
  readonly notTried: readonly string[];
}

/**
 * Deletes after a plan was shown and a backup written, then reads the tree again and names what is still there. Can be
 * cancelled between two requests.
 */
export async function runDeletion(
  operations: Operations,
  connection: Connection,
  deletion: Deletion,
): Promise<void> {
  const client = await operations.connections.client(connection.id);
  const plan = await confirmedPlan(client, connection, deletion);
  if (!plan) return;
  requireUnlocked(operations.connections.get(connection.id));
  const backup = await writeBackup(operations.backupFolder, connection, toBackup(deletion.operation, plan));
  const doing = vscode.l10n.t('deleting from {0}', quoted(connection.name));
  const progress = await operations.journal.run({ doing, backup: backup.toString() }, () =>
    sendSteps(deletion.steps(plan, client)),
  );
  const after = await readTree(client, connection).then(undefined, (error: unknown) => new Unread(error));
  await Promise.all([
    operations.refreshSensors(connection.id),
    reportDeletion({ plan, progress, after, backup }),
  ]);
}

/** The plan that the user agreed to; asked again when the tree has changed while the question stood. */
async function confirmedPlan(
  client: ManagerClient,
  connection: Connection,
  deletion: Deletion,
): Promise<DeletePlan | undefined> {
  let tree = await readTree(client, connection);
  let plan = deletion.plan(tree);
  requireShownPlaces(tree, deletion.targets);
  let warning: Inert | '' = '';
  for (;;) {
    const shown = deletion.show(plan);
    if (!(await confirmPlan({ ...shown, lines: [warning, ...shown.lines] }))) return undefined;
    const word = deletion.word(plan);
    if (word !== undefined && !(await typeToConfirm(word, shown.question))) return undefined;
    const before = tree;
    tree = await readTree(client, connection);
    const now = deletion.plan(tree);
    requireUnmoved(deletion.targets, { before, now: tree });
    if (isSameDeletion(plan, now)) return now;
    plan = now;
    warning = vscode.l10n.t('The tree has changed while you were asked. This is what goes now:');
  }
}

/** After one of these the manager is not asked again. */
const endOfTalk = ['unreachable', 'timeout', 'tls', 'rateLimited'] as const;

async function sendSteps(steps: readonly DeletionStep[]): Promise<DeletionProgress> {
  return withCancellableProgress(vscode.l10n.t('Deleting'), async (signal, report) => {
    const failures: { name: string; reason: Inert }[] = [];
    const accepted: string[] = [];
    const endedBefore = (index: number) => ({
      accepted,
      failures,
      notTried: steps.slice(index).map(({ name }) => name),
    });
    for (const [index, { name, send }] of steps.entries()) {
      if (signal.aborted) return endedBefore(index);
      report(vscode.l10n.t('{0} ({1} of {2})', quoted(name), index + 1, steps.length));
      try {
        await send();
        accepted.push(name);
      } catch (error) {
        if (isClosedClient(error)) return endedBefore(index);
        failures.push({ name, reason: describeError(error) });
        if (isApiError(error, ...endOfTalk)) return endedBefore(index + 1);
      }
    }
    return endedBefore(steps.length);
  });
}

const toBackup = (
  operation: string,
  plan: DeletePlan,
): Pick<Backup, 'operation' | 'sensors' | 'access_points'> => ({
  operation,
  sensors: plan.sensors.map(({ sensor, parentUuid, path }) => ({
    ...(parentUuid === undefined ? {} : { parent_uuid: parentUuid }),
    path: [...path],
    sensor,
  })),
  access_points: plan.accessPoints.map(({ accessPoint, sensorUuid, path }) => ({
    sensor_uuid: sensorUuid,
    path: [...path],
    access_point: accessPoint,
  })),
});
