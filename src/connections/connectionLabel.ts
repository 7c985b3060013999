import { X509Certificate } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { environmentColor } from '../ids.js';
import { dayOf, timeWords } from '../words/locale.js';
import { joined, type Inert } from '../words/inert.js';
import { environmentName } from '../words/names.js';
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
  const states = isSignedOut ? [l10n.t('signed out')] : [troubleWords(connection), accessWords(connection)];
  return joined([environmentName(environment), ...states, pinned ? datesBeside(pinned) : ''], ' · ');
}

/** What is wrong with a manager that is signed in; empty where nothing is. */
function troubleWords({ reach }: Connection): Inert | '' {
  if (!reach) return '';
  const { trouble, since, took } = reach;
  const at = timeWords(since);
  if (!trouble)
    return isSlow(reach) ? l10n.t('slow: its last answer took {0} s', Math.round(took / 1000)) : '';
  if (trouble.reason === 'unauthorized') return l10n.t('API key refused at {0}', at);
  if (trouble.reason === 'tls')
    return trouble.otherCertificate ? l10n.t('shows another certificate') : l10n.t('certificate not trusted');
  return trouble.reason === 'timeout'
    ? l10n.t('does not answer since {0}', at)
    : l10n.t('not reachable since {0}', at);
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
