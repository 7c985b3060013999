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

/** A part of a text, in UTF-16 units, as VS Code wants it. */
export const rangeOf = (
  document: vscode.TextDocument,
  { offset, length }: { readonly offset: number; readonly length: number },
): vscode.Range => new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));

/** The range of a text on the line of a place, by its offsets in the text of that time. */
export const rangeOnLine = ({ offset, position }: TextPlace, start: number, end: number): vscode.Range =>
  new vscode.Range(position.translate(0, start - offset), position.translate(0, end - offset));
