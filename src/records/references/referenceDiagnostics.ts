import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isRecordId, parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { uniqueFields } from 'netsensor-contract/inventory/uniqueFields';
import { textOf } from 'netsensor-contract/text/looseValues';
import { parseListAddress } from '../../model/inventory/listDocument.js';
import { referenceProblems, type ReferenceProblem } from '../../model/inventory/referenceProblems.js';
import { takenNames } from '../../model/inventory/takenNames.js';
import { inventoryTypeOfPath } from 'netsensor-contract/inventory/references';
import { nodeWarnings } from '../../model/sensors/nodeDocument.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { fieldNamed, plainFields, type PlacedElement } from '../../model/text/placedElements.js';
import { ignoredPointFields } from '../../model/trees/checkTreeText.js';
import { containerWarnings } from '../../model/trees/pointList.js';
import { parseSubtreePath } from '../../model/trees/treeDocument.js';
import { rangeOf } from '../../ui/textPlace.js';
import { describeWarning } from '../../words/describeProblems.js';
import type { RecordList } from '../../model/inventory/recordList.js';
import { fewOf, inert, joined, nameList, quoted, shown, type Inert } from '../../words/inert.js';
import { titleOf } from '../../words/names.js';
import { referenceWords, unitWords, unnamed } from '../../words/recordDetail.js';
import { recordLabel } from './referenceNames.js';
import type { ReferenceLists } from './referenceLists.js';
import { holdsManyNodes } from '../documents/documentElements.js';
import { diagnosticAt } from '../documents/documentProblems.js';

/** The code of a diagnostic that a quick fix knows. */
export const hashCode = 'hash';

/** What does not fit between the records of a document and others, as far as the others were read. */
export function referenceDiagnostics(
  document: vscode.TextDocument,
  elements: readonly PlacedElement[],
  lists: ReferenceLists,
): vscode.Diagnostic[] {
  const { authority, path } = document.uri;
  const type = inventoryTypeOfPath(path);
  if (!type) return [];
  return elements.flatMap(element => {
    const fields = plainFields(element);
    const own = parseRecordPath(path)?.id ?? fields['id'];
    const edited = { type, id: isRecordId(own) ? own : undefined, fields };
    const problems = referenceProblems(edited, other => lists.get(authority, other));
    const sure = problems.filter(
      problem => problem.code !== 'noRecord' || lists.isMissing(authority, problem.to, problem.id),
    );
    return sure.map(problem => {
      const diagnostic = diagnosticAt(rangeInElement(document, element, problem.field), {
        message: describe(problem, {
          nameOf: id => lists.get(authority, type)?.name(id) ?? referenceWords(type, id, unnamed),
          reservation: id => reservationWords(id, lists.get(authority, 'rack_reservations')),
        }),
        isError: problem.code === 'ring' || problem.code === 'hash',
      });
      diagnostic.code = problem.code === 'hash' ? hashCode : undefined;
      return diagnostic;
    });
  });
}

/** Names in a list that a manager takes once. */
export function nameDiagnostics(
  document: vscode.TextDocument,
  elements: readonly PlacedElement[],
  lists: ReferenceLists,
): vscode.Diagnostic[] {
  const { authority } = document.uri;
  const ref = parseListAddress(document.uri);
  if (!ref || !uniqueFields[ref.type]) return [];
  const records = elements.map(plainFields);
  const own = new Set(records.map(({ id }) => id));
  const known = ref.ids ? (lists.get(authority, ref.type)?.records ?? []) : [];
  const others = known.filter(({ id }) => !own.has(id));
  return takenNames(ref.type, records, others).map(({ at, field, by, count }) =>
    diagnosticAt(rangeInElement(document, elements[at]!, field), {
      message:
        by.length > 0
          ? l10n.t('Taken already (by {0}).', fewOf(by.map(idText), by.length, count))
          : l10n.t('Another new record has the same.'),
    }),
  );
}

const idText = (id: unknown): Inert => inert(`#${textOf(id) ?? ''}`);

/** What leads nowhere in a document of many nodes; one node by itself is checked by its kind. */
export function nodeDiagnostics(
  document: vscode.TextDocument,
  elements: readonly PlacedElement[],
  tree: SensorIndex | undefined,
): vscode.Diagnostic[] {
  if (!tree || !holdsManyNodes(document.uri.path)) return [];
  const own = new Set(elements.map(element => fieldNamed(element, 'uuid')?.value));
  const ignored = parseSubtreePath(document.uri.path) === undefined ? [] : ignoredPointFields;
  const points = elements.filter(({ heldBy }) => heldBy === 'access_points');
  return points.flatMap(element => {
    const fields = plainFields(element);
    const warnings = [...nodeWarnings('accessPoint', fields, tree), ...containerWarnings(fields, tree)];
    return warnings
      .filter(({ field }) => !ignored.includes(field))
      .filter(({ field, code }) => code !== 'notInTree' || !own.has(fieldNamed(element, field)?.value))
      .map(warning => {
        const range = rangeInElement(document, element, warning.field);
        return diagnosticAt(range, { message: describeWarning(warning) });
      });
  });
}

/** The value of a field; the beginning of an element that does not have it. */
const rangeInElement = (document: vscode.TextDocument, element: PlacedElement, field: string): vscode.Range =>
  rangeOf(document, fieldNamed(element, field) ?? { offset: element.offset, length: 1 });

/** What the records of a problem are called. */
interface ProblemNames {
  readonly nameOf: (id: number) => string;
  readonly reservation: (id: number) => Inert;
}

/** A reservation has no name: its units, and what it is for. */
function reservationWords(id: number, list: RecordList | undefined): Inert {
  const record = list?.find(id);
  return (
    joined([unitWords(record?.['units']), quoted(textOf(record?.['description']) ?? '')]) || shown`${id}`
  );
}

function describe(problem: ReferenceProblem, { nameOf, reservation }: ProblemNames): Inert {
  switch (problem.code) {
    case 'noRecord': {
      const type = l10n.t(inventoryType(problem.to).singular);
      return l10n.t('{0} #{1} does not exist on the manager.', type, problem.id);
    }
    case 'ring':
      return l10n.t(
        'A record cannot stand below itself: {0}.',
        joined(
          problem.way.map(id => recordLabel(nameOf(id))),
          ' → ',
        ),
      );
    case 'hash':
      return l10n.t('Write the colour without the leading #.');
    case 'noModel':
      return l10n.t('No type of the inventory is called so: {0}.', nameList(problem.names, 5));
    case 'noColumn':
      return l10n.t(
        '{0} have no such field: {1}. Names stand with semicolons between.',
        titleOf(problem.type),
        nameList(problem.names, 5),
      );
    case 'outside':
      return l10n.t('The rack has {0} units, not {1}.', problem.height, numbers(problem.units));
    case 'twice':
      return l10n.t('Named more than once: {0}.', numbers(problem.units));
    case 'reserved':
      return l10n.t(
        'Reserved already: {0} (by reservation {1}).',
        numbers(problem.units),
        fewOf(problem.by.map(reservation)),
      );
    case 'tooLow':
      return l10n.t(
        'Units up to {0} of this rack are reserved (by reservation {1}).',
        problem.highest,
        fewOf(problem.by.map(reservation)),
      );
  }
}

const numbers = (units: readonly number[]) => inert(units.join(', '));
