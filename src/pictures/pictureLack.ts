import * as l10n from '@vscode/l10n';
import { lowerFirst } from 'netsensor-contract/text/plainText';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordList } from '../model/inventory/recordList.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { describeError } from '../words/describeError.js';
import { inert, joined } from '../words/inert.js';
import { entriesOf, partWords } from '../words/partWords.js';
import { staleWords, type Stale } from '../words/staleWords.js';
import type { MadePicture } from './pictureEntry.js';
import type { PictureParts } from './pictureParts.js';

/** What is left out of a picture, and the failure that it comes of. */
export type Lack = Pick<MadePicture, 'problem' | 'failure'>;

/** What a picture of records lacks: what was not sent or not understood of their lists, and what is new since these were read. */
export function lackOfLists(
  lists: PictureParts['lists'],
  connectionId: string,
  read: readonly RecordList[],
): Lack {
  const missing = read.map(({ type, records, remainder }) =>
    partWords({ rows: records, ...remainder }, inert(lowerFirst(l10n.t(inventoryType(type).plural)))),
  );
  const [stale] = read.flatMap(({ type }) => lists.stale(connectionId, type) ?? []);
  return lackOf(stale, missing);
}

/** The same of a picture of the sensor tree. */
export function lackOfTree(
  { treeStale }: Pick<PictureParts, 'treeStale'>,
  connectionId: string,
  tree: Pick<SensorIndex, 'size' | 'unread'>,
): Lack {
  return lackOf(treeStale(connectionId), [partWords(entriesOf(tree), l10n.t('entries'))]);
}

/** Several lacks as one: each is said, and what helps is for the first that came of a failure. */
export const lackOfAll = (lacks: readonly Lack[]): Lack => ({
  problem:
    joined(
      lacks.filter((lack, index) => !isSaid(lacks.slice(0, index), lack)).map(({ problem }) => problem),
    ) || undefined,
  failure: lacks.find(({ failure }) => failure !== undefined)?.failure,
});

/** Whether one before it came of the same, such as that the manager of both is not there. */
const isSaid = (before: readonly Lack[], { problem }: Lack): boolean =>
  before.some(
    ({ failure, problem: said }) =>
      said === problem || (failure !== undefined && describeError(failure) === problem),
  );

function lackOf(stale: Stale | undefined, missing: ReturnType<typeof partWords>[]): Lack {
  return { problem: joined([staleWords(stale), ...missing]) || undefined, failure: stale?.error };
}
