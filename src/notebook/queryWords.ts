import * as vscode from 'vscode';
import type { FixKind } from '../model/queryEditing/queryFixes.js';
import type { QueryProblem } from '../model/queryEditing/queryProblems.js';
import { joined, quoted, type Inert } from '../ui/inert.js';
import { describeRangeProblem } from './time/rangeWords.js';

/** One sentence for a problem with the meaning of a query. */
export function describeProblem({ code, node, choices }: QueryProblem): Inert {
  const value = quoted(String(node.value));
  const listed = joined(choices.slice(0, 8).map(quoted), ', ');
  switch (code) {
    case 'metricUnknown':
      return vscode.l10n.t('No aggregation is named {0}. Sort by one of: {1}.', value, listed);
    case 'metricForm':
      return vscode.l10n.t('A metric object is one of: {0}.', listed);
    case 'orderUnknown':
      return vscode.l10n.t('The result has no column {0}. Order by one of: {1}.', value, listed);
    case 'nameTwice':
      return vscode.l10n.t('Two outputs are named {0}. Give one of them another name.', value);
    case 'fieldsEmpty':
      return vscode.l10n.t('Put at least one filter in here, or remove the filter.');
    case 'rangeUnreadable':
      return describeRangeProblem('unreadable');
    case 'rangeReversed':
      return describeRangeProblem('reversed');
    case 'rangeEmpty':
      return describeRangeProblem('empty');
    case 'periodUnusable':
      return vscode.l10n.t('A period needs a length, such as PT6M or P1D.');
    case 'zoneUnknown':
      return vscode.l10n.t('{0} is no time zone. Write one such as Europe/Madrid or UTC.', value);
    case 'originUnreadable':
      return vscode.l10n.t('{0} is no ISO 8601 time.', value);
    case 'lengthUnusable':
      return vscode.l10n.t('A duration is a number of milliseconds from 1.');
    case 'columnUnknown':
      return vscode.l10n.t('The data source has no column {0}, so the result will be 0.', value);
    case 'nameIsDimension':
      return vscode.l10n.t(
        'A dimension of this query is named {0} too; only one of them will be seen.',
        value,
      );
    case 'couldBeTopN':
      return vscode.l10n.t('A topN finds the highest values of one dimension much faster.');
  }
}

/** The title of a fix. */
export function describeFix(what: FixKind): Inert {
  switch (what.kind) {
    case 'replace':
      return vscode.l10n.t('Change to {0}', quoted(what.name));
    case 'rename':
      return vscode.l10n.t('Rename the field to {0}', quoted(what.name));
    case 'remove':
      return vscode.l10n.t('Remove {0}', quoted(what.name));
    case 'move':
      return vscode.l10n.t('Write it as {0}', quoted(what.name));
    case 'add':
      return vscode.l10n.t('Add {0}', quoted(what.name));
    case 'toTopN':
      return vscode.l10n.t('Convert to topN');
  }
}
