import * as vscode from 'vscode';
import { utf8Text } from '../model/utf8Text.js';
import { inert } from '../ui/inert.js';
import { SentenceError } from '../ui/sentenceError.js';

/**
 * The text that VS Code saves. Documents are UTF-8 whatever `files.encoding` says; a document that the user opened or
 * saved with another encoding is refused, because its bytes would mean other letters.
 * @throws {Error} with a sentence for people; nothing was sent
 */
export function editedText(uri: vscode.Uri, content: Uint8Array): string {
  const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
  const isUtf8 = document === undefined || ['utf8', 'utf8bom'].includes(document.encoding);
  const text = utf8Text(content);
  if (isUtf8 && text !== undefined) return text;
  throw new SentenceError(
    vscode.l10n.t(
      'This document is in {0}, and the manager takes UTF-8 only. Nothing was sent. Copy your changes, revert the file, choose Reopen with Encoding and UTF-8, and make them again.',
      isUtf8 ? vscode.l10n.t('another encoding') : inert(document.encoding),
    ),
  );
}
