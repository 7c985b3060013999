import * as l10n from '@vscode/l10n';
import { isApiError } from '../api/apiError.js';
import { describeError, describeReason } from '../words/describeError.js';
import { joined, type Inert } from '../words/inert.js';

/** As `describeError`, with an option where the editor has a setting. */
export const terminalWords = (error: unknown): Inert =>
  isApiError(error) && error.reason === 'timeout' && error.status !== 504
    ? joined([describeReason(error), l10n.t('Try again, or raise --timeout.')])
    : describeError(error);
