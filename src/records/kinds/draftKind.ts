import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { ManagerClient } from '../../api/managerClient.js';
import { draftFields, parseDraft, type Draft } from '../../model/sensors/nodeDraft.js';
import { alteredOf } from '../../model/inventory/recordRules.js';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import type { NodeKind } from '../../model/sensors/nodeDocument.js';
import { printFields, type RecordFields } from '../../model/inventory/recordText.js';
import { askModal } from '../../ui/confirmRisk.js';
import { window } from '../../ui/doors.js';
import { quoted } from '../../words/inert.js';
import {
  nodeCreation,
  readCreated,
  type AnsweredNode,
  type CreatedNode,
} from '../../changes/records/nodeCreation.js';
import type { DocumentKind, ReadRequest, SaveReceipt, SaveRequest } from '../documents/documentKind.js';
import type { DraftOutcomes } from '../creation/draftOutcomes.js';
import { named, parseEdited } from '../documents/saveThreeWay.js';
import { nodeRefKey } from '../../model/sensors/nodeRef.js';
import { nodeProblems, shownFields, type NodeDocuments } from './nodeDocuments.js';
import type { NodeReader } from '../../changes/nodeReader.js';
import {
  copiedFields,
  newRecordFields,
  parseRecordDraft,
  type RecordDraft,
} from '../../model/inventory/recordDraft.js';
import type { CreatedInTree } from '../recordsOptions.js';
import {
  createFromDraft,
  createRecordFromDraft,
  type CreatingRecords,
  type FinishedCreate,
} from '../creation/createFromDraft.js';

/** What drafts need beside what all documents of nodes share. */
export interface DraftDocuments extends NodeDocuments, CreatedInTree {
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
  const { reader, outcomes } = documents;
  const draft = refOf(uri);
  const { kind } = draft;
  const fields = parseEdited(request.editedText);
  const creation = nodeCreation(client, reader, { connectionId: uri.authority, draft, fields });
  return createFromDraft(request, creation, {
    outcomes,
    pathOf: ({ path }) => path,
    finish: async (created, sent) => {
      const shown = created.placed
        ? created
        : await shownNode(reader, client, { kind, fields: sent, answered: created });
      return finish(documents, kind, shown, sent);
    },
  });
}

/** A node that was found in place of one that was created, as the manager shows it; as it was found when it cannot be read. */
const shownNode = (reader: NodeReader, client: ManagerClient, found: AnsweredNode): Promise<CreatedNode> =>
  readCreated(reader, client, found).catch((error: unknown) => {
    if (isApiError(error)) return found.answered;
    throw error;
  });

/** Remembers where the node stands and what was sent that the manager does not return. */
async function finish(
  documents: DraftDocuments,
  kind: NodeKind,
  { path, name, parentUuid, ref, secret, placed }: CreatedNode,
  fields: RecordFields,
): Promise<FinishedCreate> {
  const { reader, given, revealNew, noteVendor } = documents;
  reader.note(ref, parentUuid);
  const isVendor = path.startsWith('/sensors/vendor/');
  if (isVendor && 'uuid' in ref) await noteVendor(ref.connectionId, ref.uuid);
  given.replace(nodeRefKey(ref), fields);
  return {
    ...(placed && storedOf(shownFields(documents, { kind, node: ref }, placed), fields)),
    afterwards: async () => {
      // The secret first: it is told only now, while the tree can be read at any time.
      if (secret) await offerSecret(name, secret);
      else if (isVendor) sayNoSecret(name);
      await revealNew(ref);
    },
  };
}

/** What a node that was created from some fields is on the manager, and which of them it stored otherwise. */
const storedOf = (stored: RecordFields, fields: RecordFields): FinishedCreate => ({
  stored,
  storedText: printFields(stored),
  altered: alteredOf(
    fieldsWhere(fields, (name, value) => value !== '' && Object.hasOwn(stored, name)),
    stored,
  ),
});

const refOf = (uri: vscode.Uri): Draft => named(uri, parseDraft(uri));

/** Offers the secret of a vendor sensor, which a manager answers once, for copying; it is kept nowhere (architecture, rule 5). */
async function offerSecret(name: string, secret: string): Promise<void> {
  const copy = l10n.t('Copy secret');
  const told = {
    severity: 'info' as const,
    message: l10n.t('The manager made a secret for “{0}” and tells it only now.', quoted(name)),
    detail: l10n.t('Netsensor does not keep it. Copy it to where the sensor is set up.'),
  };
  const answer = await askModal(told, [copy], l10n.t('Close without it'));
  if (answer === copy) await vscode.env.clipboard.writeText(secret);
}

/** Says that the secret of a vendor sensor never came here, for example with an answer that was lost. */
function sayNoSecret(name: string): void {
  void window.showWarningMessage(
    l10n.t(
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
      createRecordFromDraft(parts, request, {
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
