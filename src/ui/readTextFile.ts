import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileText } from 'netsensor-contract/text/fileText';
import { quoted } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/**
 * The text of a file that the user chose.
 * @throws {Error} with a sentence for people when it is not UTF-8, nor UTF-16 with a mark: other letters would be sent than those in the file
 */
export async function readTextFile(file: vscode.Uri): Promise<string> {
  const text = fileText(await vscode.workspace.fs.readFile(file));
  if (text !== undefined) return text;
  throw new SentenceError(
    l10n.t(
      '{0} is not a text in UTF-8. Save it with that encoding, then choose it again.',
      quoted(file.path.slice(file.path.lastIndexOf('/') + 1)),
    ),
  );
}
