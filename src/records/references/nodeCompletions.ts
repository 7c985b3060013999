import type * as vscode from 'vscode';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import { childGroup, recordUuid, valueNames } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { shownPath } from '../../ui/nodeLines.js';
import { rangeOnLine, type TextPlace } from '../../ui/textPlace.js';
import { inert } from '../../words/inert.js';
import { completions, numberCompletions } from './namedValues.js';
import { recordLabel } from './referenceNames.js';

const mostOffered = 100;

/** How far a value that is being written may begin before the cursor. */
const longestValue = 1_000;

/** The value of a field that is being written: what stands before the cursor, and all of it. */
function valueAt(place: TextPlace) {
  const { text, offset } = place;
  const before = /"(\w+)"\s*:\s*("?[^",}\r\n]*)$/.exec(
    text.slice(Math.max(0, offset - longestValue), offset),
  );
  if (!before) return undefined;
  const [, field = '', typed = ''] = before;
  const rest = /^[^",}\r\n]*"?/.exec(text.slice(offset))?.[0] ?? '';
  const range = rangeOnLine(place, offset - typed.length, offset + rest.trimEnd().length);
  return { field, typed, whole: `${typed}${rest}`, range };
}

type WrittenValue = NonNullable<ReturnType<typeof valueAt>>;

/**
 * What stands for something with a name, by that name, where it is being written: numbers, and the uuids of nodes that
 * the field may name, of which the one that stands there comes first. Reads the tree if needed.
 */
export async function nodeCompletions(
  place: TextPlace,
  connectionId: string,
  searchOf: (connectionId: string) => Promise<NodeSearch>,
): Promise<vscode.CompletionList> {
  const value = valueAt(place);
  const names = value && valueNames[value.field];
  if (names) {
    const named = Object.entries(names).map(([number, name]) => ({ number, name: inert(name) }));
    return numberCompletions(named, value);
  }
  if (!value?.field.endsWith('_uuid')) return { items: [] };
  return uuidCompletions(value, connectionId, await searchOf(connectionId));
}

function uuidCompletions(
  value: WrittenValue,
  connectionId: string,
  search: NodeSearch,
): vscode.CompletionList {
  const { index } = search;
  const words = value.typed.replaceAll('"', '').trim();
  const found = mayStandIn(value.field, index)
    .map(isMeant => (number: number) => isMeant(number) && !index.isTwin(number))
    .map(isMeant =>
      words === '' ? search.first(mostOffered, isMeant) : search.find(words, mostOffered, isMeant),
    )
    .find(({ total }) => total > 0);
  const uuid = value.whole.replaceAll('"', '').trim();
  const present = index.find({ connectionId, uuid });
  const numbers = found?.numbers ?? [];
  const offered = present === undefined ? numbers : [...new Set([present, ...numbers])];
  const offers = offered.map(number => ({
    label: recordLabel(index.label(number)),
    detail: shownPath(index.path(number).slice(0, -1)),
    insertText: JSON.stringify(recordUuid(index.record(number)) ?? ''),
  }));
  return { items: completions(offers, value), isIncomplete: (found?.total ?? 0) > offers.length };
}

/** Which nodes a field names, the likeliest first: `floor_uuid` a floor, else any domain; `flow_uuid` a flow sensor. */
function mayStandIn(field: string, index: SensorIndex): ((number: number) => boolean)[] {
  if (field === 'flow_uuid') return [number => !index.isAccessPoint(number) && index.kind(number) === 'flow'];
  const isDomain = (number: number) => index.group(number) === childGroup.domain;
  const level = field.replace(/_uuid$/, '').replaceAll('_', ' ');
  const isOfLevel = (number: number) => isDomain(number) && index.kindWords(number).toLowerCase() === level;
  return [isOfLevel, isDomain];
}
