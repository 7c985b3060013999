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
  trustCertificate: 'netsensor.trustCertificate',
  useCaFile: 'netsensor.useCaFile',
  showConnections: 'netsensor.showConnections',
  refresh: 'netsensor.refresh',
  retry: 'netsensor.retry',
  copyUuid: 'netsensor.copyUuid',
  openRecord: 'netsensor.openRecord',
  compareWithManager: 'netsensor.compareWithManager',
  keepMine: 'netsensor.keepMine',
  takeTheirs: 'netsensor.takeTheirs',
  newNotebook: 'netsensor.newNotebook',
  showLog: 'netsensor.showLog',
} as const;

/** Views, as in `contributes.views`. */
export const View = { explorer: 'netsensor.explorer' } as const;

/** Context keys used in `when` clauses. */
export const ContextKey = { hasConflict: 'netsensor.hasConflict' } as const;

/** URI schemes: record documents, the manager's current version of a record in a diff, connections in the tree. */
export const Scheme = {
  record: 'netsensor',
  current: 'netsensorcurrent',
  connection: 'netsensorconnection',
} as const;

/** The notebook type and the language of its query cells. */
export const Notebook = { type: 'netsensor-query', language: 'dataquery' } as const;

/** The language of record documents: JSON whose files are never saved automatically unless the user asks for it. */
export const recordLanguage = 'inventoryrecord';

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
