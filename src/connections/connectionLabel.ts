import * as vscode from 'vscode';
import { environmentColor } from '../ids.js';
import { joined, type Inert } from '../words/inert.js';
import type { Connection, Environment } from './connection.js';

/** The environments a connection can be labelled with, in the order they are offered. */
export const environments: readonly Environment[] = ['production', 'staging', 'test', 'none'];

/** The word for an environment; empty for none. */
export const environmentName = (environment: Environment): Inert | '' =>
  ({
    production: vscode.l10n.t('production'),
    staging: vscode.l10n.t('staging'),
    test: vscode.l10n.t('test'),
    none: '' as const,
  })[environment];

/** The colour of an environment; undefined for none. */
export function environmentThemeColor(environment: Environment): vscode.ThemeColor | undefined {
  return environment === 'none' ? undefined : new vscode.ThemeColor(environmentColor[environment]);
}

/** What is said beside a connection's name: environment and access level. */
export function connectionState({ environment, isLocked, isSignedOut }: Connection): Inert {
  const access = isLocked ? vscode.l10n.t('read-only') : vscode.l10n.t('unlocked');
  const state = isSignedOut ? vscode.l10n.t('signed out') : access;
  return joined([environmentName(environment), state], ' · ');
}
