import * as vscode from 'vscode';
import { countDeleted, survivors, type DeletePlan } from '../changes/deletion/deletePlan.js';
import type { SensorRecord } from '../model/sensors/sensors.js';
import { window } from '../ui/doors.js';
import { joined, quoted, type Inert } from '../ui/inert.js';
import { offerBackup } from './backups.js';
import { nameList } from './confirmPlan.js';
import { countText } from './counts.js';
import { cutShortSentence, Unread } from './cutShort.js';
import type { DeletionProgress } from './runDeletion.js';

/** A deletion that has ended, in whatever way. */
export interface EndedDeletion {
  readonly plan: DeletePlan;
  readonly progress: DeletionProgress;
  /** The tree as it was read afterwards, or why that failed. */
  readonly after: SensorRecord | Unread;
  readonly backup: vscode.Uri;
}

/** Says what is gone, and names what is still there and why. */
export function reportDeletion({ plan, progress, after, backup }: EndedDeletion): Promise<void> {
  const planned = countDeleted(plan);
  if (after instanceof Unread) {
    const failures = progress.failures.map(toSentence);
    if (after.isCutShort)
      return offerBackup(window.showWarningMessage, cutShortSentence({ ...progress, failures }), backup);
    const unknown = vscode.l10n.t(
      'What is left of {0} is not known, because the tree could not be read again. {1}',
      countText(planned),
      after.reason,
    );
    return offerBackup(window.showErrorMessage, joined([unknown, ...failureSentences(progress)]), backup);
  }
  const left = survivors(plan, after);
  const gone = {
    sensors: planned.sensors - left.sensors.length,
    accessPoints: planned.accessPoints - left.accessPoints.length,
  };
  const done =
    gone.sensors + gone.accessPoints === 0
      ? vscode.l10n.t('Nothing was deleted.')
      : vscode.l10n.t('Deleted {0}.', countText(gone));
  const names = [
    ...left.sensors
      .filter(({ parent }) => !parent || !left.sensors.includes(parent))
      .map(at => at.sensor.name),
    ...left.accessPoints.map(point => point.name ?? point.mac_address ?? ''),
  ];
  if (names.length === 0) return offerBackup(window.showInformationMessage, done, backup);
  const sentences = [done, vscode.l10n.t('Still there: {0}.', nameList(names)), ...whyLeft(progress)];
  return offerBackup(window.showWarningMessage, joined(sentences), backup);
}

function whyLeft(progress: DeletionProgress): Inert[] {
  const said = failureSentences(progress);
  return said.length > 0
    ? said
    : [vscode.l10n.t('The manager skipped this without an error; the API key may not manage it.')];
}

function failureSentences({ failures, notTried }: DeletionProgress): Inert[] {
  const [first] = failures;
  return [
    ...(first ? [toSentence(first)] : []),
    ...(notTried.length > 0 ? [vscode.l10n.t('Not tried: {0}.', nameList(notTried))] : []),
  ];
}

const toSentence = ({ name, reason }: DeletionProgress['failures'][number]): Inert =>
  vscode.l10n.t('{0}: {1}', quoted(name), reason);
