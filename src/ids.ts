const commandNames = [
  'addManager',
  'renameConnection',
  'setEnvironment',
  'signIn',
  'signOut',
  'deleteConnection',
  'unlockConnection',
  'lockConnection',
  'lockAll',
  'openTerminal',
  'trustCertificate',
  'useCaFile',
  'showConnections',
  'refresh',
  'retry',
  'showUnread',
  'copyUuid',
  'copyMac',
  'copyPath',
  'copyJson',
  'copyLink',
  'copyPictureLink',
  'copyCurl',
  'openInBrowser',
  'showDetails',
  'search',
  'pin',
  'unpin',
  'openPin',
  'renamePin',
  'movePinUp',
  'movePinDown',
  'newPinGroup',
  'removePinGroup',
  'openPinsFile',
  'forgetRecent',
  'findInRecords',
  'revealNode',
  'revealDocument',
  'reloadDocument',
  'moveNodes',
  'filterTree',
  'clearFilter',
  'openRecord',
  'sortRecords',
  'filterRecords',
  'findUses',
  'clearRecordFilter',
  'compareWithManager',
  'keepMine',
  'takeTheirs',
  'discardMine',
  'createAgain',
  'saveDocument',
  'createRecord',
  'duplicateRecord',
  'createFromTemplate',
  'saveAsTemplate',
  'saveDocumentAs',
  'deleteRecords',
  'editRecords',
  'openAsTable',
  'openAsText',
  'usersAsTable',
  'exportRecords',
  'importRecords',
  'compareRecords',
  'compareManagers',
  'copyDifferences',
  'setPassword',
  'copyPassword',
  'newNotebook',
  'exportResult',
  'exportNotebook',
  'openResult',
  'setTimeRange',
  'setTimeZone',
  'setCellTimeRange',
  'previousTimeRange',
  'useNotebookRange',
  'refreshNotebook',
  'setVariable',
  'addVariable',
  'editVariable',
  'renameVariable',
  'removeVariable',
  'runVariableCells',
  'runChangedCells',
  'addToQuery',
  'startQuery',
  'askData',
  'cancelData',
  'cureCell',
  'nameCell',
  'joinCells',
  'refreshCell',
  'storeResults',
  'queryHistory',
  'newQuery',
  'importQueries',
  'exportQuery',
  'copyQueryCurl',
  'showLog',
  'deleteNodes',
  'deleteDown',
  'deleteAccessPoints',
  'showUsers',
  'renewKey',
  'listAccessPoints',
  'fetchAccessPointsCsv',
  'fetchUsersCsv',
  'createDomain',
  'createFlowSensor',
  'createVendorSensor',
  'createMseSensor',
  'createAccessPoint',
  'editAsVendor',
  'editSubtree',
  'overwriteFromFile',
  'restoreBackup',
  'showMse',
  'editAccessPoints',
  'overrideFromFile',
  'showRack',
  'showRacks',
  'showInPicture',
  'showPower',
  'showFloorPlan',
  'showTopology',
  'showMap',
  'showOnMap',
  'savePicture',
  'pullFolder',
  'planFolder',
  'applyFolder',
  'openOnManager',
  'openInFolder',
] as const;

/** Commands, as in `contributes.commands`: `Command.signIn` is `netsensor.signIn`. */
export const Command = Object.fromEntries(commandNames.map(name => [name, `netsensor.${name}`])) as {
  readonly [Name in (typeof commandNames)[number]]: `netsensor.${Name}`;
};

/** Commands in the titles of views: VS Code gives them the node that has the focus, or nothing in its place. */
export const viewTitleCommands: readonly string[] = [
  Command.addManager,
  Command.refresh,
  Command.search,
  Command.findInRecords,
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
