/** Commands, as in `contributes.commands`. */
export const Command = {
  addManager: 'netsensor.addManager',
  renameConnection: 'netsensor.renameConnection',
  setEnvironment: 'netsensor.setEnvironment',
  signIn: 'netsensor.signIn',
  signOut: 'netsensor.signOut',
  deleteConnection: 'netsensor.deleteConnection',
  unlockConnection: 'netsensor.unlockConnection',
  lockConnection: 'netsensor.lockConnection',
  lockAll: 'netsensor.lockAll',
  trustCertificate: 'netsensor.trustCertificate',
  useCaFile: 'netsensor.useCaFile',
  showConnections: 'netsensor.showConnections',
  refresh: 'netsensor.refresh',
  retry: 'netsensor.retry',
  showUnread: 'netsensor.showUnread',
  copyUuid: 'netsensor.copyUuid',
  copyMac: 'netsensor.copyMac',
  copyPath: 'netsensor.copyPath',
  copyJson: 'netsensor.copyJson',
  copyLink: 'netsensor.copyLink',
  copyPictureLink: 'netsensor.copyPictureLink',
  copyCurl: 'netsensor.copyCurl',
  openInBrowser: 'netsensor.openInBrowser',
  showDetails: 'netsensor.showDetails',
  search: 'netsensor.search',
  revealNode: 'netsensor.revealNode',
  revealDocument: 'netsensor.revealDocument',
  reloadDocument: 'netsensor.reloadDocument',
  moveNodes: 'netsensor.moveNodes',
  filterTree: 'netsensor.filterTree',
  clearFilter: 'netsensor.clearFilter',
  openRecord: 'netsensor.openRecord',
  sortRecords: 'netsensor.sortRecords',
  filterRecords: 'netsensor.filterRecords',
  findUses: 'netsensor.findUses',
  clearRecordFilter: 'netsensor.clearRecordFilter',
  compareWithManager: 'netsensor.compareWithManager',
  keepMine: 'netsensor.keepMine',
  takeTheirs: 'netsensor.takeTheirs',
  discardMine: 'netsensor.discardMine',
  createAgain: 'netsensor.createAgain',
  saveDocument: 'netsensor.saveDocument',
  createRecord: 'netsensor.createRecord',
  duplicateRecord: 'netsensor.duplicateRecord',
  createFromTemplate: 'netsensor.createFromTemplate',
  saveAsTemplate: 'netsensor.saveAsTemplate',
  deleteRecords: 'netsensor.deleteRecords',
  editRecords: 'netsensor.editRecords',
  openAsTable: 'netsensor.openAsTable',
  openAsText: 'netsensor.openAsText',
  usersAsTable: 'netsensor.usersAsTable',
  exportRecords: 'netsensor.exportRecords',
  importRecords: 'netsensor.importRecords',
  compareRecords: 'netsensor.compareRecords',
  compareManagers: 'netsensor.compareManagers',
  copyDifferences: 'netsensor.copyDifferences',
  setPassword: 'netsensor.setPassword',
  copyPassword: 'netsensor.copyPassword',
  newNotebook: 'netsensor.newNotebook',
  exportResult: 'netsensor.exportResult',
  exportNotebook: 'netsensor.exportNotebook',
  openResult: 'netsensor.openResult',
  setTimeRange: 'netsensor.setTimeRange',
  setTimeZone: 'netsensor.setTimeZone',
  setCellTimeRange: 'netsensor.setCellTimeRange',
  previousTimeRange: 'netsensor.previousTimeRange',
  useNotebookRange: 'netsensor.useNotebookRange',
  refreshNotebook: 'netsensor.refreshNotebook',
  setVariable: 'netsensor.setVariable',
  addVariable: 'netsensor.addVariable',
  editVariable: 'netsensor.editVariable',
  renameVariable: 'netsensor.renameVariable',
  removeVariable: 'netsensor.removeVariable',
  runVariableCells: 'netsensor.runVariableCells',
  runChangedCells: 'netsensor.runChangedCells',
  addToQuery: 'netsensor.addToQuery',
  startQuery: 'netsensor.startQuery',
  askData: 'netsensor.askData',
  cancelData: 'netsensor.cancelData',
  cureCell: 'netsensor.cureCell',
  nameCell: 'netsensor.nameCell',
  joinCells: 'netsensor.joinCells',
  refreshCell: 'netsensor.refreshCell',
  storeResults: 'netsensor.storeResults',
  queryHistory: 'netsensor.queryHistory',
  newQuery: 'netsensor.newQuery',
  importQueries: 'netsensor.importQueries',
  exportQuery: 'netsensor.exportQuery',
  copyQueryCurl: 'netsensor.copyQueryCurl',
  showLog: 'netsensor.showLog',
  deleteNodes: 'netsensor.deleteNodes',
  deleteDown: 'netsensor.deleteDown',
  deleteAccessPoints: 'netsensor.deleteAccessPoints',
  showUsers: 'netsensor.showUsers',
  renewKey: 'netsensor.renewKey',
  listAccessPoints: 'netsensor.listAccessPoints',
  fetchAccessPointsCsv: 'netsensor.fetchAccessPointsCsv',
  fetchUsersCsv: 'netsensor.fetchUsersCsv',
  createDomain: 'netsensor.createDomain',
  createFlowSensor: 'netsensor.createFlowSensor',
  createVendorSensor: 'netsensor.createVendorSensor',
  createMseSensor: 'netsensor.createMseSensor',
  createAccessPoint: 'netsensor.createAccessPoint',
  editAsVendor: 'netsensor.editAsVendor',
  editSubtree: 'netsensor.editSubtree',
  overwriteFromFile: 'netsensor.overwriteFromFile',
  restoreBackup: 'netsensor.restoreBackup',
  showMse: 'netsensor.showMse',
  editAccessPoints: 'netsensor.editAccessPoints',
  overrideFromFile: 'netsensor.overrideFromFile',
  showRack: 'netsensor.showRack',
  showRacks: 'netsensor.showRacks',
  showInPicture: 'netsensor.showInPicture',
  showPower: 'netsensor.showPower',
  showFloorPlan: 'netsensor.showFloorPlan',
  showTopology: 'netsensor.showTopology',
  showMap: 'netsensor.showMap',
  showOnMap: 'netsensor.showOnMap',
  savePicture: 'netsensor.savePicture',
} as const;

/** Commands in the titles of views: VS Code gives them the node that has the focus, or nothing in its place. */
export const viewTitleCommands: readonly string[] = [
  Command.addManager,
  Command.refresh,
  Command.search,
  Command.filterTree,
  Command.clearFilter,
  Command.newNotebook,
  Command.lockAll,
  Command.showLog,
  Command.addVariable,
  Command.runChangedCells,
];

/** What a key gives to a command that acts on the row with the focus, and the command that selects that row; nobody else calls it. */
export const [onFocused, selectFocused] = ['focused', 'netsensor.selectFocused'] as const;

/** Views, as in `contributes.views`. */
export const View = {
  explorer: 'netsensor.explorer',
  details: 'netsensor.details',
  down: 'netsensor.down',
  variables: 'netsensor.variables',
  data: 'netsensor.data',
} as const;

/** Submenus, as in `contributes.submenus`. */
export const Submenu = { create: 'netsensor.create' } as const;

/** Context keys used in `when` clauses. */
export const ContextKey = {
  hasConflict: 'netsensor.hasConflict',
  isDeleted: 'netsensor.isDeleted',
  mayBeVendor: 'netsensor.mayBeVendor',
  isFiltered: 'netsensor.isFiltered',
  hasDown: 'netsensor.hasDown',
  hasVariables: 'netsensor.hasVariables',
  isSearching: 'netsensor.isSearching',
} as const;

/** URI schemes: record documents, the manager's current version of a record in a diff, the sides of a plan, connections in the tree. */
export const Scheme = {
  record: 'netsensor',
  current: 'netsensorcurrent',
  plan: 'netsensorplan',
  connection: 'netsensorconnection',
} as const;

/** The notebook type and the language of its query cells. */
export const Notebook = { type: 'netsensor-query', language: 'dataquery' } as const;

/** The language of record documents: JSON whose files are never saved automatically unless the user asks for it. */
export const recordLanguage = 'inventoryrecord';

/** Id of the renderer, as in `contributes.notebookRenderer`. */
export const rendererId = 'netsensor-result';

/** The type of the tabs with pictures, as in `activationEvents`. */
export const picturePanelType = 'netsensor.picture';

/** The type of the tabs with lists of records as tables, as in `contributes.customEditors`. */
export const tableEditorType = 'netsensor.table';

/** MIME types of notebook outputs. */
export const Mime = { result: 'application/vnd.netsensor.result+json' } as const;

/** Colours contributed for connection labels. */
export const environmentColor = {
  production: 'netsensor.production',
  staging: 'netsensor.staging',
  test: 'netsensor.test',
} as const;

/** The connection made from `NETSENSOR_URL` and `NETSENSOR_API_KEY`. */
export const environmentConnectionId = 'environment';
