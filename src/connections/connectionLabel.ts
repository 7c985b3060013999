import { X509Certificate } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { environmentColor } from '../ids.js';
import { dayOf, timeWords } from '../words/locale.js';
import { joined, type Inert } from '../words/inert.js';
import { environmentName } from '../words/names.js';
import { signedOutWords, troubleWords } from '../words/troubleWords.js';
import type { Connection, Environment, PinnedCertificate } from './connection.js';
import { isSlow } from './reachability.js';

/** The environments a connection can be labelled with, in the order they are offered. */
export const environments: readonly Environment[] = ['production', 'staging', 'test', 'none'];

/** The colour of an environment; undefined for none. */
export function environmentThemeColor(environment: Environment): vscode.ThemeColor | undefined {
  return environment === 'none' ? undefined : new vscode.ThemeColor(environmentColor[environment]);
}

/** What is said beside a connection's name: environment, what is wrong with its manager, access level, and dates that a trusted certificate is not within. */
export function connectionState(connection: Connection): Inert {
  const { environment, isSignedOut, pinned } = connection;
  const parts = [
    environmentName(environment),
    stateWords(connection),
    isSignedOut ? '' : accessWords(connection),
    pinned ? datesBeside(pinned) : '',
  ] as const;
  return joined(parts, ' · ');
}

/** What is wrong with a connection; empty where nothing is. */
function stateWords({ name, isSignedOut, reach }: Connection): Inert | '' {
  if (isSignedOut) return signedOutWords(name).words;
  if (!reach) return '';
  if (reach.trouble) return troubleWords(reach.trouble, reach.since);
  return isSlow(reach) ? l10n.t('slow: its last answer took {0} s', Math.round(reach.took / 1000)) : '';
}

function accessWords({ isLocked, unlockedUntil }: Connection): Inert {
  if (isLocked) return l10n.t('read-only');
  if (unlockedUntil === undefined) return l10n.t('unlocked');
  return unlockedUntil === 'windowCloses'
    ? l10n.t('unlocked until the window closes')
    : l10n.t('unlocked until {0}', timeWords(unlockedUntil));
}

/** A trusted certificate is trusted whatever its dates; empty while it is within them. */
function datesBeside({ pem }: PinnedCertificate): Inert | '' {
  const { validFrom, validTo } = new X509Certificate(pem);
  const from = new Date(validFrom);
  const to = new Date(validTo);
  if (to.getTime() < Date.now()) return l10n.t('certificate expired on {0}', dayOf(to.toISOString()));
  if (from.getTime() <= Date.now()) return '';
  return l10n.t('certificate valid from {0} on', dayOf(from.toISOString()));
}
