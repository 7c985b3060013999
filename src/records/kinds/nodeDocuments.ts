import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import {
  nodeKinds,
  nodeRules,
  nodeWarnings,
  placedFields,
  type NodeKind,
} from '../../model/sensors/nodeDocument.js';
import { recordName, type NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import type { PlacedNode } from '../../model/sensors/sensorIndex.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import type { FieldsAlongside } from '../../changes/records/fieldsAlongside.js';
import { describeWarning } from '../../words/describeProblems.js';
import { quoted, type Inert } from '../../words/inert.js';
import type { CheckRequest, DocumentKind, DocumentProblem } from '../documents/documentKind.js';
import { refusedEdits } from '../documents/saveThreeWay.js';
import { placedIn, type NodeReader } from '../../changes/nodeReader.js';
import { nodeRefKey } from '../../model/sensors/nodeRef.js';
import type { WriteOnlyFields } from './writeOnlyFields.js';

/** What the documents of nodes share. */
export interface NodeDocuments {
  readonly reader: NodeReader;
  readonly given: WriteOnlyFields;
  readonly alongside: FieldsAlongside;
}

/** What a document is about. */
export interface Meant {
  readonly kind: NodeKind;
  readonly node: NodeRef;
}

/** How a node that can be changed is read and checked. @param meantBy what the address of a document names */
export const readingNodes = (
  documents: NodeDocuments,
  meantBy: (uri: vscode.Uri) => Meant,
): Pick<DocumentKind, 'read' | 'textIn' | 'check'> => ({
  read: async ({ client, uri }) => {
    const meant = meantBy(uri);
    return printFields(shownFields(documents, meant, await documents.reader.read(client, meant.node)));
  },
  textIn: (uri, tree) => {
    const meant = meantBy(uri);
    const found = placedIn(tree, meant.node);
    return found && printFields(shownFields(documents, meant, found));
  },
  check: request => {
    const { kind } = meantBy(request.uri);
    return [...refusedEdits(nodeRules(kind), request), ...nodeProblems(kind, request)];
  },
});

/** The fields of a node as its document shows them. */
export const shownFields = (
  { given }: Pick<NodeDocuments, 'given'>,
  { kind, node }: Meant,
  placed: PlacedNode,
): RecordFields => placedFields(kind, placed, given.of(nodeRefKey(node)));

/** Says of a save that changed the place of a node alone where that is now, in place of the name of a field. */
export function movedMessage(
  { reader }: Pick<NodeDocuments, 'reader'>,
  { kind, node: { connectionId } }: Meant,
  { placed: { raw, parentUuid }, changed }: { placed: PlacedNode; changed: readonly string[] },
): Inert | undefined {
  if (changed.join() !== nodeKinds[kind].parentField || parentUuid === undefined) return undefined;
  const place = reader.label({ connectionId, uuid: parentUuid }) ?? parentUuid;
  return l10n.t('Moved {0} to {1}.', quoted(recordName(raw)), quoted(place));
}

/** What the manager would ignore or refuse in a node. */
export const nodeProblems = (kind: NodeKind, { edited, tree }: CheckRequest): DocumentProblem[] =>
  nodeWarnings(kind, edited, tree).map(warning => ({
    field: warning.field,
    message: describeWarning(warning),
    isError: false,
  }));
