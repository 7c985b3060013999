import * as vscode from 'vscode';
import type { QueryTextProblem } from '../model/queryText.js';
import type { Inert } from '../ui/inert.js';

/** One sentence for a cell whose text is not JSON. */
export function describeQueryTextProblem({ code, line, column }: QueryTextProblem): Inert {
  if (code === 'Empty') {
    return vscode.l10n.t('This cell has no query. Press Ctrl+Space in it to start from a snippet.');
  }
  if (code === 'TooDeep') return vscode.l10n.t('This query is nested too deeply.');
  return vscode.l10n.t('Line {0}, column {1}: {2}.', line, column, whatIsWrong(code));
}

function whatIsWrong(code: string): Inert {
  switch (code) {
    case 'PropertyNameExpected':
      return vscode.l10n.t('a field name in double quotes is missing');
    case 'ValueExpected':
      return vscode.l10n.t('a value is missing');
    case 'ColonExpected':
      return vscode.l10n.t('a colon is missing');
    case 'CommaExpected':
      return vscode.l10n.t('a comma is missing');
    case 'CloseBraceExpected':
      return vscode.l10n.t('a closing brace is missing');
    case 'CloseBracketExpected':
      return vscode.l10n.t('a closing bracket is missing');
    case 'EndOfFileExpected':
      return vscode.l10n.t('a cell holds one query, and there is more text after it');
    case 'UnexpectedEndOfComment':
      return vscode.l10n.t('a comment is not closed');
    case 'UnexpectedEndOfString':
      return vscode.l10n.t('a text is not closed');
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return vscode.l10n.t('this is not a number');
    default:
      return vscode.l10n.t('this is not JSON');
  }
}
