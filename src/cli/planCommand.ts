import { resolve } from 'node:path';
import { printPlan } from '../changes/change.js';
import { planLines, writesOf } from '../changes/folders/folderWords.js';
import type { FolderPlan } from '../model/asCode/folderPlan.js';
import { writeWhole } from '../folders/folderFiles.js';
import { behindWords } from '../folders/openedFolder.js';
import { joined } from '../words/inert.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { changeOf, open, type ApplyOptions } from './commands.js';
import { readSavedPlan, type SavedPlan } from './savedPlan.js';

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
  const { plan: planned, text } =
    show === undefined ? await freshPlan(run, { ...decision, prune }) : await readSavedPlan(run.root, show);
  if (output !== undefined) await writeWhole(resolve(run.root, output), text);
  run.print((await formatted(planned, text, format)).trimEnd());
  const { unwritten, deletes, prunes = false } = planned;
  const isDone = writesOf(planned) + unwritten.length + (prunes ? deletes.length : 0) === 0;
  return detailedExitcode && !isDone ? exitCodes.changes : exitCodes.fine;
}

async function freshPlan(
  run: CliRun,
  decision: Required<Pick<PlanOptions, 'mine' | 'recreate' | 'prune'>>,
): Promise<Pick<SavedPlan, 'plan' | 'text'>> {
  const opened = await open(run);
  const behind = behindWords(opened);
  if (behind) run.warn(behind);
  const change = changeOf(run, opened, { ...decision, maxDeletes: 100 });
  const planned = await change.plan(run.signal);
  return { plan: planned, text: printPlan(change, planned) };
}

async function formatted(planned: FolderPlan, text: string, format: PlanOptions['format']): Promise<string> {
  if (format === 'json') return text;
  if (format === 'human') return joined(planLines(planned), '\n');
  const { planMarkdown } = await import('../changes/folders/planMarkdown.js');
  return planMarkdown(planned);
}
