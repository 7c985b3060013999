import type * as vscode from 'vscode';
import { parsePointListPath } from '../../model/trees/pointList.js';
import { parseSubtreePath } from '../../model/trees/treeDocument.js';
import { placedElements, type PlacedElement } from '../../model/text/placedElements.js';
import type { PlacedText } from '../../ui/textPlace.js';

/** The properties that hold nodes in the document of a subtree or of a list of access points. */
const holders = ['sensor', 'children', 'access_points'];

/** The folders whose documents show records or nodes. */
const folders = ['inventory', 'lists', 'new', 'sensors', 'access_points', 'subtree', 'override'];

/** A text of more, some 30,000 elements, is shown without names: reading it would take half a second at each change. */
const mostCharacters = 10_000_000;

/** Whether a path is that of a document with many nodes. */
export const holdsManyNodes = (path: string): boolean =>
  parseSubtreePath(path) !== undefined || parsePointListPath(path) !== undefined;

/** The records or nodes that a document shows, as far as its text can be read; none of a document of anything else. */
export function elementsIn(document: PlacedText): readonly PlacedElement[] {
  const { path } = document.uri;
  if (!folders.includes(path.split('/')[1] ?? '')) return [];
  const text = document.getText();
  if (text.length > mostCharacters) return [];
  return placedElements(text, holdsManyNodes(path) ? holders : []);
}

/** The same for open documents, read once for each version of their text. */
export class DocumentElements {
  private readonly known = new WeakMap<vscode.TextDocument, VersionElements>();

  of(document: vscode.TextDocument): readonly PlacedElement[] {
    const known = this.known.get(document);
    if (known?.version === document.version) return known.elements;
    const elements = elementsIn(document);
    this.known.set(document, { version: document.version, elements });
    return elements;
  }
}

interface VersionElements {
  readonly version: number;
  readonly elements: readonly PlacedElement[];
}

/** Reads the elements of an open document. */
export type ReadElements = (document: vscode.TextDocument) => Promise<readonly PlacedElement[]>;
