import * as l10n from '@vscode/l10n';
import { Command } from '../ids.js';
import type { Inert } from '../words/inert.js';
import type { OfferedRemedy, Remedy } from '../words/remedies.js';

/** How something is offered that helps against a failure. */
export interface RemedyButton {
  readonly icon: string;
  readonly label: Inert;
  /** What a click does. */
  readonly tooltip: Inert;
  readonly command: { readonly command: string; readonly arguments: unknown[] };
}

const settingsCommand = 'workbench.action.openSettings';

/** The button of what helps, the same in rows, messages, documents, pictures and cells. */
export const remedyButton = ({ remedy, connectionId }: OfferedRemedy): RemedyButton =>
  buttons({ connectionId })[remedy];

const buttons = (target: Pick<OfferedRemedy, 'connectionId'>): Readonly<Record<Remedy, RemedyButton>> => ({
  key: {
    icon: 'key',
    label: l10n.t('Enter API key'),
    tooltip: l10n.t('Select to enter an API key'),
    command: { command: Command.signIn, arguments: [target] },
  },
  certificate: {
    icon: 'shield',
    label: l10n.t('Trust certificate…'),
    tooltip: l10n.t('Select to look at the certificate'),
    command: { command: Command.trustCertificate, arguments: [target] },
  },
  unlock: {
    icon: 'unlock',
    label: l10n.t('Unlock…'),
    tooltip: l10n.t('Select to unlock the connection for changes'),
    command: { command: Command.unlockConnection, arguments: [target] },
  },
  timeLimit: {
    icon: 'settings-gear',
    label: l10n.t('Raise the time limit'),
    tooltip: l10n.t('Select to change how long Netsensor waits for an answer'),
    command: { command: settingsCommand, arguments: ['netsensor.requestTimeout'] },
  },
  proxy: {
    icon: 'settings-gear',
    label: l10n.t('Change the proxy'),
    tooltip: l10n.t('Select to change the proxy of VS Code'),
    command: { command: settingsCommand, arguments: ['http.proxy'] },
  },
  address: {
    icon: 'add',
    label: l10n.t('Add manager'),
    tooltip: l10n.t('A connection keeps its address. Select to add the manager with another one.'),
    command: { command: Command.addManager, arguments: [] },
  },
});
