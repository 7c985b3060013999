import * as vscode from 'vscode';
import { CompletionItem, DocumentLink, Hover, InlayHint, MarkdownString } from '../../ui/doors.js';
import { unlinked, type Inert } from '../../words/inert.js';

/** A value in a document that stands for something with a name. */
export interface NamedValue {
  readonly range: vscode.Range;
  /** What stands beside it, and what is said of that; undefined for nothing. */
  readonly hint: () => { readonly label: Inert; readonly tooltip: Inert | undefined } | undefined;
  /** What is said of it while the mouse rests on it, one line each. */
  readonly lines: () => readonly Inert[];
  /** The document of what it stands for, if there is one. */
  readonly link?: () => { readonly uri: vscode.Uri; readonly tooltip: Inert } | undefined;
}

/** What editors show of the values of a document. */
export function namedValues(values: readonly NamedValue[]) {
  const at = (position: vscode.Position) => values.find(({ range }) => range.contains(position));
  return {
    /** The name of what each value stands for, beside it. */
    hints: (visible: vscode.Range): InlayHint[] =>
      values.flatMap(({ range, hint }) => {
        const said = visible.intersection(range) && hint();
        if (!said) return [];
        const inlay = new InlayHint(range.end, said.label);
        inlay.paddingLeft = true;
        inlay.tooltip = said.tooltip;
        return [inlay];
      }),
    /** What the value under the mouse stands for. */
    hover: (position: vscode.Position): vscode.Hover | undefined => {
      const value = at(position);
      const lines = value?.lines() ?? [];
      if (!value || lines.length === 0) return undefined;
      const markdown = new MarkdownString();
      for (const line of lines) {
        if (markdown.value) markdown.appendMarkdown('\n\n');
        markdown.appendText(unlinked(line));
      }
      return new Hover(markdown, value.range);
    },
    /** The values as links to the documents of what they stand for. */
    links: (): DocumentLink[] =>
      values.flatMap(({ range, link: linkOf }) => {
        const target = linkOf?.();
        if (!target) return [];
        const link = new DocumentLink(range, target.uri);
        link.tooltip = target.tooltip;
        return [link];
      }),
    /** Where F12 leads: the document behind the link at a place. */
    definition: (position: vscode.Position): vscode.Location | undefined => {
      const target = at(position)?.link?.();
      return target && new vscode.Location(target.uri, new vscode.Position(0, 0));
    },
  };
}

/** Something that may be written in the place of a value. */
export interface Offer {
  readonly label: Inert;
  readonly detail?: Inert;
  readonly insertText: string;
}

/** What is offered in the place of a value, in this order, which VS Code would change by what is typed. */
export const completions = (
  offers: readonly Offer[],
  { typed, range }: { readonly typed: string; readonly range: vscode.Range },
  kind = vscode.CompletionItemKind.Reference,
): CompletionItem[] =>
  offers.map(({ label, detail, insertText }, index) => {
    const item = new CompletionItem(label, kind);
    if (detail) item.detail = detail;
    item.insertText = insertText;
    item.range = range;
    item.filterText = typed || label;
    item.sortText = `!${String(index).padStart(4, '0')}`;
    return item;
  });
