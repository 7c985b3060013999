import * as l10n from '@vscode/l10n';

declare const isInert: unique symbol;

/**
 * Text that does nothing where VS Code shows it: a sentence of our own (`l10n.t` over inert text), or words from
 * outside that `inert` has made so. Every place that shows text takes nothing else (`ui/doors.ts`).
 */
export type Inert = string & { readonly [isInert]: true };

declare module '@vscode/l10n' {
  /** A sentence that stands in the code, or in a table of it, is inert when all that it is filled with is. */
  export function t<const Message extends string>(
    message: Record<never, never> extends Record<Message, unknown> ? never : Message,
    ...args: (Inert | number | boolean)[]
  ): Inert;
}

/** Characters that a message from outside may have at most. */
const longestText = 600;
const longestName = 40;

/**
 * Words from outside as text that VS Code shows and does nothing with: no link in the spellings of its messages and lists, no
 * icon, one line, nothing that turns the text around it, and an end. An invisible word joiner parts what would be live
 * together.
 */
export const inert = (text: string): Inert => inertUpTo(longestText, text);

/** A name from outside inside a sentence or a list: inert, and cut so that it leaves room for what follows. */
export const quoted = (name: string): Inert => inertUpTo(longestName, name);

/** As `inert`, with another end. */
export function inertUpTo(longest: number, text: string): Inert {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/(?:\s|[^\P{C}\u200C\u200D\u2060])+/gu, ' ')
    .trim();
  const characters = [...line];
  const isCut = characters.length > longest || text.length > 4 * longest;
  const kept = isCut ? `${characters.slice(0, longest).join('')}…` : line;
  return isolated(kept.replaceAll(live, '$&\u2060')) as Inert;
}

/** `[text](uri)`, `[text][name]`, `<a href>`, `<uri>`, `$(icon)`. */
const live = /\$(?=\()|\](?=[([:])|<(?=[\w/!?])/gu;

declare const isUnlinked: unique symbol;

/** Inert text for places that make links of bare addresses too: hovers, outputs and the log. */
export type Unlinked = Inert & { readonly [isUnlinked]: true };

/** Parts `https://`, `www.`, `name@host` and `data:`, which elsewhere stay as they are, to be found and copied. */
export const unlinked = (text: Inert): Unlinked =>
  text.replaceAll(/:(?=\/\/)|www(?=\.)|@(?=\w)|\bdata(?=:)/giu, '$&\u2060') as Unlinked;

/** Right-to-left text is set apart. */
const isolated = (text: string) =>
  /[\u0590-\u08FF\uFB1D-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(text)
    ? `\u2068${text}\u2069`
    : text;

/** Inert parts one after another; those that are empty or absent are left out. */
export const joined = (parts: readonly (Inert | '' | undefined)[], separator = ' '): Inert =>
  parts.filter(Boolean).join(separator) as Inert;

/** A text of ours that is no sentence, such as an icon before a word; what it is filled with is inert. */
export const shown = (ours: TemplateStringsArray, ...parts: (Inert | number)[]): Inert =>
  String.raw({ raw: ours }, ...parts) as Inert;

export const mostNames = 10;

/** Names one below the other for a plan, with the number of those that do not fit. */
export const nameLines = (names: readonly string[]): Inert[] => listLines(names.map(quoted));

/** Things one below the other for a plan, with the number of those that do not fit. @param all how many there are, with those not at hand */
export function listLines(things: readonly Inert[], all = things.length): Inert[] {
  const lines = things.slice(0, mostNames).map(thing => shown`• ${thing}`);
  const others = all - lines.length;
  return others > 0 ? [...lines, l10n.t('and {0} more', others)] : lines;
}

/** Names in one sentence, with the number of those that do not fit. */
export const nameList = (names: readonly string[], most = 3): Inert => fewOf(names.map(quoted), most);

/** Things in one sentence, with the number of those that do not fit. @param all how many there are, with those not at hand */
export function fewOf(things: readonly Inert[], most = mostNames, all = things.length): Inert {
  const list = joined(things.slice(0, most), ', ');
  const others = all - most;
  return others > 0 ? l10n.t('{0} and {1} more', list, others) : list;
}
