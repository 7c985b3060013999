import * as vscode from 'vscode';
import { CompletionItem, DocumentLink, InlayHint } from '../../ui/doors.js';
import { paragraphHover } from '../../ui/paragraphHover.js';
import type { Place } from '../../model/text/placedElements.js';
import { rangeOf } from '../../ui/textPlace.js';
import { inert, shown, type Inert } from '../../words/inert.js';

/** What editors show of a value that stands for something with a name. */
export interface Named {
  /** What stands beside it, and what is said of that; undefined for nothing. */
  readonly hint: () => { readonly label: Inert; readonly tooltip: Inert | undefined } | undefined;
  /** What is said of it while the mouse rests on it, one line each. */
  readonly lines: () => readonly Inert[];
  /** The document of what it stands for, if there is one. */
  readonly link?: () => { readonly uri: () => vscode.Uri; readonly tooltip: Inert } | undefined;
}

/** A link whose target is found once it is followed: a document may have thousands. */
export class NamedLink extends DocumentLink {
  constructor(
    range: vscode.Range,
    readonly find: () => vscode.Uri,
  ) {
    super(range);
  }
}

/**
 * What editors show of the values of a document.
 * @param named what a value stands for; asked only of those that are shown
 */
export function namedValues<Value extends Place>(
  document: vscode.TextDocument,
  values: readonly Value[],
  named: (value: Value) => Named | undefined,
) {
  const valueAt = (position: vscode.Position): Value | undefined => {
    const wanted = document.offsetAt(position);
    return values.find(({ offset, length }) => offset <= wanted && wanted <= offset + length);
  };
  /** The value of the key at a place, the first where there are several. */
  const valueOfKeyAt = (position: vscode.Position): Value | undefined => {
    const key = document.getWordRangeAtPosition(position, /"(?:[^"\\]|\\.)*"(?=\s*:)/);
    const end = key && document.offsetAt(key.end);
    const value = end === undefined ? undefined : values.find(({ offset }) => offset >= end);
    const between =
      value && key && document.getText(new vscode.Range(key.end, rangeOf(document, value).start));
    return between !== undefined && /^\s*:\s*\[?\s*$/.test(between) ? value : undefined;
  };
  const at = (position: vscode.Position) => {
    const value = valueAt(position);
    const found = value && named(value);
    return found && { ...found, range: rangeOf(document, value) };
  };
  return {
    /** The name of what each value stands for, beside it. */
    hints: (visible: vscode.Range): InlayHint[] => {
      const from = document.offsetAt(visible.start);
      const to = document.offsetAt(visible.end);
      return values
        .filter(({ offset, length }) => offset <= to && offset + length >= from)
        .flatMap(value => {
          const said = named(value)?.hint();
          if (!said) return [];
          const inlay = new InlayHint(document.positionAt(value.offset + value.length), said.label);
          inlay.paddingLeft = true;
          inlay.tooltip = said.tooltip;
          return [inlay];
        });
    },
    /** What the value under the mouse stands for. */
    hover: (position: vscode.Position): vscode.Hover | undefined => {
      const value = at(position);
      const lines = value?.lines() ?? [];
      if (!value || lines.length === 0) return undefined;
      return paragraphHover(lines, value.range);
    },
    /** The values as links to the documents of what they stand for. */
    links: (): NamedLink[] =>
      values.flatMap(value => {
        const target = named(value)?.link?.();
        if (!target) return [];
        const link = new NamedLink(rangeOf(document, value), target.uri);
        link.tooltip = target.tooltip;
        return [link];
      }),
    /** Where F12 leads: the document behind the value at a place, or behind that of the key there. */
    definition: (position: vscode.Position): vscode.Location | undefined => {
      const value = valueAt(position) ?? valueOfKeyAt(position);
      const target = value && named(value)?.link?.();
      return target && new vscode.Location(target.uri(), new vscode.Position(0, 0));
    },
  };
}

/** Something that may be written in the place of a value. */
export interface Offer {
  readonly label: Inert;
  readonly detail?: Inert;
  readonly insertText: string;
}

/** Numbers with their names in the place of a value; the one that stands there is chosen to begin with. */
export function numberCompletions(
  names: readonly { readonly number: string; readonly name: Inert }[],
  written: { readonly typed: string; readonly whole: string; readonly range: vscode.Range },
): vscode.CompletionList {
  const offers = names.map(({ number, name }) => ({
    label: shown`${inert(number)} ${name}`,
    insertText: number,
  }));
  const items = completions(offers, written, 'EnumMember');
  for (const item of items) item.preselect = item.insertText === written.whole.trim();
  return { items };
}

/** What is offered in the place of a value, in this order, which VS Code would change by what is typed. */
export const completions = (
  offers: readonly Offer[],
  { typed, range }: { readonly typed: string; readonly range: vscode.Range },
  kind: 'Reference' | 'EnumMember' | 'Class' | 'Field' = 'Reference',
): CompletionItem[] =>
  offers.map(({ label, detail, insertText }, index) => {
    const item = new CompletionItem(label, vscode.CompletionItemKind[kind]);
    if (detail) item.detail = detail;
    item.insertText = insertText;
    item.range = range;
    item.filterText = typed || label;
    item.sortText = `!${String(index).padStart(4, '0')}`;
    return item;
  });
