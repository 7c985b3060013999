import * as vscode from 'vscode';
import type { TextProblem } from '../model/trees/checkTreeText.js';
import type { Inert } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';
import { problemSentence } from './treeWords.js';

/** The error for the text of a tree or of access points that cannot be sent. */
export const firstProblem = (text: string, problems: readonly TextProblem[]): Error =>
  refusedText(text, problems, problemSentence);

/** The error for a text that cannot be sent: its first problem with its line. */
export function refusedText<Problem extends { readonly offset: number }>(
  text: string,
  problems: readonly Problem[],
  sentenceOf: (problem: Problem) => Inert,
): Error {
  const [problem] = problems;
  if (!problem) return new SentenceError(vscode.l10n.t('Nothing was sent.'));
  const line = text.slice(0, problem.offset).split('\n').length;
  const sentence = vscode.l10n.t('Line {0}: {1} Nothing was sent.', line, sentenceOf(problem));
  const others = problems.length - 1;
  return new SentenceError(
    others > 0 ? vscode.l10n.t('{0} There are {1} more problems.', sentence, others) : sentence,
  );
}
