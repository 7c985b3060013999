import * as z from 'zod';
import { timeoutWord } from '../http/errors.js';
import type { QueryErrors } from '../variety/dialects.js';

/** Engines that managers have had: 0.8 for 0.6 to 0.9, 28 with old nulls, 31 with those of SQL; the first is the default. */
export const eraNames = ['0.8', '28', '31'] as const;

export type EraName = (typeof eraNames)[number];

/** All that engines of one time answer otherwise than those of another; seen on live ones unless it says otherwise. */
export interface Era {
  /**
   * Whether nulls are those of SQL: sums, minima and maxima of nothing are null and so is what is computed from them, an
   * empty text is not the same as no value, a negation keeps no row without a value, and such rows count as no distinct
   * value (field notes §2.11; 28.0.0 with `useDefaultValueForNull=false`, which is all that 32 and later know).
   */
  readonly sqlNulls: boolean;
  /** Whether text that spells no number counts as 0 where numbers are aggregated; it is passed over otherwise (field notes §2.11). */
  readonly textCountsAsZero: boolean;
  /** Whether a number, and the time of a row as `__time`, is a dimension where one is named: the text of it; no value otherwise (field notes §2.11). */
  readonly numbersAreDimensions: boolean;
  /**
   * Whether an empty text is a strict lower bound where the index of a column does not answer it; it is none otherwise, under old
   * nulls (field notes §2.11).
   */
  readonly emptyTextIsBound: boolean;
  /** Whether nothing in one bucket, `all`, is a row of a groupBy or timeseries without dimensions (field notes §2.11). */
  readonly rowOfNothing: boolean;
  /** What a having condition compares for an aggregation that does not exist: 0 (field notes §2.7), or nothing, which is false. */
  readonly unknownInHaving: '0' | 'NULL';
  /** Whether no two outputs may share a name, and none of a groupBy is called `__time`; otherwise only two of a kind (field notes §2.11). */
  readonly namesAreUnique: boolean;
  /** Whether parts of a query that the engine knows and nothing here serves are refused, in place of being passed over. */
  readonly refusesUnserved: boolean;
  /** How failures of an engine are worded, `host:port`; undefined where the dialect of the manager decides (field notes §1.4). */
  readonly errors: ((host: string | undefined) => QueryErrors) | undefined;
}

const timeoutClass = 'org.apache.druid.query.QueryTimeoutException';

/** 28.0.0: what a constructor refuses has no code, what fails while it runs has one. The message is ours; theirs hides the reason. */
const errorsOf28 = (host = 'broker.manager.cluster:8082'): QueryErrors => ({
  word: ({ status, message: errorMessage }) => {
    if (status !== 504) {
      const errorClass = 'com.fasterxml.jackson.databind.exc.ValueInstantiationException';
      return { status, body: { error: 'Unknown exception', errorMessage, errorClass, host } };
    }
    const context = { host, errorClass: timeoutClass, legacyErrorCode: timeoutWord };
    const coded = { errorCode: 'legacyQueryException', persona: 'OPERATOR', category: 'TIMEOUT' };
    const body = { error: timeoutWord, errorClass: timeoutClass, host, ...coded, errorMessage, context };
    return { status, body };
  },
  answer: z.strictObject({
    error: z.string().describe('Kind of failure.'),
    errorMessage: z.string().describe('Message of the engine.'),
    errorClass: z.string().describe('Java class of the failure.'),
    host: z.string().describe('Host and port of the engine.'),
    errorCode: z.string().optional().describe('Code of the failure.'),
    persona: z.string().optional().describe('Who can do something about it.'),
    category: z.string().optional().describe('Kind of failure, for programs.'),
    context: z.record(z.string(), z.string()).optional().describe('Details.'),
  }),
});

const since28 = {
  textCountsAsZero: false,
  numbersAreDimensions: true,
  emptyTextIsBound: true,
  rowOfNothing: true,
  unknownInHaving: 'NULL',
  namesAreUnique: true,
  refusesUnserved: true,
  errors: errorsOf28,
} as const;

/** One era per row. What 31 does was seen on 28.0.0 with nulls as in SQL. */
export const eras: Readonly<Record<EraName, Era>> = {
  '0.8': {
    sqlNulls: false,
    textCountsAsZero: true,
    numbersAreDimensions: false,
    emptyTextIsBound: false,
    rowOfNothing: false,
    unknownInHaving: '0',
    namesAreUnique: false,
    refusesUnserved: false,
    errors: undefined,
  },
  '28': { ...since28, sqlNulls: false },
  '31': { ...since28, sqlNulls: true },
};
