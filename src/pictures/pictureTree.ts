import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { PictureParts } from './pictureParts.js';

/** What a picture is of, in the sensor tree of a connection. */
export interface TreeSubject {
  readonly connectionId: string;
  /** A domain; the top one when it is left out. */
  readonly uuid?: string | undefined;
}

/** What is of one domain. */
export interface DomainSubject extends TreeSubject {
  readonly uuid: string;
}

/** The domain that a picture is of, by its number. @throws {SentenceError} when the manager no longer has it */
export function requireDomain(tree: SensorIndex, { connectionId, uuid }: TreeSubject): number {
  const number = uuid === undefined ? 0 : tree.find({ connectionId, uuid });
  if (number !== undefined) return number;
  throw new SentenceError(
    l10n.t('The manager no longer has this domain. Refresh the tree, or close this picture.'),
  );
}

/** Reads a tree again that could not be read again. */
export async function readStaleTree(
  { treeStale, refreshSensors }: Pick<PictureParts, 'treeStale' | 'refreshSensors'>,
  { connectionId }: TreeSubject,
): Promise<void> {
  if (treeStale(connectionId)) await refreshSensors(connectionId);
}

/** Calls back whenever the tree was read that a picture is drawn from. */
export const followTree = (
  { onDidReadTree }: Pick<PictureParts, 'onDidReadTree'>,
  { connectionId }: TreeSubject,
  changed: () => void,
): vscode.Disposable =>
  onDidReadTree(read => {
    if (read === connectionId) changed();
  });
