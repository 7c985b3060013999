import * as l10n from '@vscode/l10n';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { alteredFieldsOf, type AlteredField } from '../../model/inventory/recordRules.js';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import {
  describeStillOpen,
  fieldWords,
  type BesidesOfRecord,
  type FieldsOfRecord,
} from '../../words/describeProblems.js';
import { joined, type Inert } from '../../words/inert.js';
import type { NameOf } from '../../words/recordDetail.js';
import { isEmptyObject } from 'netsensor-contract/text/collections';
import { changedBesides } from '../records/saveFlow.js';
import type { SentValue } from '../records/editedDocument.js';
import type { ListOutcome } from './applyList.js';
import { itemName } from './planList.js';

/** What the manager made of a record that was saved, where that is not just what was sent. */
export interface MadeOfRecord {
  readonly id: number;
  readonly name: string;
  /** What was sent, without secrets. */
  readonly sent: RecordFields;
  /** The record as the manager has it now. */
  readonly stored: RecordFields;
  /** Sent fields whose stored value is another one, or that the manager does not return. */
  readonly alteredFields: readonly string[];
  /** Fields that nobody sent and that changed with the save, with their values before. */
  readonly besides: RecordFields;
  /** What earlier saves sent and may yet be stored in place of what stands here. */
  readonly stillOpen: readonly SentValue[];
}

/** Whether there is anything to say of a record. */
export const isWorthSaying = ({ alteredFields, besides, stillOpen }: MadeOfRecord): boolean =>
  alteredFields.length + Object.keys(besides).length + stillOpen.length > 0;

/** What is stored of records in place of what was sent, or may yet be; empty where that is nothing. */
export function madeOfWords(made: readonly MadeOfRecord[]): Inert | '' {
  const altered = fieldsOf(made, ({ alteredFields, stored }) =>
    alteredFields.map(field => [field, stored[field]]),
  );
  const stillOpen = fieldsOf(made, record => record.stillOpen);
  return joined([
    altered.length > 0 ? l10n.t('Stored otherwise: {0}.', fieldWords(altered)) : '',
    stillOpen.length > 0 ? describeStillOpen(stillOpen) : '',
  ]);
}

/** What changed besides with records, with the values before and now. */
export const besidesOf = (made: readonly MadeOfRecord[]): BesidesOfRecord[] =>
  made
    .filter(({ besides }) => !isEmptyObject(besides))
    .map(({ id, name, besides, stored }) => ({ id, name, fields: changedBesides(besides, stored) }));

const fieldsOf = (
  made: readonly MadeOfRecord[],
  pick: (record: MadeOfRecord) => readonly SentValue[],
): FieldsOfRecord[] =>
  made
    .map(record => ({ id: record.id, name: record.name, fields: pick(record) }))
    .filter(({ fields }) => fields.length > 0);

/** What the manager made of records that were created. */
export const madeOfCreated = (
  type: InventoryType,
  outcomes: readonly ListOutcome[],
  nameOf: NameOf,
): MadeOfRecord[] =>
  outcomes.flatMap(outcome => {
    if (outcome.kind !== 'done' || outcome.step.do !== 'create') return [];
    const { fields: sent } = outcome.step.creation;
    const stored = documentFields(type, outcome.result as InventoryRecord);
    // An answer may tell no more than the number and the name.
    const alteredFields = alteredFieldsOf(sent, stored).filter(field => Object.hasOwn(stored, field));
    const name = itemName(type, sent, nameOf);
    return [{ id: Number(stored['id']), name, sent, stored, alteredFields, besides: {}, stillOpen: [] }];
  });

/** Sent fields of the records of a list that are stored otherwise. */
export const alteredIn = (made: readonly MadeOfRecord[]): AlteredField[] =>
  made.flatMap(({ id, sent, stored, alteredFields }) =>
    alteredFields.map(field => ({ id, field, sent: sent[field], stored: stored[field] })),
  );
