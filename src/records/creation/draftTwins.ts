import * as vscode from 'vscode';
import { describeError } from '../../words/describeError.js';
import { quoted, type Inert } from '../../words/inert.js';
import { RejectedError } from '../documents/saveThreeWay.js';
import type { ManagerClient } from '../../api/managerClient.js';
import { type Draft, findTwins, type Twin } from '../../model/sensors/draft.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { createdAccessPoint, createdSensor, type CreatedNode } from './createdNode.js';
import { pickTwin } from './createOnce.js';

/** The error for a create that was sent and whose outcome nobody can tell now. */
export const notKnownWhether = (name: string, reason: unknown): RejectedError =>
  new RejectedError(
    vscode.l10n.t(
      'It is not known whether “{0}” was created. {1} Save again to look for it.',
      quoted(name),
      describeError(reason),
    ),
  );

/** A draft that may have been created already. */
export interface UncertainDraft {
  readonly client: ManagerClient;
  readonly uri: vscode.Uri;
  readonly draft: Draft;
  readonly fields: RecordFields;
}

/**
 * Looks in the tree for what the draft may have become, and lets the user say which one it is.
 * @param none what the answer "none of these" is called
 * @returns undefined when there is none, or none is meant
 * @throws {RejectedError} when the user gives up, or when the tree cannot be read; `error` is what happened first
 */
export async function chooseTwin(
  { client, uri, draft, fields }: UncertainDraft,
  none: Inert,
  error?: unknown,
): Promise<CreatedNode | undefined> {
  const tree = await client.sensors.tree().catch((failure: unknown) => {
    throw notKnownWhether(String(fields.name), error ?? failure);
  });
  const twins = findTwins(tree, draft, fields);
  const shown = twins.map(twin => ({
    name: twin.record.name ?? '',
    identity: describe(twin),
    created: createdFrom(uri.authority, twin, fields),
  }));
  return pickTwin(String(fields.name), shown, none);
}

const createdFrom = (connectionId: string, twin: Twin, fields: RecordFields): CreatedNode =>
  twin.kind === 'accessPoint'
    ? createdAccessPoint(connectionId, twin.record, fields)
    : createdSensor(connectionId, { kind: twin.kind, record: twin.record, fields });

const describe = (twin: Twin) =>
  twin.kind === 'accessPoint' ? (twin.record.mac_address ?? '') : vscode.l10n.t('uuid {0}', twin.record.uuid);
