import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { FieldsAlongside } from '../changes/records/fieldsAlongside.js';
import { loadedOnce } from '../ui/loadedOnce.js';
import type { CreatingRecords } from './creation/createFromDraft.js';
import type { SensorTrees } from './recordsOptions.js';
import type { DocumentKind } from './documents/documentKind.js';

/** The table of all kinds. */
export interface DocumentTable {
  /** The kind whose documents have addresses like this; undefined when there is none. */
  find(uri: vscode.Uri): DocumentKind | undefined;
  isFolder(path: string): boolean;
  /**
   * The text of a document in a tree that was read and is too large to be read again for one that is only looked at; a
   * save reads what it needs. Undefined for any other document.
   */
  textInLargeTree(uri: vscode.Uri): string | undefined;
}

/** A kind that another feature brings, loaded when the first document is asked for. */
export type OtherKind = (alongside: FieldsAlongside) => Promise<DocumentKind>;

/** What the kinds of documents need from the rest of the extension. */
export interface KindsOptions extends CreatingRecords, SensorTrees {
  readonly connections: Connections;
  readonly globalState: vscode.Memento;
  readonly otherKinds: readonly OtherKind[];
}

/** Nodes of a tree; a manager sends about 65 MB for 100,000. */
const largeTree = 20_000;

/** The table of document kinds, loaded when the first document is asked for. */
export const documentTable = (options: KindsOptions): (() => Promise<DocumentTable>) =>
  loadedOnce(() => load(options));

async function load({ treeOf, connections, globalState, ...options }: KindsOptions): Promise<DocumentTable> {
  const { MergingManagers, WriteOnlyFields } = await import('./kinds/writeOnlyFields.js');
  const { NodeReader } = await import('../changes/nodeReader.js');
  const { FieldsAlongside } = await import('../changes/records/fieldsAlongside.js');
  const alongside = new FieldsAlongside();
  const nodes = { reader: new NodeReader(treeOf), given: new WriteOnlyFields(), alongside };
  const merging = new MergingManagers(globalState, connections);
  const kinds = await Promise.all([
    import('./kinds/inventoryKind.js').then(({ inventoryKindOf }) =>
      inventoryKindOf({ ...options, alongside }),
    ),
    import('./kinds/draftKind.js').then(({ recordDraftKindOf }) => recordDraftKindOf(options)),
    import('./kinds/sensorKind.js').then(({ sensorKindOf }) => sensorKindOf({ ...nodes, merging })),
    import('./kinds/sensorKind.js').then(({ shownSensorKind }) => shownSensorKind(nodes)),
    import('./kinds/accessPointKind.js').then(({ accessPointKindOf }) => accessPointKindOf(nodes)),
    import('./kinds/draftKind.js').then(({ draftKindOf }) => draftKindOf({ ...options, ...nodes })),
    ...options.otherKinds.map(loadKind => loadKind(alongside)),
  ]);
  const find = (uri: vscode.Uri) => kinds.find(kind => kind.identify(uri) !== undefined);
  return {
    find,
    textInLargeTree: uri => {
      const tree = treeOf(uri.authority);
      return tree && tree.size > largeTree ? find(uri)?.textIn?.(uri, tree) : undefined;
    },
    isFolder: path => kinds.some(kind => kind.isFolder?.(path) ?? false),
  };
}

/** Whether two addresses are the same document, whatever name stands in them. */
export function isSameDocument({ find }: DocumentTable, a: vscode.Uri, b: vscode.Uri): boolean {
  const identity = find(a)?.identify(a);
  return identity !== undefined && a.authority === b.authority && find(b)?.identify(b) === identity;
}
