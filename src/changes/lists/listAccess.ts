import * as l10n from '@vscode/l10n';
import type { ManagerClient } from '../../api/managerClient.js';
import { undefinedIfGone } from '../../api/apiError.js';
import { recordIfThere } from '../deletion/recordDeletionChange.js';
import { differsWhereShown, inventoryRules } from '../../model/inventory/recordRules.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import { describeConflicts, describeProblems } from '../../words/describeProblems.js';
import { shown } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { UnseenError, UnsettledError } from '../settle.js';
import { saveFields } from '../records/recordChange.js';
import type { SavedFields, SaveOutcome } from '../records/saveFlow.js';
import type { EarlierSaves, SentValue } from '../records/editedDocument.js';
import type { ListAccess } from './applyList.js';
import { sentTo, sentToCreate, sentToDelete, sentToRecord } from './openWrites.js';
import type { ListCreate, ListUpdate } from './planList.js';

/** The calls that the records of a list are written with. */
export type RecordCalls = Pick<
  ManagerClient,
  'listRecords' | 'getRecord' | 'createRecord' | 'updateRecord' | 'deleteRecord'
>;

/** What records of a list are written with. */
interface OpenAccess {
  readonly secrets: ReadonlyMap<ListCreate, RecordFields>;
  /** What earlier saves of the list sent while nobody can tell whether it is stored. */
  readonly sentBefore: EarlierSaves['sent'];
  /** Called with what is sent just before it is, as the document of the list remembers it. */
  readonly onSending: (sent: SentValue) => void;
  /** Called with what was sent to a record that does not show it, and may yet. */
  readonly onOpen: (id: number, sent: RecordFields) => void;
  /** Called with what the manager made of a record that it took, or of one that had to be sent nothing. */
  readonly onSaved: (update: ListUpdate, outcome: SavedFields) => void;
  /** Fields that are sent as they are beside what changed in a record. */
  readonly alongsideOf: (id: number) => readonly string[];
}

/** Writes single records of a list (contract 000, Endpoints). */
export function listAccess(
  client: RecordCalls,
  type: InventoryType,
  { secrets, sentBefore, onSending, onOpen, onSaved, alongsideOf }: OpenAccess,
): ListAccess {
  const read = async (id: number, waiting?: AbortSignal) =>
    documentFields(type, await client.getRecord(type, id, waiting));
  return {
    list: async waiting => {
      const { rows, total } = await client.listRecords(type, waiting);
      if (total === undefined) return rows;
      // Nobody can tell from a part what became of a record.
      throw new Error('only a part was sent');
    },
    create: (creation, waiting) => {
      onSending(sentToCreate(creation.fields));
      return client.createRecord(type, { ...creation.fields, ...secrets.get(creation) }, waiting);
    },
    read: (id, signal) => recordIfThere(client, { type, id, signal }),
    update: async (update, { waiting, ...patience }) => {
      const { id, base, item } = update;
      const outcome = await saveFields({
        rules: inventoryRules(type),
        base,
        edited: item.fields,
        readFields: () => read(id, waiting),
        send: changes => {
          onSending(sentTo(id, changes));
          return client.updateRecord(type, id, { changes, signal: waiting });
        },
        sentBefore: sentToRecord(sentBefore, id),
        alongside: alongsideOf(id),
        patience,
      });
      if (outcome.kind === 'saved') onSaved(update, outcome);
      if (outcome.kind === 'saved' && !outcome.isIgnored) return outcome.stored;
      if (outcome.kind === 'saved' || outcome.kind === 'unsettled') onOpen(id, outcome.sent);
      throw whyUnsaved(outcome);
    },
    remove: async ({ id, current }, waiting) => {
      const now = await read(id, waiting).catch(undefinedIfGone);
      if (!now) return;
      if (differsWhereShown(documentFields(type, current), now)) throw changedMeanwhile();
      onSending(sentToDelete(id));
      await client.deleteRecord(type, id, waiting);
    },
  };
}

const changedMeanwhile = () =>
  new SentenceError(
    l10n.t('Someone else changed this record meanwhile, so it was not deleted. Look at it first.'),
  );

/** Why a record of many is not known to be saved. */
export function whyUnsaved(outcome: SaveOutcome): SentenceError {
  switch (outcome.kind) {
    case 'conflict':
      return new SentenceError(shown`${describeConflicts(outcome.conflicts)}.`);
    case 'rejected':
      return new SentenceError(describeProblems(outcome.problems));
    case 'saved':
      return new UnseenError(true);
    case 'unsettled':
      return outcome.became === 'stored'
        ? new UnseenError(false, outcome.error)
        : new UnsettledError(outcome.error);
  }
}
