const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number with thousands separators. */
export const countText = (number: number): string => group(String(number));

/** Translations by the English text, where the extension has them. */
let translations: Readonly<Record<string, string>> = {};

/** A text in the language of the editor; `{0}` and so on stand for values, as in VS Code's `l10n.t`. */
export function t(english: string, ...values: readonly string[]): string {
  const text = Object.hasOwn(translations, english) ? translations[english] : undefined;
  return (text ?? english).replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}

/** What charts say, on a page and in a file. */
export const chartWordsInLanguage = () => ({
  null: t('null'),
  noValue: t('no value'),
  empty: '""',
  emptyHint: t('Empty text'),
  nullHint: t('No value'),
  notFinite: t('Sent as text: a number that is not finite'),
  tooLong: t('Too many digits: the last ones may be wrong'),
  loading: t('Loading'),
  alsoOdd: (number: number) =>
    number === 1 ? t('and 1 row without a number') : t('and {0} rows without a number', countText(number)),
  weekdays: [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')] as readonly string[],
  noData: t('no data'),
  seriesWithOthers: (shown: number, all: number) =>
    t('{0} of {1} series, by sum; the others are added up', countText(shown), countText(all)),
  seriesBySum: (shown: number, all: number) =>
    t('{0} of {1} series, by sum', countText(shown), countText(all)),
  seriesByMaximum: (shown: number, all: number) =>
    t('{0} of {1} series, by maximum', countText(shown), countText(all)),
  groupsBySum: (shown: number, all: number) => t('{0} of {1}, by sum', countText(shown), countText(all)),
  groupsByMaximum: (shown: number, all: number) =>
    t('{0} of {1}, by maximum', countText(shown), countText(all)),
  heatSummary: (measure: string) => t('Mean of {0} by day of the week and hour of the day', measure),
  by: (measure: string, dimensions: string) => t('{0} by {1}', measure, dimensions),
  maximumOf: (measure: string) => t('Maximum of {0}', measure),
  unplaced: (number: number) =>
    number === 1
      ? t('1 value has no place on the map')
      : t('{0} values have no place on the map', countText(number)),
  seriesOff: (number: number) =>
    number === 1 ? t('1 series is switched off') : t('{0} series are switched off', countText(number)),
  partialBuckets: (times: string) =>
    t('Partial buckets, cut off by the interval or by the present: {0}', times),
  oddRows: (number: number) =>
    number === 1
      ? t('1 value is no finite number')
      : t('{0} values are no finite numbers', countText(number)),
  rightAxis: (series: string) => t('{0} (right axis)', series),
  before: { day: t('1 day before'), week: t('1 week before') },
  seriesBefore: (series: string, before: string) => t('{0}, {1}', series, before),
  /** Behind the name of a series. */
  seriesRange: (last: string, maximum: string) => t('(last {0}, max {1})', last, maximum),
  others: (number: number) => t('{0} others', countText(number)),
  partialBucket: (time: string) => t('{0} (partial bucket)', time),
});

export let chartWords = chartWordsInLanguage();

/** Takes over the extension's translations; what is drawn already keeps its texts until it is drawn again. */
export function translateCharts(texts: Readonly<Record<string, string>>): void {
  translations = texts;
  chartWords = chartWordsInLanguage();
}
