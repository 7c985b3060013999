import * as l10n from '@vscode/l10n';
import type { Computed } from '../../model/queryEditing/queryMeanings.js';
import { inert, joined, quoted, type Inert } from '../../words/inert.js';

/** What an aggregation computes (contract 002, Aggregations per data source; others field notes §2.1). */
export function aggregationLines({ type, name, of, documented, isFiltered }: Computed): Inert[] {
  const columns = joined(of.map(quoted), ', ');
  const sum = l10n.t('Sum of {0}.', columns);
  const least = l10n.t('Minimum of {0}.', columns);
  const most = l10n.t('Maximum of {0}.', columns);
  const byType: Readonly<Record<string, Inert>> = {
    longSum: sum,
    doubleSum: sum,
    min: least,
    doubleMin: least,
    longMin: least,
    max: most,
    doubleMax: most,
    longMax: most,
    count: l10n.t('Number of stored rows. Rows are rolled up: one may stand for several events.'),
    cardinality: l10n.t('Number of distinct values of {0}, estimated.', columns),
    hyperUnique: l10n.t('Number of distinct values that were counted into {0}, estimated.', columns),
  };
  const said =
    documented !== undefined ? inert(documented) : Object.hasOwn(byType, type) ? byType[type] : undefined;
  if (!said) return [];
  return [
    said,
    ...(isFiltered ? [l10n.t('Only of the rows that its filter selects.')] : []),
    ...(name === undefined ? [] : [l10n.t('The result names it {0}.', quoted(name))]),
  ];
}
