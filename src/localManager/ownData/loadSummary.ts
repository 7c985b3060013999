import { analyticsTables } from '../store/analyticsTables.js';
import type { MappedColumn } from './columnMapping.js';
import type { PreparedLoad } from './prepareLoad.js';

/** What became of a file, in a few lines for the person who loaded it. */
export function loadSummary(load: PreparedLoad): string {
  const { source, file, rows, span, mapping, extras } = load;
  const count = (rows: number) => rows.toLocaleString('en');
  const stored = rows.stored === rows.read ? '' : `, rolled up to ${count(rows.stored)}`;
  const read = `${count(rows.read)} ${rows.read === 1 ? 'row' : 'rows'}`;
  const lines = [
    ['time', `${mapping.time.name} (${minute(span.first)} to ${minute(span.last)} UTC)`],
    ['dimensions', mapping.dimensions.map(storedAs).join(', ') || 'none'],
    ['metrics', [...mapping.metrics.map(storedAs), ...missingMetrics(load)].join(', ')],
    ['extra', extras.map(({ name, sum_type }) => (sum_type ? `${name} (also as number)` : name)).join(', ')],
  ];
  return [
    `Loaded ${source} from ${file}: ${read}${stored}.`,
    ...lines.filter(([, text]) => text !== '').map(([what = '', text]) => `  ${what.padEnd(11)} ${text}`),
  ].join('\n');
}

const minute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

const storedAs = ({ name, target }: MappedColumn): string =>
  name === target ? name : `${name} as ${target}`;

function missingMetrics({ source, mapping }: PreparedLoad): string[] {
  const given = new Set(mapping.metrics.map(({ target }) => target));
  const measured = mapping.dimensions.find(({ target }) => target === 'value');
  return Object.keys(analyticsTables[source].metrics)
    .filter(name => !given.has(name))
    .map(name => {
      if (name === 'events') return 'events 1 per row';
      return measured && name.endsWith('_value') ? `${name} from ${measured.name}` : `${name} 0`;
    });
}
