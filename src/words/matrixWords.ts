import * as l10n from '@vscode/l10n';
import type { TwinTable } from '../model/pictures/drawing.js';
import type { ShownFlow, ShownMatrix, ShownSite } from '../model/pictures/topology/shownTopology.js';
import type {
  FlowEnd,
  levelsOf,
  SiteAnswers,
  SiteFlows,
  SiteRow,
} from '../model/pictures/topology/siteFlows.js';
import { boxTarget } from '../model/pictures/topology/topology.js';
import { domainTypes } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { describeError } from './describeError.js';
import { byteCount, grouped } from './locale.js';
import { inert, joined, type Inert } from './inert.js';
import { label } from './rackWords.js';
import { unaskedNotes } from './topologyWords.js';

/** What is known of who talks to whom. */
export interface FlowWords {
  readonly levels: ReturnType<typeof levelsOf>;
  readonly level: number | undefined;
  /** Undefined while the manager has not answered. */
  readonly flows: SiteFlows | undefined;
  /** Whether an answer was cut: only the addresses with the most bytes are in it. */
  readonly isCut: boolean;
  /** How many namespaces it leaves out. */
  readonly unasked?: number;
  /** From when to when it is, or why nobody knows. */
  readonly when: Inert;
}

const levelName = (level: number): Inert => inert(domainTypes[level] ?? '');

/** Who talks to whom, with the words that its picture says. */
export function saidMatrix(
  tree: SensorIndex,
  { levels, level, flows, isCut, unasked = 0, when }: FlowWords,
): Omit<ShownMatrix, 'kept'> {
  const rows = flows?.rows ?? [];
  const columns = flows?.columns ?? [];
  const cells = rows.flatMap((row, index) => flowsOf(tree, row, columns, index));
  const total = rows.reduce((sum, row) => sum + (row.total ?? 0), 0);
  return {
    view: 'flows',
    levels: levels.map(({ level: of, count }) => ({
      level: of,
      label: l10n.t('{0} ({1})', levelName(of), grouped(count)),
    })),
    level,
    rows: rows.map(row => saidRow(tree, row)),
    columns: columns.map(end => saidEnd(tree, end)),
    flows: cells,
    shades: shadesOf(cells.map(({ bytes }) => bytes)),
    texts: {
      summary: joined([l10n.t('Who talks to whom'), total > 0 ? byteCount(total) : '', when], ' · '),
      rows: l10n.t('Seen at'),
      columns: l10n.t('Other end at'),
      outside: l10n.t('Outside'),
      total: l10n.t('All'),
      empty: emptyWords(level, flows),
      notes: flows && rows.length > 0 ? [...notesOf(flows, isCut), ...unaskedNotes(unasked)] : [],
    },
  };
}

const mostShades = 5;

/** Each shade is ten times as much as the one before: beside the largest flow the small ones are still to be seen. */
function shadesOf(bytes: readonly number[]): ShownMatrix['shades'] {
  if (bytes.length === 0) return [];
  const least = Math.min(...bytes);
  const most = Math.max(...bytes);
  const steps = [10 ** Math.floor(Math.log10(Math.max(most, 1)))];
  for (let [step = 1] = steps; steps.length < mostShades - 1 && step > least; [step = 1] = steps)
    steps.unshift(step / 10);
  const [first = 1] = steps;
  const shades = steps.map(step => ({ least: step, label: l10n.t('from {0}', byteCount(step)) }));
  return least < first ? [{ least: 0, label: l10n.t('less than {0}', byteCount(first)) }, ...shades] : shades;
}

/** What is missing of a matrix where one of its questions was not answered. */
export function missingFlowWords(question: keyof SiteAnswers, error: unknown): Inert {
  const why = describeError(error);
  switch (question) {
    case 'owners':
      return l10n.t('It is not known at which site the other ends are. {0}', why);
    case 'ends':
      return l10n.t('It is not known whom the sites talk to. {0}', why);
    case 'totals':
      return l10n.t(
        'It is not known how much each site sends and receives in all, and how much of it outside. {0}',
        why,
      );
  }
}

function emptyWords(level: number | undefined, flows: SiteFlows | undefined): Inert | '' {
  if (level === undefined)
    return l10n.t(
      'Flows name campuses, buildings, floors and the like. There are no two of one kind here whose flows could be told apart.',
    );
  return flows && flows.rows.length === 0 ? l10n.t('No flow of this hour names a site of this kind.') : '';
}

function notesOf({ omitted, unplaced }: SiteFlows, isCut: boolean): Inert[] {
  return [
    l10n.t('A flow names the site where it was seen, and of its other end only the address.'),
    l10n.t(
      'That is taken for an address of the site where it was seen inside most; each side may count a flow.',
    ),
    omitted.count > 0
      ? l10n.t(
          '{0} more sites with {1} in all are left out.',
          grouped(omitted.count),
          byteCount(omitted.bytes),
        )
      : '',
    unplaced > 0 ? l10n.t('{0} of the flows name no site of this kind.', byteCount(unplaced)) : '',
    isCut
      ? l10n.t(
          'There are more addresses than were asked for: those with the least traffic count as not known.',
        )
      : '',
  ].filter((note): note is Inert => note !== '');
}

function endName(tree: SensorIndex, end: FlowEnd): Inert {
  switch (end) {
    case 'others':
      return l10n.t('Other sites');
    case 'unknown':
      return l10n.t('Not known');
    default:
      return label(tree.label(end)) || l10n.t('Without a name');
  }
}

/** What tells the end of flows from others. */
export const endKey = (tree: SensorIndex, end: FlowEnd): string =>
  typeof end === 'number' ? tree.identity(end) : `no ${end}`;

function saidEnd(tree: SensorIndex, end: FlowEnd): ShownSite {
  const name = endName(tree, end);
  return {
    key: endKey(tree, end),
    opens: typeof end === 'number' ? boxTarget(tree, end) : undefined,
    texts: { name, said: l10n.t('Other end at {0}', name), outside: '', total: '' },
  };
}

function saidRow(tree: SensorIndex, { site, total, outside }: SiteRow): ShownSite {
  const name = endName(tree, site);
  const [all, away] = [total, outside].map(bytes => (bytes === undefined ? '' : byteCount(bytes)));
  const said =
    all && away
      ? l10n.t('Seen at {0}: {1}, {2} of it with addresses outside', name, all, away)
      : all
        ? l10n.t('Seen at {0}: {1}', name, all)
        : l10n.t('Seen at {0}', name);
  return {
    key: endKey(tree, site),
    opens: boxTarget(tree, site),
    texts: { name, total: all ?? '', outside: away ?? '', said },
  };
}

function flowsOf(
  tree: SensorIndex,
  { site, ends }: SiteRow,
  columns: readonly FlowEnd[],
  row: number,
): ShownFlow[] {
  return columns.flatMap((end, column) => {
    const bytes = ends.get(end) ?? 0;
    const said = l10n.t('{0} with {1}: {2}', endName(tree, site), endName(tree, end), byteCount(bytes));
    return bytes > 0
      ? [{ row, column, bytes, isOwn: end === site, texts: { bytes: byteCount(bytes), said } }]
      : [];
  });
}

/** Who talks to whom, as rows: the most first. */
export function matrixTable({
  rows,
  columns,
  flows,
}: Pick<ShownMatrix, 'rows' | 'columns' | 'flows'>): TwinTable {
  const pairs = flows
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ row, column, texts }) => ({
      cells: [texts.bytes, columns[column]?.texts.name ?? '', rows[row]?.texts.name ?? ''],
      opens: rows[row]?.opens,
    }));
  const outside = rows
    .filter(({ texts }) => texts.outside !== '')
    .map(({ opens, texts }) => ({ cells: [texts.outside, l10n.t('Outside'), texts.name], opens }));
  return {
    columns: [l10n.t('Traffic'), l10n.t('Other end at'), l10n.t('Seen at')],
    rows: [...pairs, ...outside],
  };
}
