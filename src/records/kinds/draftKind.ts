import * as vscode from 'vscode';
import type { ManagerClient } from '../../api/managerClient.js';
import { draftFields, parseDraft, type Draft } from '../../model/sensors/draft.js';
import { createProblems } from '../../model/inventory/recordRules.js';
import { nodeKinds } from '../../model/sensors/nodeDocument.js';
import type { NodeRef } from '../../model/sensors/nodeRecord.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { FileSystemError, window } from '../../ui/doors.js';
import { quoted } from '../../words/inert.js';
import { createdAccessPoint, createdSensor, type CreatedNode } from '../creation/createdNode.js';
import { describeProblems } from '../../words/describeProblems.js';
import type { DocumentKind, SaveReceipt, SaveRequest, ReadRequest } from '../documents/documentKind.js';
import type { DraftOutcomes } from '../creation/draftOutcomes.js';
import { chooseTwin } from '../creation/draftTwins.js';
import { parseEdited, RejectedError } from '../documents/saveThreeWay.js';
import { nodeProblems, type NodeDocuments } from './sensorKind.js';
import {
  copiedFields,
  newRecordFields,
  parseRecordDraft,
  type RecordDraft,
} from '../../model/inventory/recordDraft.js';
import { createOnce, createRecordOnce, type CreatingRecords } from '../creation/createOnce.js';

/** What drafts need beside what all documents of nodes share. */
export interface DraftDocuments extends NodeDocuments {
  readonly outcomes: DraftOutcomes;
  /** Shows a node that was just created in the tree. */
  readonly revealNode: (node: NodeRef) => Promise<void>;
  /** Takes a sensor for a vendor sensor from now on, which its record may not tell. */
  readonly noteVendor: (connectionId: string, uuid: string) => Promise<void>;
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
    continueAs: replacedBy => ({ storedText: request.editedText, replacedBy }),
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
  { reader, given, outcomes, revealNode, noteVendor }: DraftDocuments,
  { uri, editedText }: SaveRequest,
  { path, name, givenKey, parentUuid, ref, secret }: CreatedNode,
  fields: RecordFields = {},
): Promise<SaveReceipt> {
  const record = uri.with({ path, query: '' });
  await outcomes.set(uri, record);
  reader.note(ref, parentUuid);
  const isVendor = path.startsWith('/sensors/vendor/');
  if (isVendor && 'uuid' in ref) await noteVendor(uri.authority, ref.uuid);
  given.replace(givenKey, fields);
  return {
    storedText: editedText,
    message: vscode.l10n.t('Created {0}.', quoted(name)),
    replacedBy: record,
    afterwards: async () => {
      // The secret first: it is told only now, while the tree can be read at any time.
      if (secret) await offerSecret(name, secret);
      else if (isVendor) sayNoSecret(name);
      await revealNode(ref);
    },
  };
}

function refOf(uri: vscode.Uri): Draft {
  const draft = parseDraft(uri);
  if (!draft) throw FileSystemError.FileNotFound(uri);
  return draft;
}

/** Offers the secret of a vendor sensor, which a manager answers once, for copying; it is kept nowhere (design, decision 5). */
async function offerSecret(name: string, secret: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Secret');
  const answer = await window.showInformationMessage(
    vscode.l10n.t('The manager made a secret for “{0}” and tells it only now.', quoted(name)),
    {
      modal: true,
      detail: vscode.l10n.t('Netsensor does not keep it. Copy it to where the sensor is set up.'),
    },
    copy,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(secret);
}

/** Says that the secret of a vendor sensor never came here, for example with an answer that was lost. */
function sayNoSecret(name: string): void {
  void window.showWarningMessage(
    vscode.l10n.t(
      'The secret of “{0}” did not arrive, and a manager tells it only once. If you need it, delete the sensor and create it again.',
      quoted(name),
    ),
  );
}

/** Inventory records that are to be created, `/new/racks/New rack.json`: saving a draft creates it. */
export function recordDraftKindOf(parts: CreatingRecords): DocumentKind {
  return {
    identify: uri => (parseRecordDraft(uri) ? `draft ${uri.path} ${uri.query}` : undefined),
    isFolder: path => /^\/new(\/\w+)?\/?$/.test(path),
    read: async request => printFields(await beginning(request)),
    save: async request =>
      createRecordOnce(parts, request, {
        type: draftRef(request.uri).type,
        fields: parseEdited(request.editedText),
      }),
  };
}

async function beginning({ client, uri }: ReadRequest): Promise<RecordFields> {
  const { type, copyOf } = draftRef(uri);
  return copyOf === undefined
    ? newRecordFields(type)
    : copiedFields(type, await client.getRecord(type, copyOf));
}

function draftRef(uri: vscode.Uri): RecordDraft {
  const draft = parseRecordDraft(uri);
  if (!draft) throw FileSystemError.FileNotFound(uri);
  return draft;
}
