import type * as vscode from 'vscode';
import type { Connections, ConnectionWords } from '../connections/connection.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import type { Log } from '../ui/doors.js';
import type { DataView, DataServices } from './data/dataView.js';
import type { HistoryServices } from './editing/earlierQueries.js';
import type { ResultServices } from './results/resultMessaging.js';
import type { Storing } from './results/storeResults.js';
import type { CellRefresh } from './run/cellRefresh.js';
import type { KernelServices } from './run/runBatch.js';
import type { VariableServices } from './variables/variableCommands.js';

/** What notebooks need from the rest of the extension. */
export interface NotebookOptions extends DataServices {
  readonly connections: Connections;
  readonly connectionWords: () => Promise<ConnectionWords>;
  readonly onDidRemoveConnection: vscode.Event<string>;
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  /** The sensors and access points that are selected in the tree. */
  readonly selected: () => Promise<readonly NodeTarget[]>;
  readonly revealNode: ResultServices['revealNode'];
  readonly compareText: HistoryServices['compareText'];
  /** Remembers queries between sessions. */
  readonly globalState: vscode.Memento;
  /** Where the files of the extension are. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** What runs of cells, outputs and the commands of notebooks work with. */
export interface NotebookServices
  extends NotebookOptions, KernelServices, ResultServices, HistoryServices, VariableServices {
  readonly refresh: CellRefresh;
  readonly storing: Storing;
  readonly data: { readonly get: () => Promise<DataView> };
}
