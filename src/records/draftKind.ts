import * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import { Scheme } from '../ids.js';
import { draftFields, parseDraft, type Draft } from '../model/draft.js';
import { createProblems } from '../model/inventory/recordRules.js';
import { nodeKinds } from '../model/sensors/nodeDocument.js';
import type { NodeRef } from '../model/sensors/nodeTarget.js';
import { printFields, type RecordFields } from '../model/inventory/recordText.js';
import { FileSystemError } from '../ui/doors.js';
import { quoted } from '../ui/inert.js';
import { createdAccessPoint, createdSensor, type CreatedNode } from './creation/createdNode.js';
import { createOnce } from './createOnce.js';
import { describeProblems } from '../ui/describeProblems.js';
import type { DocumentKind, SaveReceipt, SaveRequest } from './documents/documentKind.js';
import { nodeProblems } from './documentProblems.js';
import type { DraftOutcomes } from './creation/draftOutcomes.js';
import { chooseTwin } from './creation/draftTwins.js';
import { offerSecret, sayNoSecret } from './offerSecret.js';
import { parseEdited, RejectedError } from './saveThreeWay.js';
import type { NodeDocuments } from './kinds/sensorKind.js';

/** What drafts need beside what all documents of nodes share. */
export interface DraftDocuments extends NodeDocuments {
  readonly outcomes: DraftOutcomes;
  /** Shows a node that was just created in the tree. */
  readonly revealNode: (node: NodeRef) => Promise<void>;
}

/** Domains, sensors and access points that are to be created, `/new/domain/New domain.json`: saving a draft creates it. */
export function draftKindOf(documents: DraftDocuments): DocumentKind {
  return {
    identify: uri => (parseDraft(uri) ? `draft ${uri.path} ${uri.query}` : undefined),
    isFolder: path => /^\/new(\/\w+)?\/?$/.test(path),
    read: async ({ uri }) => printFields(draftFields(refOf(uri))),
    save: request => saveDraft(documents, request),
    check: request => nodeProblems(refOf(request.uri).kind, request),
  };
}

async function saveDraft(documents: DraftDocuments, request: SaveRequest): Promise<SaveReceipt> {
  const { uri, client } = request;
  const { outcomes } = documents;
  const draft = refOf(uri);
  const fields = parseEdited(request.editedText);
  const problems = createProblems(nodeKinds[draft.kind].create, fields);
  if (problems.length > 0) throw new RejectedError(describeProblems(problems));
  const finished = (sent?: RecordFields) => (created: CreatedNode) =>
    finish(documents, request, created, sent);
  return createOnce({
    uri,
    name: String(fields.name),
    outcomes,
    create: () => create(client, uri.authority, { draft, fields }),
    chooseTwin: (none, error) => chooseTwin({ ...request, draft, fields }, none, error),
    finish: finished(fields),
    adopt: finished(),
    goOn: replacedBy => ({ ...nothingSent(request.editedText), replacedBy }),
  });
}

function create(
  client: ManagerClient,
  connectionId: string,
  { draft: { kind }, fields }: { draft: Draft; fields: RecordFields },
): Promise<CreatedNode> {
  return kind === 'accessPoint'
    ? client.accessPoints.create(fields).then(record => createdAccessPoint(connectionId, record, fields))
    : client.sensors
        .create(kind, fields)
        .then(record => createdSensor(connectionId, { kind, record, fields }));
}

/** Notes what the draft has become, and goes on with its document. */
async function finish(
  { reader, given, outcomes, revealNode }: DraftDocuments,
  { uri, editedText }: SaveRequest,
  { path, name, givenKey, parentUuid, ref, secret }: CreatedNode,
  fields: RecordFields = {},
): Promise<SaveReceipt> {
  const record = vscode.Uri.from({ scheme: Scheme.record, authority: uri.authority, path });
  await outcomes.set(uri, record);
  reader.note(ref, parentUuid);
  given.replace(givenKey, fields);
  return {
    ...nothingSent(editedText),
    message: vscode.l10n.t('Created {0}.', quoted(name)),
    replacedBy: record,
    afterwards: async () => {
      // The secret first: it is told only now, while the tree can be read at any time.
      if (secret) await offerSecret(name, secret);
      else if (path.startsWith('/sensors/vendor/')) sayNoSecret(name);
      await revealNode(ref);
    },
  };
}

const nothingSent = (storedText: string): SaveReceipt => ({
  storedText,
  sentFields: [],
  mergedFields: [],
  alteredFields: [],
});

function refOf(uri: vscode.Uri): Draft {
  const draft = parseDraft(uri);
  if (!draft) throw FileSystemError.FileNotFound(uri);
  return draft;
}
