import { chartWordsInLanguage, countText as count, t, translateCharts } from '../model/charts/chartWords.js';

const rows = (number: number) => (number === 1 ? t('1 row') : t('{0} rows', count(number)));

/** What a chart shows, for those who do not see it. */
interface ChartSummary {
  readonly kind: string;
  readonly series: readonly string[];
  readonly from: string;
  readonly to: string;
}

const inLanguage = () => ({
  ...chartWordsInLanguage(),
  rows,
  cut: (shown: number, total: number) => t('First {0} of {1} rows', count(shown), count(total)),
  filtered: (shown: number, total: number) => t('{0} of {1}', count(shown), rows(total)),
  noRows: t('No rows. Nothing matches in this interval, or the filter leaves nothing.'),
  nothingPasses: t('No row passes the filters.'),
  unreadable: t('This result cannot be shown as a table. Run the cell again.'),
  stale: t('From before the last change.'),
  openOddRows: t('Open the rows that could not be read'),
  running: t('Query running…'),
  loadingRows: t('Loading the other rows…'),
  gone: t('The other rows are not there any more. Run the cell again.'),
  rowNumber: t('Row number'),
  rowNumberSign: '#',

  sortAscending: t('Sort ascending'),
  sortDescending: t('Sort descending'),
  thenAscending: t('Then by this, ascending'),
  thenDescending: t('Then by this, descending'),
  sortNone: t('Do not sort'),
  sorted: (column: string, isDescending: boolean) =>
    isDescending ? t('Sorted by {0}, descending', column) : t('Sorted by {0}, ascending', column),
  unsorted: t('Not sorted'),
  filterColumn: t('Filter rows by this column…'),
  filteredColumn: (column: string) => t('{0} (filtered)', column),
  hideColumn: t('Hide column'),
  showAllColumns: t('Show all columns'),
  showColumn: t('Show as a column'),
  inEveryRow: (column: string, value: string) => t('{0} in every row: {1}', column, value),
  moveLeft: t('Move to the left'),
  moveRight: t('Move to the right'),
  movedColumn: (column: string, place: number, all: number) =>
    t('{0} is column {1} of {2}', column, count(place), count(all)),
  wider: t('Wider'),
  narrower: t('Narrower'),
  fitColumn: t('Fit width'),
  copy: t('Copy'),
  copyWithHeaders: t('Copy with headers'),
  copied: (cells: number) => (cells === 1 ? t('Copied') : t('Copied {0} cells', count(cells))),

  statistics: {
    count: (numbers: number) => t('Count {0}', count(numbers)),
    sum: (value: string) => t('Sum {0}', value),
    average: (value: string) => t('Average {0}', value),
    minimum: (value: string) => t('Min {0}', value),
    maximum: (value: string) => t('Max {0}', value),
    more: (columns: number) =>
      columns === 1 ? t('and 1 more column') : t('and {0} more columns', count(columns)),
  },

  filterTo: t('Filter to this value'),
  exclude: t('Exclude this value'),
  copyFilter: t('Copy as filter'),
  drillDown: t('New cell for this value…'),
  reveal: t('Reveal in the tree'),
  actions: t('Actions'),

  views: {
    table: t('Table'),
    number: t('Number'),
    line: t('Line'),
    area: t('Area'),
    stacked: t('Stacked'),
    bars: t('Bars'),
    list: t('List'),
    heat: t('Heat map'),
    map: t('Map'),
  },
  view: t('View (V for the next one)'),
  options: t('Options'),
  measure: t('Value'),
  second: t('Second value'),
  noSecond: t('No second value'),
  compare: t('Compare with'),
  noCompare: t('No comparison'),
  marks: t('Mark over the chart'),
  noMarks: t('No events'),
  /** The name of a cell stands in `${}`. */
  markSource: (source: string) =>
    source === 'rb_event'
      ? t('Events of the manager')
      : t('Rows of {0}', String(source).replace(/^\$\{|\}$/g, '')),
  markCount: (number: number, more: number) =>
    more > 0
      ? t('{0} events, and {1} more that are not drawn', count(number), count(more))
      : number === 1
        ? t('1 event')
        : t('{0} events', count(number)),
  times: (number: number) => t('({0} times)', count(number)),
  moreMarks: (number: number) => t('and {0} more', count(number)),
  notRead: (what: string) => t('Not read: {0}', what),
  tryAgain: t('Try again'),
  dimension: t('By'),
  zone: t('Time zone'),
  zones: { sent: t('As the manager sent it'), UTC: 'UTC', local: t('Local time') } as Readonly<
    Record<string, string>
  >,
  prefixes: t('Units'),
  units: {
    si: t('Units: kB'),
    binary: t('Units: KiB'),
    siRate: t('Units: kB/s'),
    binaryRate: t('Units: KiB/s'),
    bits: t('Units: kbit/s'),
    bucket: t('Per bucket'),
    second: t('Per second'),
  },
  filter: t('Filter'),
  filters: t('Filters'),
  filterBy: t('Column to filter by'),
  allColumns: t('All columns'),
  filterHint: t('Filter, like >1000'),
  filterText: t('Text, >1000, =one|other, !not'),
  removeFilter: (column: string, text: string) => t('Remove the filter {0}: {1}', column, text),
  chartHeight: t('Height of the chart: drag or use arrow keys, double-click for the usual one'),
  axis: {
    title: t('Axis and thresholds'),
    logarithmic: t('Logarithmic'),
    min: t('Minimum'),
    max: t('Maximum'),
    threshold: t('Threshold (10M)'),
    label: t('Label'),
    add: t('Add'),
  },
  removeThreshold: (threshold: string) => t('Remove the threshold {0}', threshold),
  notNumber: t('Type a number such as 1500, 10k or 2.5G.'),
  minOverMax: t('The minimum has to be below the maximum.'),
  legend: t('Series'),
  legendEntry: t('Press: this series alone. Ctrl+press: add it or take it away. Right-click: more.'),
  seriesRanges: t('Last and maximum'),
  lastValue: t('Last'),
  total: t('Total'),
  chartSummary: ({ kind, series, from, to }: ChartSummary) =>
    t(
      '{0} of {1} from {2} to {3}. Arrow keys read values, plus and minus zoom, 0 shows all.',
      kind,
      series.join(', '),
      from,
      to,
    ),
  mapSummary: (measure: string, column: string) =>
    t(
      'Map of {0} by {1}; the largest are listed below. Plus and minus zoom, arrow keys move.',
      measure,
      column,
    ),
  moreInTable: (number: number) => t('{0} more in the table', count(number)),
  allSeries: (all: number) => t('All {0} series', count(all)),
  allGroups: (all: number) => t('All {0}', count(all)),
  showAll: t('Show all'),
  showLargest: t('Show only the largest'),
  onlyThis: t('Show only this series'),
  everySeries: t('Show every series'),
  zoomIn: t('Zoom in'),
  zoomOut: t('Zoom out'),
  resetZoom: t('Reset zoom'),
  useInterval: t('Use this interval'),
  backTo: (range: string) => t('Back to {0}', range),
  openTab: t('Open in a tab'),
  export: t('Export'),
  exports: {
    csv: 'CSV',
    titledCsv: t('CSV with a title'),
    json: 'JSON',
    markdown: 'Markdown',
    svg: t('Picture (SVG)'),
    png: t('Picture (PNG)'),
  },
  exportAsSent: t('All rows as sent…'),
  copyPicture: t('Copy as Picture'),
  copyMarkdown: t('Copy as Markdown'),
  copyRefused: (otherwise: string) =>
    t('The clipboard takes no picture here. Choose “{0}” instead.', otherwise),
  pictureFailed: t('The picture cannot be made here. Use SVG instead.'),
});

/** Every text that the renderer shows. */
export let strings = inLanguage();

/** Takes over the extension's translations; what is on the page keeps its texts until it is drawn again. */
export function translate(texts: Readonly<Record<string, string>>): void {
  translateCharts(texts);
  strings = inLanguage();
}
