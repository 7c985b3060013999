import * as l10n from '@vscode/l10n';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { resolve } from 'node:path';
import { describeError } from '../words/describeError.js';
import type * as commands from './commands.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';

/** Where a run happens: all of it but the folder. */
export type CliHost = Omit<CliRun, 'root'>;

/** What each command does once it is loaded. */
type Work = (run: CliRun, load: Promise<typeof commands>) => Promise<ExitCode>;

/** Runs the command line; every command is loaded when it is run. @param args without the program's own name */
export async function runNetsensor(args: readonly string[], host: CliHost): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine;
  const work = async (command: Work) => {
    const { folder } = program.opts<{ folder: string }>();
    code = await command({ ...host, root: resolve(folder) }, import('./commands.js'));
  };
  const program = programFor(work).configureOutput({
    writeOut: text => host.print(text.trimEnd()),
    writeErr: text => host.warn(text.trimEnd()),
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.error;
    host.warn(describeError(error));
    return host.signal.aborted ? exitCodes.cancelled : exitCodes.error;
  }
}

function programFor(work: (command: Work) => Promise<void>): Command {
  const program = new Command('netsensor')
    .description(l10n.t('Keeps the inventory of a network-monitoring manager as files.'))
    .option('-C, --folder <path>', l10n.t('the folder to work in'), '.')
    .exitOverride()
    .addHelpText('after', examples);
  program
    .command('init')
    .description(l10n.t('Write what a folder begins with: the manager that it is for, and schemas'))
    .action(() => work(async (run, load) => (await load).init(run)));
  program
    .command('pull')
    .description(l10n.t('Take over what the manager has; what was changed here stays'))
    .option(
      '--theirs <path>',
      l10n.t('where both sides differ, the manager counts; "all" for all files'),
      paths,
      [],
    )
    .option('--check', l10n.t('write nothing; exit code 2 where files would change'))
    .action((options: commands.PullOptions) => work(async (run, load) => (await load).pull(run, options)));
  deciding(program.command('plan'))
    .description(l10n.t('Say what apply would do, and do nothing'))
    .addOption(
      new Option('--format <form>', l10n.t('how it is said')).choices(['human', 'json']).default('human'),
    )
    .option('-o, --output <file>', l10n.t('write the plan to a file, for apply'))
    .option('--prune', l10n.t('plan to delete what no file has any more'))
    .option('--detailed-exitcode', l10n.t('exit code 2 where something would be done'))
    .action((options: commands.PlanOptions) => work(async (run, load) => (await load).plan(run, options)));
  deciding(program.command('apply [plan]'))
    .description(l10n.t('Make the manager have what the files have'))
    .option('--prune', l10n.t('delete what no file has any more'))
    .option(
      '--max-deletes <percent>',
      l10n.t('of a type at most so many in a hundred are deleted'),
      percent,
      30,
    )
    .action((file: string | undefined, options: commands.ApplyOptions) =>
      work(async (run, load) => (await load).apply(run, file, options)),
    );
  program
    .command('drift')
    .description(
      l10n.t('Say what changed on the manager since it was last agreed; exit code 2 where something did'),
    )
    .action(() => work(async (run, load) => (await load).drift(run)));
  program
    .command('validate')
    .description(l10n.t('Look at the files without asking a manager'))
    .action(() => work(async (run, load) => (await load).validate(run)));
  return program;
}

const examples = `
Examples:
  netsensor init && netsensor pull
  netsensor plan --detailed-exitcode
  NETSENSOR_WRITE=1 netsensor apply`;

const paths = (path: string, before: readonly string[]) => [...before, path];

const deciding = (command: Command): Command =>
  command.option(
    '--mine <path>',
    l10n.t('where both sides differ, the file counts; "all" for all files'),
    paths,
    [],
  );

function percent(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && number <= 100) return number;
  throw new InvalidArgumentError(l10n.t('Give a number from 0 to 100.'));
}
