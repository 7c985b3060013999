import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parsePlan, printPlan } from '../changes/change.js';
import { planLines, writesOf } from '../changes/folders/folderWords.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import { inert, joined } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { changeOf, open, type ApplyOptions } from './commands.js';
import { writeWhole } from '../folders/folderFiles.js';

/** What `plan` is asked for. */
export interface PlanOptions extends Pick<ApplyOptions, 'mine' | 'recreate' | 'prune'> {
  readonly format: 'human' | 'json' | 'markdown';
  /** A file that `apply` is given later. */
  readonly output?: string;
  /** A file of before, which is shown without asking a manager. */
  readonly show?: string;
  /** Whether changes are told by the exit code, too. */
  readonly detailedExitcode?: boolean;
}

/** Says what `apply` would do, and does nothing. */
export async function plan(run: CliRun, options: PlanOptions): Promise<ExitCode> {
  const { format, output, detailedExitcode = false, prune = false, show, ...decision } = options;
  const { planned, text } =
    show === undefined
      ? await freshPlan(run, { ...decision, prune })
      : await savedPlan(resolve(run.root, show));
  if (output !== undefined) await writeWhole(resolve(run.root, output), text);
  run.print((await formatted(planned, text, format)).trimEnd());
  const writes =
    writesOf(planned) + (prune ? planned.deletes.filter(({ usedBy }) => usedBy.length === 0).length : 0);
  return detailedExitcode && writes > 0 ? exitCodes.changes : exitCodes.fine;
}

/** A plan, and the text of its file. */
interface PlanWithText {
  readonly planned: FolderPlan;
  readonly text: string;
}

async function freshPlan(
  run: CliRun,
  decision: Required<Pick<PlanOptions, 'mine' | 'recreate' | 'prune'>>,
): Promise<PlanWithText> {
  const change = changeOf(run, await open(run), { ...decision, maxDeletes: 100 });
  const planned = await change.plan(run.signal);
  return { planned, text: printPlan(change, planned) };
}

/** @throws {SentenceError} for what is no plan */
async function savedPlan(path: string): Promise<PlanWithText> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new SentenceError(l10n.t('There is no file {0}.', inert(path)));
  });
  return { planned: parsePlan<FolderPlan>(text).plan, text };
}

async function formatted(planned: FolderPlan, text: string, format: PlanOptions['format']): Promise<string> {
  if (format === 'json') return text;
  if (format === 'human') return joined(planLines(planned), '\n');
  const { planMarkdown } = await import('../changes/folders/planMarkdown.js');
  return planMarkdown(planned);
}
