import * as l10n from '@vscode/l10n';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { grouped } from '../../words/locale.js';
import { quoted, type Inert } from '../../words/inert.js';
import type { SensorTrees } from './sensorTrees.js';
import type { TreeFilter } from './treeFilter.js';

/** What the view says of a filter: of how many nodes it lets how many through; undefined without a filter. */
export function filterMessage(trees: SensorTrees, filter: TreeFilter): Inert | undefined {
  if (!filter.text) return undefined;
  const matches = sum(trees, index => filter.matches(index).length);
  const all = sum(trees, index => index.size);
  return l10n.t(
    'Filter “{0}”: {1} of {2} nodes match. Clear it with Escape or with the funnel in the title.',
    quoted(filter.text),
    grouped(matches),
    grouped(all),
  );
}

const sum = (trees: SensorTrees, count: (index: SensorIndex) => number): number =>
  trees.keys.reduce((total, id) => {
    const index = trees.get(id);
    return index ? total + count(index) : total;
  }, 0);
