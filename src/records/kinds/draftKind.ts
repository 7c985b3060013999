import * as vscode from 'vscode';
import { draftFields, findTwins, parseDraft, type Draft } from '../../model/sensors/nodeDraft.js';
import { createProblems } from '../../model/inventory/recordRules.js';
import { nodeKinds } from '../../model/sensors/nodeDocument.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { window } from '../../ui/doors.js';
import { quoted } from '../../words/inert.js';
import { createdNode, type CreatedNode } from '../creation/createdNode.js';
import { describeProblems } from '../../words/describeProblems.js';
import type { DocumentKind, ReadRequest, SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import type { DraftOutcomes } from '../creation/draftOutcomes.js';
import { describeError } from '../../words/describeError.js';
import { named, parseEdited, RejectedError } from '../documents/saveThreeWay.js';
import { nodeKey } from './writeOnlyFields.js';
import { nodeProblems, type NodeDocuments } from './nodeDocuments.js';
import {
  copiedFields,
  newRecordFields,
  parseRecordDraft,
  type RecordDraft,
} from '../../model/inventory/recordDraft.js';
import type { RecordsOptions } from '../recordsOptions.js';
import { createOnce, createRecordOnce, type CreatingRecords } from '../creation/createOnce.js';

/** What drafts need beside what all documents of nodes share. */
export interface DraftDocuments extends NodeDocuments, Pick<RecordsOptions, 'revealNew' | 'noteVendor'> {
  readonly outcomes: DraftOutcomes;
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
  const draft = refOf(uri);
  const fields = parseEdited(request.editedText);
  const problems = createProblems(nodeKinds[draft.kind].create, fields);
  if (problems.length > 0) throw new RejectedError(describeProblems(problems));
  return createOnce(request, {
    name: String(fields.name),
    outcomes: documents.outcomes,
    create: async () => {
      const { kind } = draft;
      return kind === 'accessPoint'
        ? createdNode(uri.authority, { kind, record: await client.accessPoints.create(fields) }, fields)
        : createdNode(uri.authority, { kind, record: await client.sensors.create(kind, fields) }, fields);
    },
    twins: error => twinsOf(request, draft, { fields, error }),
    finish: async (created, isNew) => finish(documents, created, isNew ? fields : {}),
  });
}

/**
 * What a draft may have become, as the tree shows it now.
 * @throws {RejectedError} when the tree cannot be read; `error` is what happened first
 */
async function twinsOf(
  { client, uri }: SaveRequest,
  draft: Draft,
  { fields, error }: { fields: RecordFields; error: unknown },
) {
  const tree = await client.sensors.tree().catch((failure: unknown) => {
    const [name, reason] = [quoted(String(fields.name)), describeError(error ?? failure)];
    throw new RejectedError(
      vscode.l10n.t(
        'It is not known whether “{0}” was created. {1} Save again to look for it.',
        name,
        reason,
      ),
    );
  });
  return findTwins(tree, draft, fields).map(twin => ({
    ...createdNode(uri.authority, twin, fields),
    label: twin.record.name ?? '',
    identity:
      twin.kind === 'accessPoint'
        ? (twin.record.mac_address ?? '')
        : vscode.l10n.t('uuid {0}', twin.record.uuid),
  }));
}

/** Remembers where the node stands and what was sent that the manager does not return. */
async function finish(
  { reader, given, revealNew, noteVendor }: DraftDocuments,
  { path, name, parentUuid, ref, secret }: CreatedNode,
  fields: RecordFields,
): Promise<Partial<SaveReceipt>> {
  reader.note(ref, parentUuid);
  const isVendor = path.startsWith('/sensors/vendor/');
  if (isVendor && 'uuid' in ref) await noteVendor(ref.connectionId, ref.uuid);
  given.replace(nodeKey(ref), fields);
  return {
    afterwards: async () => {
      // The secret first: it is told only now, while the tree can be read at any time.
      if (secret) await offerSecret(name, secret);
      else if (isVendor) sayNoSecret(name);
      await revealNew(ref);
    },
  };
}

const refOf = (uri: vscode.Uri): Draft => named(uri, parseDraft(uri));

/** Offers the secret of a vendor sensor, which a manager answers once, for copying; it is kept nowhere (architecture, rule 5). */
async function offerSecret(name: string, secret: string): Promise<void> {
  const copy = vscode.l10n.t('Copy secret');
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

const draftRef = (uri: vscode.Uri): RecordDraft => named(uri, parseRecordDraft(uri));
