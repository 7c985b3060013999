import * as l10n from '@vscode/l10n';
import { aggregationTriples, dataSources } from 'netsensor-contract/query/dataSources';
import type { Connection } from '../../connections/connection.js';
import { Command } from '../../ids.js';
import type { Metric } from '../../model/queryEditing/queryParts.js';
import { remedyButton } from '../../ui/remedyButtons.js';
import { describeError, describeReason } from '../../words/describeError.js';
import { inert, joined, quoted, type Inert } from '../../words/inert.js';
import { locale, momentWords, rowCountText } from '../../words/locale.js';
import { remedyFor } from '../../words/remedies.js';
import { aggregationLines } from '../editing/aggregationWords.js';
import { dimensionMeaning } from '../editing/dimensionWords.js';
import { shortRange } from '../time/rangeWords.js';
import { mostValues } from '../variables/liveValues.js';
import { partOf, type DataRow, type RowOf } from './dataRows.js';
import type { DataQuestion, DataScope } from './dataQuestions.js';

/** How a row of the view looks. */
export interface RowLook {
  readonly label: Inert;
  readonly description?: Inert | '' | undefined;
  /** What the row is, for who does not see its icon. */
  readonly kindWord?: Inert;
  /** Lines of its tooltip besides. */
  readonly tips?: readonly (Inert | '' | undefined)[];
  readonly icon: readonly [id: string, color?: string];
  readonly canOpen?: boolean;
  /** What a click does. */
  readonly command?: { readonly command: string; readonly arguments: unknown[] };
}

/** What a row says, and what its icon and a click mean. */
export function rowLook(row: DataRow, connectionOf: (id: string) => Connection | undefined): RowLook {
  switch (row.kind) {
    case 'source':
      return {
        label: quoted(row.dataSource),
        description: inert(dataSources[row.dataSource]),
        kindWord: l10n.t('data source'),
        icon: ['database'],
        canOpen: true,
      };
    case 'metric':
      return metricLook(row);
    case 'dimension':
      return dimensionLook(row);
    case 'empty':
      return emptyLook(row);
    case 'value':
      return valueLook(row);
    case 'more':
      return note(l10n.t('The {0} most frequent values', mostValues), l10n.t('There may be more.'));
    case 'none':
      return note(l10n.t('No values in {0}', rangeOf(row.scope)));
    case 'noConnection':
      return {
        label: l10n.t('Choose a connection'),
        tips: [l10n.t('Select to choose the manager that is asked.')],
        icon: ['plug'],
        command: { command: Command.askData, arguments: [row] },
      };
    case 'asking':
      return { label: askingWords(row.question), icon: ['loading~spin'] };
    case 'unasked':
    case 'old':
    case 'aged':
      return { ...unasked(row), command: { command: Command.askData, arguments: [row] } };
    case 'failed':
      return failedLook(row, connectionOf(row.scope.connectionId));
  }
}

const note = (label: Inert, description?: Inert): RowLook => ({ label, description, icon: ['info'] });

const asOf = ({ askedAt }: { readonly askedAt: number }): Inert => l10n.t('as of {0}', momentWords(askedAt));

const rangeOf = ({ range, zone }: DataScope): Inert => shortRange(range, zone);

/** What a click on a row does that is a part of queries. */
const adding = (row: DataRow): Pick<RowLook, 'command'> =>
  partOf(row) ? { command: { command: Command.addToQuery, arguments: [row] } } : {};

function metricLook(row: RowOf<'metric'>): RowLook {
  const [said] = aggregationLines(computed(row.metric, row));
  return {
    label: quoted(row.metric.name),
    description: said,
    kindWord: l10n.t('metric'),
    tips: [said, l10n.t('Select to put the metric into the query.')],
    icon: ['symbol-numeric'],
    ...adding(row),
  };
}

function computed({ type, name, fieldName }: Metric, { dataSource }: RowOf<'metric'>) {
  const triples = aggregationTriples[dataSource];
  const documented = triples.find(each => each.type === type && each.fieldName === fieldName)?.description;
  return { type, name, of: fieldName === undefined ? [] : [fieldName], documented, isFiltered: false };
}

function dimensionLook(row: RowOf<'dimension'>): RowLook {
  const { dimension, dataSource, share } = row;
  const meaning = dimensionMeaning(dimension, dataSource);
  const isEmpty = share?.filled === 0;
  return {
    label: quoted(dimension),
    description: joined([shareWords(row), meaning], ' · '),
    kindWord: l10n.t('dimension'),
    tips: [
      meaning,
      joined([shareWords(row), share && asOf(share)], ' · '),
      l10n.t('Select to put the dimension into the query.'),
    ],
    icon: isEmpty ? ['symbol-field', 'disabledForeground'] : ['symbol-field'],
    canOpen: !isEmpty,
    ...adding(row),
  };
}

/** In how many rows a dimension has a value; of one without, whether it ever had one. */
function shareWords({ share, ever }: RowOf<'dimension'>): Inert | undefined {
  if (!share) return undefined;
  const { filled, rows } = share;
  if (filled >= rows && filled > 0) return l10n.t('in all rows');
  if (filled > 0) return l10n.t('in {0} of the rows', percentWords(filled / rows));
  if (ever === undefined) return undefined;
  return ever === 0 ? l10n.t('never filled') : l10n.t('filled at other times');
}

function emptyLook({ count, rows, scope }: RowOf<'empty'>): RowLook {
  const range = rangeOf(scope);
  return {
    label: l10n.t('Empty: {0}', count),
    description:
      rows === 0 ? l10n.t('No rows at all in {0}', range) : l10n.t('Without a value in {0}', range),
    kindWord: l10n.t('dimensions'),
    icon: ['circle-slash'],
    canOpen: true,
  };
}

function valueLook(row: RowOf<'value'>): RowLook {
  const { value, rows, dimension } = row;
  const counted = rows === undefined ? '' : rowCountText(rows, rows);
  return {
    label: value === null ? l10n.t('no value') : inert(value),
    description: counted,
    kindWord: l10n.t('value of {0}', quoted(dimension)),
    tips: [joined([counted, asOf(row)], ' · '), l10n.t('Select to keep only its rows in the query.')],
    icon: value === null ? ['circle-slash'] : ['filter'],
    ...adding(row),
  };
}

function askingWords({ kind }: DataQuestion): Inert {
  if (kind === 'values') return l10n.t('Asking for the most frequent values…');
  return kind === 'filled'
    ? l10n.t('Asking which dimensions have values…')
    : l10n.t('Asking which of them were ever filled…');
}

function unasked(row: RowOf<'unasked' | 'old' | 'aged'>): RowLook {
  if (row.kind === 'old')
    return {
      label: l10n.t('From {0}, before the last change', rangeOf(row.scope)),
      tips: [l10n.t('Select to ask for the range and the manager of now.')],
      icon: ['history'],
    };
  if (row.kind === 'aged')
    return {
      label: l10n.t('As of {0}', momentWords(row.askedAt)),
      tips: [l10n.t('Select to ask the manager again.')],
      icon: ['history'],
    };
  const labels: Readonly<Record<DataQuestion['kind'], Inert>> = {
    values: l10n.t('Show the most frequent values'),
    filled: l10n.t('Show which dimensions have values'),
    everFilled: l10n.t('Look for them in the data of all times'),
  };
  return { label: labels[row.question.kind], icon: ['search'] };
}

/** A click does what helps at once, else it tries again. */
function failedLook(row: RowOf<'failed'>, of: Connection | undefined): RowLook {
  const { error, scope } = row;
  const remedy = remedyFor(error, of);
  const button = remedy && remedyButton({ remedy, connectionId: scope.connectionId });
  return {
    label: describeReason(error),
    description: button?.tooltip ?? l10n.t('Select to try again'),
    tips: [describeError(error), button?.tooltip],
    icon: remedy === 'key' ? ['key'] : ['error', 'list.errorForeground'],
    command: button?.command ?? { command: Command.askData, arguments: [row] },
  };
}

/** A part of a whole, rounded down: `63%`, `0.04%`. */
const percentWords = (share: number): Inert =>
  inert(
    new Intl.NumberFormat(locale.language, {
      style: 'percent',
      maximumSignificantDigits: 2,
      roundingMode: 'trunc',
    }).format(share),
  );
