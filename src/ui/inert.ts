declare const isInert: unique symbol;

/**
 * Text that does nothing where VS Code shows it: a sentence of our own (`vscode.l10n.t` over inert text), or words from
 * outside that `inert` has made so. Every place that shows text takes nothing else (`ui/doors.ts`).
 */
export type Inert = string & { readonly [isInert]: true };

declare module 'vscode' {
  namespace l10n {
    /** A sentence of ours is inert when all that it is filled with is. */
    export function t(message: string, ...args: (Inert | number | boolean)[]): Inert;
  }
}

/** Characters that a message from outside may have at most. */
const longestText = 600;
const longestName = 40;

/**
 * Words from outside as text that VS Code shows and does nothing with: no link in any of its spellings, no icon, one line,
 * nothing that turns the text around it, and an end. An invisible word joiner parts what would be live together.
 */
export function inert(text: string, longest = longestText): Inert {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/(?:[ \u2028\u2029]|[^\P{C}\u200C\u200D\u2060])+/gu, ' ')
    .trim();
  const characters = [...line];
  const cut = characters.length > longest || text.length > 4 * longest;
  const shown = cut ? `${characters.slice(0, longest).join('')}…` : line;
  return isolated(shown.replaceAll(live, '$&\u2060')) as Inert;
}

/** `[text](uri)`, `[text][name]`, `<a href>`, `<uri>`, `$(icon)`, `https://`, `www.`, `name@host`. */
const live = /\$(?=\()|\](?=[([:])|<(?=[\w/!?])|:(?=\/\/)|\bwww(?=\.)|@(?=\w)/giu;

/** A name from outside inside a sentence or a list: inert, and cut so that it leaves room for what follows. */
export const quoted = (name: string): Inert => inert(name, longestName);

/** Right-to-left text is set apart. */
const isolated = (text: string) => (/[\u0590-\u08FF\uFB1D-\uFEFC]/.test(text) ? `\u2068${text}\u2069` : text);

/** Inert parts one after another; those that are empty or absent are left out. */
export const joined = (parts: readonly (Inert | '' | undefined)[], separator = ' '): Inert =>
  parts.filter(Boolean).join(separator) as Inert;

/** A text of ours that is no sentence, such as an icon before a word; what it is filled with is inert. */
export const shown = (ours: TemplateStringsArray, ...parts: (Inert | number)[]): Inert =>
  String.raw({ raw: ours }, ...parts) as Inert;
