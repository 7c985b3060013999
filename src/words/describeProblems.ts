import * as l10n from '@vscode/l10n';
import type { NotebookFileError } from '../model/notebook/readNotebook.js';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import type { NodeWarning } from '../model/sensors/nodeDocument.js';
import { domainTypes } from 'netsensor-contract/sensors/nodeRecord';
import { lowerFirst } from 'netsensor-contract/text/plainText';
import { fewOf, nameList, inert, inertUpTo, joined, quoted, shown, type Inert } from './inert.js';
import { SentenceError } from './sentenceErrors.js';
import type {
  AlteredField,
  FieldProblem,
  WantedValue,
  FieldConflict,
} from '../model/inventory/recordRules.js';
import type { RecordFields } from '../model/inventory/recordText.js';

/** Says field by field why an edit cannot be sent. */
export function describeProblems(problems: readonly FieldProblem[]): Inert {
  return l10n.t('{0}. Nothing was sent.', joined(problems.map(describeProblem), '; '));
}

/** Says that a manager answered that it saved fields, and shows what it had before, also when it was looked again. */
export const describeIgnored = (sent: RecordFields): Inert =>
  l10n.t(
    'The manager took this without an error but still shows what it had: {0}. It may still be at it. Your change is still here. Save again to look once more.',
    nameList(Object.keys(sent)),
  );

/** Of a value in a sentence about it alone, and about some. */
const longestOfOne = 60;
const longestOfSome = 40;

/** Says beside a field that the manager stored it otherwise than it was sent. */
export function describeAltered(sent: unknown, stored: unknown): Inert {
  const words = inertUpTo(longestOfOne, inOneLine(sent));
  return stored === undefined || stored === null
    ? l10n.t('The manager did not keep {0}.', words)
    : l10n.t('The manager stored this in place of {0}.', words);
}

/** Says what a save sent. @param record what it is called */
export const describeSaved = (fields: readonly string[], record: Inert): Inert =>
  fields.length > 0
    ? l10n.t('Saved {0} of {1}.', inert(fields.join(', ')), record)
    : l10n.t('Nothing left to send: the manager has {0} as it stands here.', record);

/** Names fields that the manager stored otherwise than they were sent, with what it stored; empty for none. */
export const describeStoredOtherwise = (altered: readonly AlteredField[]): Inert | '' =>
  altered.length === 0
    ? ''
    : l10n.t(
        'Stored otherwise than it was sent: {0}.',
        fieldWords([{ fields: altered.map(({ field, stored }) => [field, stored]) }]),
      );

/** Fields of a record with a value of each; of one of a list with its id and its name. */
export interface FieldsOfRecord {
  readonly id?: number;
  readonly name?: string;
  readonly fields: readonly (readonly [field: string, value: unknown])[];
}

/** A field and what it was before a save and is since; undefined where the record did not have it. */
export type ChangedValue = readonly [field: string, before: unknown, now: unknown];

/** Fields of a record that changed with a save although nobody sent them; of one of a list with its id. */
export interface BesidesOfRecord {
  readonly id?: number;
  readonly name?: string;
  readonly fields: readonly ChangedValue[];
}

/** Names the fields that changed with a save although nobody sent them: `width of Rack A: 10 (was 19)`. */
export const describeBesides = (changed: readonly BesidesOfRecord[]): Inert =>
  l10n.t(
    'Besides what was sent, this changed too, by the save or by someone else: {0}.',
    fewOf(
      changed.flatMap(({ name, fields }) =>
        fields.map(([field, wasBefore, isNow]) => {
          const before = valueWords(wasBefore);
          const now = valueWords(isNow);
          return name === undefined
            ? l10n.t('{0}: {1} (was {2})', inert(field), now, before)
            : l10n.t('{0} of {1}: {2} (was {3})', inert(field), quoted(name), now, before);
        }),
      ),
    ),
  );

/** Names what earlier saves sent, which may yet be stored. */
export const describeStillOpen = (open: readonly FieldsOfRecord[]): Inert =>
  l10n.t('An earlier save may still store {0}. Look again later.', fieldWords(open));

/** Says of fields that the manager keeps by itself that what was typed is not sent. */
export const describeKept = (fields: readonly string[]): Inert =>
  l10n.t('The manager sets this by itself, so your change of it was put back: {0}.', nameList(fields));

/** Says that what earlier saves sent was stored late, over what stands in the document. */
export const describeLate = (late: readonly FieldsOfRecord[]): Inert =>
  l10n.t('An earlier save was stored late: {0}. What stands here was saved over it again.', fieldWords(late));

/** `u_height of Rack A (43)`, of some fields. */
export const fieldWords = (records: readonly FieldsOfRecord[]): Inert =>
  fewOf(
    records.flatMap(({ name, fields }) =>
      fields.map(([field, value]) => {
        const words = valueWords(value);
        return name === undefined
          ? shown`${inert(field)} (${words})`
          : l10n.t('{0} of {1} ({2})', inert(field), quoted(name), words);
      }),
    ),
  );

/** `u_height: 44 (was 42)` of each value that is to be sent. @param before the record as it is; left out for a new one */
export const describeNewValues = (
  values: readonly (readonly [field: string, value: unknown])[],
  before?: RecordFields,
): Inert[] =>
  values.map(([field, value]) =>
    before === undefined
      ? shown`${inert(field)}: ${valueWords(value)}`
      : l10n.t('{0}: {1} (was {2})', inert(field), valueWords(value), valueWords(before[field])),
  );

const valueWords = (value: unknown): Inert => inertUpTo(longestOfSome, inOneLine(value ?? null));

/** What is wrong with a field besides its value. */
const problemWords = {
  missing: '{0} is required',
  readOnly: '{0} cannot be changed',
  unknown: '{0} is not a field of this type',
  removed: '{0} cannot be removed, because a manager has no way to unset it',
  removedOptional: '{0} cannot be removed; write null to empty it',
  lostLetter: '{0} has � in place of a letter that was lost; type the letter first',
  secret: '{0} is a secret and cannot be written into a document',
} as const;

/** Says what is wrong with one field, as the beginning of a sentence. */
export function describeProblem({ field, code, wanted, place = field }: FieldProblem): Inert {
  if (code !== 'invalid') return l10n.t(problemWords[code], inert(field));
  if (wanted) return describeWanted(inert(place), wanted);
  return l10n.t('{0} has a value that does not fit', inert(place));
}

function describeWanted(field: Inert, wanted: WantedValue): Inert {
  switch (wanted.kind) {
    case 'filled':
      return l10n.t('{0} cannot be empty', field);
    case 'atLeast':
      return l10n.t('{0} must be {1} or more', field, wanted.bound);
    case 'atMost':
      return l10n.t('{0} must be {1} or less', field, wanted.bound);
    case 'oneOf': {
      const values = joined(
        wanted.values.map(value => inert(JSON.stringify(value))),
        ', ',
      );
      return l10n.t('{0} must be one of {1}', field, values);
    }
    case 'without':
      return l10n.t(
        '{0} has a field that does not belong there: {1}',
        field,
        joined(wanted.keys.map(inert), ', '),
      );
    case 'form':
      return l10n.t('{0} must be {1}', field, inert(lowerFirst(wanted.words)));
    case 'type':
      return l10n.t(typeWords[wanted.type], field);
  }
}

const typeWords = {
  number: '{0} must be a whole number',
  boolean: '{0} must be true or false',
  array: '{0} must be a list of texts',
  list: '{0} must be a list',
  object: '{0} must be an object',
  string: '{0} must be text',
} as const;

/** Says what a manager would ignore or refuse in a node. */
export function describeWarning({ field, code, domainType = 0 }: NodeWarning): Inert {
  switch (code) {
    case 'unused':
      return l10n.t(
        '{0} is used only when domain_type is {1} ({2}); the manager ignores it here.',
        inert(field),
        domainType,
        inert(domainTypes[domainType] ?? ''),
      );
    case 'notInTree':
      return l10n.t('The tree has nothing with this uuid. Refresh the tree if it is new.');
    case 'noDomain':
      return l10n.t('{0} must be the uuid of a domain.', inert(field));
    case 'noFlowSensor':
      return l10n.t('{0} must be the uuid of a flow sensor.', inert(field));
    case 'insideItself':
      return l10n.t('A domain cannot stand below itself.');
    case 'newDomain':
      return l10n.t('The tree has nothing with this uuid, so the manager creates a domain that has it.');
  }
}

/** Which fields two people changed, and to what; the beginning of a sentence. */
export function describeConflicts(conflicts: readonly FieldConflict[]): Inert {
  const show = (value: unknown) => (value === undefined ? l10n.t('nothing') : inert(inOneLine(value)));
  const fields = conflicts.map(({ field, mine, theirs, base }) =>
    l10n.t(
      '{0} is {1} here and now {2} on the manager (it was {3})',
      inert(field),
      show(mine),
      show(theirs),
      show(base),
    ),
  );
  return joined(fields, '; ');
}

/** The error for a text that cannot be sent: its first problem with its line. */
export function refusedText<Problem extends { readonly offset: number }>(
  text: string,
  problems: readonly Problem[],
  sentenceOf: (problem: Problem) => Inert,
): Error {
  const [problem] = problems;
  if (!problem) return new SentenceError(l10n.t('Nothing was sent.'));
  const line = text.slice(0, problem.offset).split('\n').length;
  const sentence = l10n.t('Line {0}: {1} Nothing was sent.', line, sentenceOf(problem));
  return new SentenceError(withOtherProblems(sentence, problems.length - 1));
}

/** A problem, and how many there are besides. */
export function withOtherProblems(sentence: Inert, others: number): Inert {
  if (others < 1) return sentence;
  return others === 1
    ? l10n.t('{0} There is 1 more problem.', sentence)
    : l10n.t('{0} There are {1} more problems.', sentence, others);
}

/** Why a file is not opened as a notebook, and what helps. */
export function describeNotebookError({ code }: NotebookFileError): Inert {
  const sentences: Readonly<Record<typeof code, Inert>> = {
    notText: l10n.t('This notebook is not readable: it is not UTF-8 text.'),
    mergeConflict: l10n.t('The file of this notebook has merge conflict markers in it.'),
    notJson: l10n.t('This notebook is not readable: it is not complete JSON.'),
    notNotebook: l10n.t('This file is JSON but not a query notebook.'),
    newerVersion: l10n.t('This notebook was made by a newer Netsensor. Update the extension to open it.'),
  };
  const openAsText = l10n.t('Open it in the text editor to repair it.');
  return code === 'newerVersion' ? sentences[code] : joined([sentences[code], openAsText]);
}
