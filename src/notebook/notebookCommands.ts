import type { DataRow } from './data/dataRows.js';
import type { NotebookServices } from './notebookServices.js';
export { exportNotebook } from './results/exportNotebook.js';
import { exportSelected } from './results/exportResult.js';
import { chooseStoring } from './results/storeResults.js';

/** What the commands of notebooks do, in one module that is loaded when the first of them is called. */
export { cureCell } from './cellItems.js';
export { nameCell, refreshCell, refreshNotebook } from './cellCommands.js';
export { chooseEarlierQuery as queryHistory } from './editing/earlierQueries.js';
export { copyQueryCurl, exportQuery, importQueries, newNotebook, newQuery } from './editing/fileCommands.js';
export { openSelected as openResult } from './results/resultMessaging.js';
export {
  previousTimeRange,
  setCellTimeRange,
  setTimeRange,
  setTimeZone,
  useNotebookRange,
} from './time/timeCommands.js';
export {
  addVariable,
  editVariable,
  removeVariable,
  renameVariable,
  runChangedCells,
  runVariableCells,
  setVariable,
} from './variables/variableCommands.js';

type DataCommand = (services: NotebookServices, row: DataRow) => Promise<void>;

export const addToQuery: DataCommand = async ({ data }, row) => (await data.get()).add(row);

export const startQuery: DataCommand = async ({ data }, row) => (await data.get()).start(row);

export const askData: DataCommand = async ({ data }, row) => (await data.get()).ask(row);

export const cancelData: DataCommand = async ({ data }, row) => (await data.get()).cancel(row);

export const exportResult = ({ results }: NotebookServices) => exportSelected(results);

export const storeResults = ({ storing }: NotebookServices) => chooseStoring(storing);
export { joinCells } from './insertQuery.js';
