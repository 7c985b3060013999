import * as vscode from 'vscode';
import { inventoryType } from '../../model/inventory/inventoryTypes.js';
import { referenceProblems, type ReferenceProblem } from '../../model/inventory/referenceProblems.js';
import { inert, joined, type Inert } from '../../words/inert.js';
import { recordLabel } from './referenceNames.js';
import type { ReferenceLists } from './referenceLists.js';
import { diagnosticAt, rangeOfField } from '../documents/documentProblems.js';
import { recordPlaces } from './referencePlaces.js';

/** The code of a diagnostic that a quick fix knows. */
export const hashCode = 'hash';

/** What does not fit between the records of a document and others, as far as the others were read. */
export function referenceDiagnostics(
  document: vscode.TextDocument,
  lists: ReferenceLists,
): vscode.Diagnostic[] {
  const { authority } = document.uri;
  return recordPlaces(document).flatMap(place => {
    const problems = referenceProblems(place, type => lists.get(authority, type));
    const sure = problems.filter(
      problem => problem.code !== 'noRecord' || lists.isMissing(authority, problem.to, problem.id),
    );
    return sure.map(problem => {
      const diagnostic = diagnosticAt(rangeOfField(document, place.node, problem.field), {
        message: describe(problem, id => lists.get(authority, place.type)?.name(id) ?? `#${id}`),
        isError: problem.code === 'ring' || problem.code === 'hash',
      });
      diagnostic.code = problem.code === 'hash' ? hashCode : undefined;
      return diagnostic;
    });
  });
}

function describe(problem: ReferenceProblem, nameOf: (id: number) => string): Inert {
  switch (problem.code) {
    case 'noRecord': {
      const type = vscode.l10n.t(inventoryType(problem.to).singular);
      return vscode.l10n.t('{0} #{1} does not exist on the manager.', type, problem.id);
    }
    case 'ring':
      return vscode.l10n.t(
        'A record cannot stand below itself: {0}.',
        joined(
          problem.way.map(id => recordLabel(nameOf(id))),
          ' → ',
        ),
      );
    case 'hash':
      return vscode.l10n.t('Write the colour without the leading #.');
    case 'outside':
      return vscode.l10n.t('The rack has {0} units, not {1}.', problem.height, numbers(problem.units));
    case 'twice':
      return vscode.l10n.t('Named more than once: {0}.', numbers(problem.units));
    case 'reserved':
      return vscode.l10n.t(
        'Reserved already: {0} (by reservation {1}).',
        numbers(problem.units),
        inert(problem.by.map(id => `#${id}`).join(', ')),
      );
    case 'tooLow':
      return vscode.l10n.t(
        'Units up to {0} of this rack are reserved (by reservation {1}).',
        problem.highest,
        inert(problem.by.map(id => `#${id}`).join(', ')),
      );
  }
}

const numbers = (units: readonly number[]) => inert(units.join(', '));
