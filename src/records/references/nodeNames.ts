import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { nodePath } from '../../model/sensors/nodeRef.js';
import { listed, valueNames } from 'netsensor-contract/sensors/nodeRecord';
import { textOf } from 'netsensor-contract/text/looseValues';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { allFields, type PlacedElement, type PlacedField } from '../../model/text/placedElements.js';
import { shownPath } from '../../ui/nodeLines.js';
import { inert, shown, type Inert } from '../../words/inert.js';
import { namedValues, type Named } from './namedValues.js';
import { recordLabel } from './referenceNames.js';
import { recordUri } from '../../ui/recordUri.js';

/** The uuids and numbers in a document of nodes that stand for something with a name. */
export function nodeValues(
  document: vscode.TextDocument,
  elements: readonly PlacedElement[],
  tree: SensorIndex | undefined,
) {
  const connectionId = document.uri.authority;
  const values = elements.flatMap(allFields).filter(({ name }) => valueNames[name] ?? name.endsWith('_uuid'));
  return namedValues(document, values, ({ name, value }): Named | undefined => {
    const names = valueNames[name];
    if (names) return numberNamed(names, value);
    const number = tree && typeof value === 'string' ? tree.find({ connectionId, uuid: value }) : undefined;
    return tree && number !== undefined ? nodeNamed(connectionId, tree, number) : undefined;
  });
}

function numberNamed(names: Readonly<Record<number, string>>, value: unknown): Named | undefined {
  const name = typeof value === 'object' || value === '' ? undefined : names[Number(value)];
  if (name === undefined) return undefined;
  const tooltip = inert(listed(names));
  return { hint: () => ({ label: inert(name), tooltip }), lines: () => [tooltip] };
}

/** Where the document of a node names another one, in a field or in its enrichment; undefined when it does not. */
export const nodeUse = (elements: readonly PlacedElement[], used: string): PlacedField | undefined =>
  elements.flatMap(allFields).find(({ name, value }) => name.endsWith('_uuid') && value === used);

function nodeNamed(connectionId: string, tree: SensorIndex, number: number): Named {
  const label = recordLabel(tree.label(number));
  const tooltip = shown`${inert(tree.kindWords(number))}: ${label}`;
  return {
    hint: () => ({ label, tooltip }),
    lines: () => [
      tooltip,
      shownPath(tree.path(number)),
      ...Object.entries(tree.record(number)).flatMap(([field, value]) => fieldLine(field, value)),
    ],
    link: () => ({
      uri: () => recordUri(connectionId, nodePath(tree, number)),
      tooltip: l10n.t('Open {0}', label),
    }),
  };
}

/** What the lines above it say already. */
const saidAlready = ['id', 'name', 'type', 'domain_type'];

/** A field that holds a text or a number. */
function fieldLine(field: string, value: unknown): Inert[] {
  const isSaid = saidAlready.includes(field) || value === '' || !['string', 'number'].includes(typeof value);
  return isSaid ? [] : [shown`${inert(field)}: ${recordLabel(textOf(value) ?? '')}`];
}
