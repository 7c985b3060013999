import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { carryOut, silently, type Caller } from '../../changes/change.js';
import {
  createChange,
  createdReceipt,
  namesOf,
  unshownWords,
  type Created,
  type CreatePlan,
  type CreateReceipt,
  type Creation,
  type FoundTwin,
  type SentTry,
} from '../../changes/records/createChange.js';
import { goesOnFrom, isEditedSince } from '../../changes/records/saveFlow.js';
import { recordCreation } from '../../changes/records/recordCreation.js';
import { OutcomeError } from '../../changes/settle.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { alteredOf } from '../../model/inventory/recordRules.js';
import {
  documentFields,
  printRecord,
  secretFieldsOf,
  type RecordFields,
} from '../../model/inventory/recordText.js';
import { askForSecrets } from '../../ui/askForSecret.js';
import { confirmRisk } from '../../ui/confirmRisk.js';
import { waitForWrite, window, type QuickPickItem } from '../../ui/doors.js';
import { inert, joined, type Inert } from '../../words/inert.js';
import { namesIn, titledPath } from '../../words/recordDetail.js';
import type { SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import { RejectedError } from '../documents/saveThreeWay.js';
import type { CreatedInTree, RecordLists } from '../recordsOptions.js';
import type { RecordSecrets } from '../secrets/recordSecrets.js';
import type { DraftOutcomes } from './draftOutcomes.js';

/** What is known of something that was created, besides that. */
export type FinishedCreate = Partial<SaveReceipt>;

/** How a document goes on that has become something. */
export interface DraftEnd<T> {
  readonly outcomes: DraftOutcomes;
  /** The path of its document. */
  readonly pathOf: (created: T) => string;
  /** Goes on with it, which was created by sending some fields; the document may have been edited since. */
  readonly finish: (created: T, sent: RecordFields) => Promise<FinishedCreate>;
}

/**
 * Creates something from a document, which goes on as what it has become.
 * @throws {RejectedError} {ApiError} when it was not created, and {OutcomeError} when nobody can tell
 */
export async function createFromDraft<T extends Created>(
  { uri, editedText: storedText }: SaveRequest,
  creation: Creation<T>,
  { outcomes, pathOf, finish }: DraftEnd<T>,
): Promise<SaveReceipt> {
  const outcome = outcomes.get(uri);
  if (outcome && 'address' in outcome) {
    const { address, ...goesOn } = outcome;
    const replacedBy = vscode.Uri.parse(address, true);
    return { storedText, replacedBy, isUnsent: goesOn.goesOn !== undefined, ...goesOn };
  }
  const keep = outcomes.sending(uri);
  const {
    twin: created,
    sent,
    message,
  } = await createdOrFound(creation, {
    tries: outcome?.tries ?? [],
    note: tries => keep(tries.length > 0 ? { tries } : undefined),
  });
  const replacedBy = uri.with({ path: pathOf(created), query: '' });
  const finished = await finish(created, sent);
  const goesOn = goesOnFrom(sent, finished.stored ?? {});
  await keep({ address: replacedBy.toString(), ...goesOn });
  const isUnsent = isEditedSince(sent, creation.fields);
  return { storedText, message, replacedBy, isUnsent, ...goesOn, ...finished };
}

/** Creates something, or takes what the user says that an earlier try, or this one, has become. */
async function createdOrFound<T extends Created>(
  creation: Creation<T>,
  { tries, note }: { tries: readonly SentTry[]; note: (tries: readonly SentTry[]) => Promise<void> },
): Promise<FoundTwin<T> & { readonly message: Inert }> {
  const { fields } = creation;
  const { names: before } = namesOf(creation, tries);
  const { name, names } = namesOf(creation, [...tries, { fields }]);
  const title = l10n.t('Looking whether “{0}” was created…', names);
  let picked: FoundTwin<T> | undefined;
  const caller: Caller<CreatePlan<T>> = {
    ...silently(),
    during: (_, work) => waitForWrite(title, ({ signal, onWaiting }) => work({ signal, tell: onWaiting })),
    agree: async ({ question, lines, button }, { twins }) => {
      if (tries.length === 0) return 'unasked';
      if (twins.length > 0) picked = await pickTwin(before, twins, 'beforeSending');
      else {
        const asked = { question, detail: joined(lines, '\n'), safe: l10n.t('Create nothing') };
        if (!(await confirmRisk({ ...asked, risky: button }))) throw undecided(before);
      }
      return picked === undefined;
    },
  };
  const change = createChange(creation, l10n.t('the manager'), { tries, note });
  const receipt = (await carryOut(change, caller))?.receipt;
  const found = receipt ? await foundIn(receipt, { fields, names, name }) : picked;
  if (!found) throw undecided(before);
  return { message: createdReceipt(found.twin, true).message, ...found };
}

/** @throws {RejectedError} when nothing was sent, and {OutcomeError} when nobody can tell what became of it */
async function foundIn<T extends Created>(
  { outcome, message }: CreateReceipt<T>,
  sent: { readonly fields: RecordFields } & Record<'names' | 'name', Inert>,
): Promise<FoundTwin<T> & { readonly message?: Inert }> {
  switch (outcome.kind) {
    case 'created':
      return { twin: outcome.created, sent: sent.fields, message };
    case 'rejected':
      throw new RejectedError(message);
    case 'unknown': {
      const picked = await pickTwin(sent.names, outcome.twins, 'afterwards');
      if (picked) return picked;
      throw new OutcomeError(outcome.twins.length > 0 ? unshownWords(sent.name) : message, 'unknown');
    }
  }
}

const undecided = (name: Inert) =>
  new OutcomeError(
    l10n.t('It is not known whether “{0}” was created. Save again to decide.', name),
    'unknown',
  );

/**
 * Lets the user say which of these the draft has become.
 * @returns undefined when there is none, or none is meant
 * @throws {OutcomeError} when the user gives up
 */
async function pickTwin<T extends Created>(
  name: Inert,
  twins: readonly FoundTwin<T>[],
  when: 'beforeSending' | 'afterwards',
): Promise<FoundTwin<T> | undefined> {
  if (twins.length === 0) return undefined;
  const none = {
    beforeSending: l10n.t('None of these: create it'),
    afterwards: l10n.t('None of these: keep the draft'),
  };
  const items = twins.map(found => ({
    label: inert(found.twin.name),
    description: inert(found.twin.identity),
    found,
  }));
  const answer = await window.showQuickPick<QuickPickItem & { found?: FoundTwin<T> }>(
    [...items, { label: none[when] }],
    {
      title: l10n.t('“{0}” may have been created. Which one is it?', name),
      ignoreFocusOut: true,
    },
  );
  if (answer) return answer.found;
  throw undecided(name);
}

/** What creating inventory records needs. */
export interface CreatingRecords extends CreatedInTree {
  readonly lists: RecordLists;
  readonly outcomes: DraftOutcomes;
  readonly secrets: RecordSecrets;
}

/**
 * Creates an inventory record from a document, which goes on as the record (contract 000, Endpoints).
 * @throws {RejectedError} {ApiError} when it was not created, and {OutcomeError} when nobody can tell
 */
export async function createRecordFromDraft(
  { outcomes, secrets, revealRecord, lists }: CreatingRecords,
  request: SaveRequest,
  { type, fields: written }: { type: InventoryType; fields: RecordFields },
): Promise<SaveReceipt> {
  const { client, uri } = request;
  const before = lists.get(uri.authority, type);
  const creation = recordCreation(client, {
    type,
    fields: written,
    secrets: async (names, name) => {
      const given = await askForSecrets(names, { name, known: secrets.of(uri) });
      secrets.add(uri, given);
      return given;
    },
    before: id => before?.find(id),
  });
  const hidden = fieldsWhere(written, field => secretFieldsOf(type).includes(field));
  return createFromDraft(request, creation, {
    outcomes,
    pathOf: ({ record }) => titledPath(type, record, namesIn(lists, uri.authority)),
    finish: async ({ record }, sent) => {
      secrets.forget(uri);
      const stored = documentFields(type, record);
      return {
        stored,
        storedText: printRecord(type, record),
        ...goesOnFrom({ ...hidden, ...sent }, stored),
        altered: alteredOf(sent, stored),
        afterwards: () => revealRecord({ connectionId: uri.authority, type, id: record.id }),
      };
    },
  });
}
