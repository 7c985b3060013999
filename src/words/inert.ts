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

const mostNames = 10;

/** Names one below the other for a plan, with the number of those that do not fit. */
export const nameLines = (names: readonly string[]): Inert[] => listLines(names.map(quoted));

/** Things one below the other for a plan, with the number of those that do not fit. */
export function listLines(things: readonly Inert[]): Inert[] {
  const lines = things.slice(0, mostNames).map(thing => shown`• ${thing}`);
  const others = things.length - lines.length;
  return others > 0 ? [...lines, l10n.t('and {0} more', others)] : lines;
}

/** Names in one sentence, with the number of those that do not fit. */
export const nameList = (names: readonly string[], most = 3): Inert => fewOf(names.map(quoted), most);

/** Things in one sentence, with the number of those that do not fit. */
export function fewOf(things: readonly Inert[], most = mostNames): Inert {
  const list = joined(things.slice(0, most), ', ');
  const others = things.length - most;
  return others > 0 ? l10n.t('{0} and {1} more', list, others) : list;
}

/** A failure in a sentence of ours, which is shown as it is. */
export class SentenceError extends Error {
  constructor(
    readonly sentence: Inert,
    options?: ErrorOptions,
  ) {
    super(sentence, options);
    this.name = 'SentenceError';
  }
}

/**
 * Thrown by the save of a document of which a part was stored: the document stays dirty with the rest, and goes on from
 * `baseText`.
 */
export class PartlySavedError extends SentenceError {
  constructor(
    sentence: Inert,
    readonly baseText: string,
    readonly did: {
      /** What was created from items of a text that does not show their numbers. */
      readonly created?: readonly {
        readonly fields: Readonly<Record<string, unknown>>;
        readonly id: number;
      }[];
      /** What was sent while nobody can tell whether it is stored. */
      readonly sent?: readonly (readonly [name: string, value: unknown])[];
      /** Those of them that stay known once the document shows what is stored. */
      readonly told?: readonly (readonly [name: string, value: unknown])[];
      /** Fields of records that changed besides with what was saved, with their values before and now. */
      readonly besides?: readonly {
        readonly id?: number;
        readonly name?: string;
        readonly fields: readonly (readonly [name: string, before: unknown, now: unknown])[];
      }[];
    } = {},
  ) {
    super(sentence);
  }
}

/** Thrown when the user gave up what was asked for. Nothing was sent. */
export class GivenUpError extends SentenceError {
  constructor(sentence = l10n.t('Nothing was sent. Your changes are still in the document.')) {
    super(sentence);
  }
}

/** Thrown by a command that finds nothing to do, or not yet: it is said as information, since nothing went wrong. */
export class NothingToDoError extends SentenceError {}

/** A connection without a key. */
export class SignedOutError extends SentenceError {}

/** The language of numbers and times, `en-GB`; that of the machine until `useLanguage` has said one. */
export const locale: { language: string | undefined } = { language: undefined };

/**
 * Says in which language sentences, numbers and times are.
 * @param translations by the English text; none where there are none
 */
export function useLanguage(language: string, translations: Readonly<Record<string, string>> = {}): void {
  locale.language = language;
  l10n.config({ contents: translations });
}

/** The time of a moment, and what a style adds to it. */
export const timeWords = (moment: Date | number, style: Intl.DateTimeFormatOptions = {}): Inert =>
  inert(new Intl.DateTimeFormat(locale.language, { timeStyle: 'short', ...style }).format(moment));

/** A moment of today as its time, any other with its date. */
export function momentWords(milliseconds: number): Inert {
  const moment = new Date(milliseconds);
  const isToday = moment.toDateString() === new Date().toDateString();
  return timeWords(moment, isToday ? {} : { dateStyle: 'medium' });
}

/** A wait in whole seconds, minutes or hours, never less than it is: `45 seconds`, `2 minutes`. */
export function durationWords(seconds: number): Inert {
  const [unit, length] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 5400
        ? (['minute', 60] as const)
        : seconds <= 172_800
          ? (['hour', 3600] as const)
          : (['day', 86_400] as const);
  const format = new Intl.NumberFormat(locale.language, { style: 'unit', unit, unitDisplay: 'long' });
  return inert(format.format(Math.ceil(seconds / length)));
}

/** The day of a moment in ISO 8601. */
export const dayOf = (moment: string): Inert => inert(moment.slice(0, 10));

/** A number with its thousands set apart. */
export const grouped = (count: number): Inert => inert(count.toLocaleString(locale.language));

/** `812 bytes`, `48.2 kB`, `3.1 GB`. */
export function byteCount(bytes: number): Inert {
  if (bytes === 1) return l10n.t('1 byte');
  if (bytes < 1000) return l10n.t('{0} bytes', bytes);
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  const value = (bytes / 1000 ** power).toLocaleString(locale.language, { maximumFractionDigits: 1 });
  return inert(`${value} ${units[power - 1]}`);
}
