import * as l10n from '@vscode/l10n';
import type { Inert } from './inert.js';
import { grouped } from './locale.js';
import { counted } from './names.js';

/** How many domains there are, `1,200 domains`; empty for none. */
export const domainCount = (count: number) =>
  counted(count, l10n.t('1 domain'), l10n.t('{0} domains', grouped(count)));

/** The same of sensors. */
export const sensorCount = (count: number) =>
  counted(count, l10n.t('1 sensor'), l10n.t('{0} sensors', grouped(count)));

/** The same of access points. */
export const pointCount = (count: number) => (count === 0 ? '' : pointWords(count));

/** The same where it is said, too, that there are none: `0 access points`. */
export const pointWords = (count: number): Inert =>
  count === 1 ? l10n.t('1 access point') : l10n.t('{0} access points', grouped(count));

/** The same of clients: that there are none is something else than that nobody knows. */
export const clientWords = (count: number): Inert =>
  count === 1 ? l10n.t('1 client') : l10n.t('{0} clients', grouped(count));
