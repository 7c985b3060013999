import * as vscode from 'vscode';

/** A place in a document as it was when VS Code asked about it; while a provider waits, the document may be typed into. */
export interface TextPlace {
  readonly text: string;
  readonly offset: number;
  readonly position: vscode.Position;
}

/** To be called before anything is waited for: VS Code itself adds to a range what is typed after it has asked. */
export const textPlace = (document: vscode.TextDocument, position: vscode.Position): TextPlace => ({
  text: document.getText(),
  offset: document.offsetAt(position),
  position,
});

/** What is needed of a document to find places in it. */
export type PlacedText = Pick<vscode.TextDocument, 'uri' | 'getText' | 'positionAt'>;

/** A document that nobody has open. @param text as it would be opened, with `\n` at the end of each line */
export const unopenedText = (uri: vscode.Uri, text: string): PlacedText => ({
  uri,
  getText: () => text,
  positionAt: offset => {
    const lines = text.slice(0, offset).split('\n');
    return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  },
});

/** A part of a text, in UTF-16 units, as VS Code wants it. */
export const rangeOf = (
  document: PlacedText,
  { offset, length }: { readonly offset: number; readonly length: number },
): vscode.Range => new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));

/** The range of a text on the line of a place, by its offsets in the text of that time. */
export const rangeOnLine = ({ offset, position }: TextPlace, start: number, end: number): vscode.Range =>
  new vscode.Range(position.translate(0, start - offset), position.translate(0, end - offset));
