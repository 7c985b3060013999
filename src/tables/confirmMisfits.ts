import * as l10n from '@vscode/l10n';
import type { Misfit } from '../model/tables/tablePaste.js';
import { requireAnswer } from '../ui/confirmRisk.js';
import { joined } from '../words/inert.js';
import { describeMisfit } from '../words/tableWords.js';

/** Shows what is not pasted, and lets the rest be. @throws {GivenUpError} when it is not to be pasted either */
export async function confirmMisfits(misfits: readonly Misfit[]): Promise<void> {
  const paste = l10n.t('Paste the rest');
  const message =
    misfits.length === 1
      ? l10n.t('1 cell does not fit. Paste the rest?')
      : l10n.t('{0} cells do not fit. Paste the rest?', misfits.length);
  const detail = joined(misfits.slice(0, mostMisfits).map(describeMisfit), '\n');
  await requireAnswer({ message, detail }, [paste]);
}

/** What is not pasted that a question names. */
const mostMisfits = 10;
