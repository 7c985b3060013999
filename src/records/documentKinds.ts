import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { NodeRef } from '../model/sensors/nodeTarget.js';
import type { InventoryRef } from '../model/recordTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { DocumentKind, DocumentTable } from './documents/documentKind.js';
import type { DraftOutcomes } from './creation/draftOutcomes.js';
import type { RecordSecrets } from './secrets/recordSecrets.js';

/** What the kinds of documents need from the rest of the extension. */
export interface KindsOptions {
  /** Kinds that other features bring. */
  readonly otherKinds: readonly (() => Promise<DocumentKind>)[];
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** Reads the tree again and selects a node that was just created. */
  readonly revealNode: (node: NodeRef) => Promise<void>;
  /** Shows a record that was just created in the tree. */
  readonly revealRecord: (record: InventoryRef) => Promise<void>;
  readonly connections: Connections;
  /** State that belongs to no workspace. */
  readonly globalState: vscode.Memento;
  readonly outcomes: DraftOutcomes;
  readonly secrets: RecordSecrets;
}

/** The table of document kinds, loaded when the first document is asked for. */
export function documentKinds(options: KindsOptions): () => Promise<DocumentTable> {
  let loading: Promise<DocumentTable> | undefined;
  return () => (loading ??= load(options));
}

async function load({
  otherKinds,
  treeOf,
  connections,
  globalState,
  ...drafts
}: KindsOptions): Promise<DocumentTable> {
  const { documentTable } = await import('./documents/documentKind.js');
  const { GivenFields } = await import('./kinds/writeOnlyFields.js');
  const { KeepingManagers } = await import('./keepingManagers.js');
  const { NodeReader } = await import('./kinds/nodeReader.js');
  const nodes = { reader: new NodeReader(treeOf), given: new GivenFields() };
  const keeping = new KeepingManagers(globalState, connections);
  const own = await Promise.all([
    import('./kinds/inventoryKind.js').then(({ inventoryKindOf }) => inventoryKindOf(drafts)),
    import('./recordDraftKind.js').then(({ recordDraftKindOf }) => recordDraftKindOf(drafts)),
    import('./kinds/sensorKind.js').then(({ sensorKindOf }) => sensorKindOf({ ...nodes, keeping })),
    import('./kinds/sensorKind.js').then(({ shownSensorKind }) => shownSensorKind(nodes)),
    import('./kinds/accessPointKind.js').then(({ accessPointKindOf }) => accessPointKindOf(nodes)),
    import('./draftKind.js').then(({ draftKindOf }) => draftKindOf({ ...nodes, ...drafts })),
  ]);
  return documentTable([...own, ...(await Promise.all(otherKinds.map(loadKind => loadKind())))]);
}

/** Whether two addresses are the same document, whatever name stands in them. */
export function isSameDocument({ find }: DocumentTable, a: vscode.Uri, b: vscode.Uri): boolean {
  const identity = find(a)?.identify(a);
  return identity !== undefined && a.authority === b.authority && find(b)?.identify(b) === identity;
}
