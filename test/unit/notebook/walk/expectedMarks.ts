import { isRecord } from 'netsensor-contract/text/looseValues';
import { Mime } from '../../../../src/ids.js';
import type { Fields, WindowCell } from './playedCode.js';
import { hostOf, type Asked, type SlowManager } from './slowManager.js';

/** A notebook as people see it. */
export interface SeenNotebook {
  readonly cells: readonly WindowCell[];
  readonly metadata: Fields;
  /** Ids of results that are marked. */
  readonly stale: readonly string[];
}

/** A result that a cell shows. */
export interface SeenAnswer {
  readonly asked: Asked;
  readonly host: string;
  readonly zone: unknown;
  readonly isMarked: boolean;
}

const day = 86_400_000;
const hoursEast: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Tokyo': 9, 'America/Bogota': -5 };

/** Zones without summer time, in which days are reckoned here by other means than the extension's. */
export const zones = Object.keys(hoursEast);

/** Start and end of a range in milliseconds since 1970. */
function ends(range: string, zone: string, at: number): readonly number[] {
  const now = Math.floor(at / 1000) * 1000;
  const [, hours] = /^last (\d+) hours$/.exec(range) ?? [];
  if (hours !== undefined) return [now - Number(hours) * 3_600_000, now];
  const east = (hoursEast[zone] ?? 0) * 3_600_000;
  const midnight = Math.floor((now + east) / day) * day - east;
  if (range === 'today') return [midnight, midnight + day];
  if (range === 'yesterday') return [midnight - day, midnight];
  return range.split('/').map(side => Date.parse(side));
}

/** What a query asks in all that the walk changes; intervals as they are written. */
const asks = ({ context, filter = null }: Fields, intervals: readonly (readonly number[])[]) =>
  JSON.stringify([context, filter, intervals]);

const intervalsIn = ({ intervals }: Fields): string[] => [intervals ?? []].flat().map(String);

/** A query by its text. */
export const queryIn = (text: string): Fields => JSON.parse(text) as Fields;

/** What a sent query asks. */
export const askedWith = ({ query, at }: Asked): string =>
  asks(
    query,
    intervalsIn(query).map(text => ends(text, 'UTC', at)),
  );

/** The query that a cell shows the answer of. */
export function answerOf(
  { outputs }: WindowCell,
  { stale }: SeenNotebook,
  manager: SlowManager,
): SeenAnswer | undefined {
  for (const { items, metadata } of outputs) {
    const item = items.find(({ mime }) => mime === Mime.result);
    const text = item ? new TextDecoder().decode(item.data) : '';
    const asked = manager.askedFor(text);
    if (!asked) continue;
    const { id } = JSON.parse(text) as { readonly id: string };
    return { asked, host: hostOf(asked.number), zone: metadata?.['timeZone'], isMarked: stale.includes(id) };
  }
  return undefined;
}

/** What a cell would ask, had it been run at some time; undefined where it would ask nothing. */
export function wouldAsk(
  cell: WindowCell,
  notebook: SeenNotebook,
  { manager, at }: { readonly manager: SlowManager; readonly at: number },
): string | undefined {
  const filled = filledText(cell.text, notebook, manager);
  if (filled === undefined) return undefined;
  const query = queryIn(filled);
  const range = cell.metadata['timeRange'] ?? notebook.metadata['timeRange'] ?? 'last 24 hours';
  const isOpen = (query['intervals'] ?? null) === null;
  const texts = isOpen ? [String(range)] : intervalsIn(query);
  return asks(
    query,
    texts.map(text => ends(text, String(notebook.metadata['timeZone']), at)),
  );
}

/** The text of a query with what its variables stand for; undefined where that is unknown, or the text no query. */
function filledText(text: string, notebook: SeenNotebook, manager: SlowManager): string | undefined {
  if (!text.endsWith('}')) return undefined;
  let isFilled = true;
  const filled = text.replaceAll(/\$\{(\w+)(?:\.host)?\}/g, (reference, name: string) => {
    const value = reference.includes('.')
      ? usedAnswer(name, notebook, manager)?.host
      : variable(name, notebook);
    isFilled &&= value !== undefined;
    return String(value);
  });
  return isFilled ? filled : undefined;
}

function variable(name: string, { metadata }: SeenNotebook): unknown {
  const variables = metadata['variables'];
  const found = isRecord(variables) ? variables[name] : undefined;
  return isRecord(found) ? found['value'] : undefined;
}

function usedAnswer(name: string, notebook: SeenNotebook, manager: SlowManager): SeenAnswer | undefined {
  const used = notebook.cells.find(({ metadata }) => metadata['name'] === name);
  return used && answerOf(used, notebook, manager);
}

/** Why the result of a cell has to be marked; undefined where it must not be. */
export function reasonToMark(
  cell: WindowCell,
  notebook: SeenNotebook,
  { answer, manager }: { readonly answer: SeenAnswer; readonly manager: SlowManager },
): string | undefined {
  const now = wouldAsk(cell, notebook, { manager, at: answer.asked.at });
  const before = askedWith(answer.asked);
  if (now !== before) return `it asked ${before} and would ask ${now}`;
  // Its last run, which was given up for want of a value, is offered again once there is one.
  if (cell.outputs[0]?.metadata?.['waitsFor'] !== undefined)
    return answer.isMarked ? 'it lacked a value' : undefined;
  if (answer.zone !== notebook.metadata['timeZone']) return 'it is of another zone';
  const used = [...cell.text.matchAll(/\$\{(\w+)\.host\}/g)].map(([, name = '']) => name);
  const marked = used.find(name => usedAnswer(name, notebook, manager)?.isMarked);
  return marked && `it uses ${marked}, which is marked`;
}
