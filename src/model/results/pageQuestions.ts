import * as z from 'zod';
import { timeShifts } from '../query/timeShift.js';
import type { ResultValue } from '../query/queryResult.js';
import { viewSettings } from './viewSettings.js';

/** What can be done with a value of a dimension. */
const valueActions = ['filter', 'exclude', 'copyFilter', 'drillDown', 'reveal'] as const;
export type ValueAction = (typeof valueActions)[number];

/** Formats that a result can be written in; pictures are drawn by the renderer. */
const textFormats = ['csv', 'titledCsv', 'json', 'markdown'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Also a number that JSON has no word for. */
const resultValue = z.custom<ResultValue>(
  value => value === null || ['string', 'number', 'boolean'].includes(typeof value),
);

/** The id of an output. */
const result = z.string();
const place = z.int().min(0);

const rendererMessage = z.discriminatedUnion('type', [
  z.object({ result, type: z.literal('rows'), from: place, count: place }),
  z.object({ result, type: z.literal('settings'), settings: viewSettings }),
  /** Times in milliseconds. */
  z.object({ result, type: z.literal('interval'), start: z.number(), end: z.number() }),
  /** To the range before. */
  z.object({ result, type: z.literal('back') }),
  /** The rows of the same query some time before. */
  z.object({ result, type: z.literal('before'), shift: z.enum(timeShifts) }),
  /** What happened in its time. */
  z.object({ result, type: z.literal('marks'), source: z.string() }),
  z.object({
    result,
    type: z.literal('value'),
    action: z.enum(valueActions),
    column: z.string(),
    value: resultValue,
    /** The time of its row as it was sent; for a value that stands for several rows there is none. */
    time: resultValue.optional(),
  }),
  /** As it is on the screen, or without settings all rows as sent, in a format of choice. */
  z.object({
    result,
    type: z.literal('export'),
    format: z.enum(textFormats).optional(),
    settings: viewSettings.optional(),
  }),
  /** `data` is the file, as text for SVG and in base 64 for PNG. */
  z.object({ result, type: z.literal('picture'), format: z.enum(['svg', 'png']), data: z.string() }),
  z.object({ result, type: z.literal('copy'), text: z.string() }),
  /** As it is on the screen. */
  z.object({ result, type: z.literal('copyMarkdown'), settings: viewSettings }),
  /** Another limit of the query, as `LimitAction` says. */
  z.object({
    result,
    type: z.literal('limit'),
    limit: z.union([z.int().min(1), z.literal('overall'), z.null()]),
  }),
  /** What could not be read, as it was sent. */
  z.object({ result, type: z.literal('oddRows') }),
  /** A tab of its own. */
  z.object({ result, type: z.literal('tab'), settings: viewSettings }),
]);

const textsQuestion = z.object({ type: z.literal('texts') });
const tabReady = z.object({ type: z.literal('ready') });
const pageQuestion = z.union([textsQuestion, tabReady, rendererMessage]);

/** What the renderer asks of the extension about a result. */
export type RendererMessage = Readonly<z.output<typeof rendererMessage>>;
/** What the renderer asks once: its texts in the language of the editor. */
export type TextsQuestion = Readonly<z.output<typeof textsQuestion>>;
/** What the page of a tab says when it can show a result. */
export type TabReady = Readonly<z.output<typeof tabReady>>;
export type PageQuestion = RendererMessage | TextsQuestion | TabReady;

/** Reads what a page sent; undefined for anything that no page of ours asks. */
export const readPageQuestion = (sent: unknown): PageQuestion | undefined =>
  pageQuestion.safeParse(sent).data;
