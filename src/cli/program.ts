import * as l10n from '@vscode/l10n';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../package.json';
import { inert } from '../words/inert.js';
import { GivenUpError, SentenceError } from '../words/sentenceErrors.js';
import type * as commands from './commands.js';
import type { PlanOptions } from './planCommand.js';
import type { QueryOptions } from './queryCommand.js';
import type { RestoreOptions } from './restore.js';
import { exitCodes, type CliRun, type ExitCode } from './cliRun.js';
import { terminalWords } from './terminalWords.js';

/** Where a run happens: all of it but what the options of every command say. */
export type CliHost = Omit<CliRun, 'root' | 'connection' | 'timeout'>;

/** What every command is asked. */
interface SharedOptions {
  readonly folder: string;
  readonly connection?: string;
  /** In seconds. */
  readonly timeout: number;
}

/** What each command does once it is loaded. */
type Work = (run: CliRun, load: () => Promise<typeof commands>) => Promise<ExitCode>;

/** The commands that make the folder that they work in. */
const beginners = ['init', 'pull'];

/** Runs the command line; every command is loaded when it is run. @param args without the program's own name */
export async function runNetsensor(args: readonly string[], host: CliHost): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine;
  const work = async (act: Work) => {
    const { folder, timeout, ...shared } = program.opts<SharedOptions>();
    const [command = ''] = program.args;
    const there = statSync(folder, { throwIfNoEntry: false });
    if (there ? !there.isDirectory() : !beginners.includes(command))
      throw new SentenceError(l10n.t('There is no folder {0}.', inert(folder)));
    const run = { ...host, connection: shared.connection, root: resolve(folder), timeout: 1000 * timeout };
    code = await act(run, () => import('./commands.js'));
  };
  const program = programFor(work, host);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.error;
    host.warn(terminalWords(error));
    return host.signal.aborted || error instanceof GivenUpError ? exitCodes.cancelled : exitCodes.error;
  }
}

/** Runs a command once its options are read. */
type Act = (command: Work) => Promise<void>;

function programFor(work: Act, host: CliHost): Command {
  // Commands take over what is said here as long as they are added after it.
  const program = new Command('netsensor')
    .configureOutput({
      writeOut: text => host.print(text.trimEnd()),
      writeErr: text => host.warn(text.trimEnd()),
    })
    .description(l10n.t('Keeps the inventory of a network-monitoring manager as files.'))
    .option('-C, --folder <path>', l10n.t('the folder to work in; other paths start there'), '.')
    .option('--connection <name>', l10n.t('the manager, as your own file connections.json calls it'))
    .option('--timeout <seconds>', l10n.t('how long one request may take'), seconds, 60)
    .version(version, '-V, --version', l10n.t('say which version this is'))
    .exitOverride()
    .addHelpText(
      'after',
      `${examples('netsensor init && netsensor pull', 'netsensor plan', 'NETSENSOR_WRITE=1 netsensor apply')}\n\n${exitCodesHelp()}`,
    );
  for (const add of [
    addInit,
    addPull,
    addPlan,
    addApply,
    addDrift,
    addValidate,
    addStatus,
    addRestore,
    addQuery,
  ])
    add(program, work);
  return program;
}

const addInit = (program: Command, work: Act): Command =>
  program
    .command('init')
    .description(
      l10n.t('Write what a folder begins with: the manager that it is for, schemas, and pipelines to copy'),
    )
    .addHelpText('after', examples('netsensor -C inventory init', 'netsensor init --connection lab'))
    .action(() => work(async (run, load) => (await load()).init(run)));

const addPull = (program: Command, work: Act): Command =>
  program
    .command('pull')
    .description(l10n.t('Take over what the manager has; what was changed here stays'))
    .option(
      '--theirs <path>',
      l10n.t('for what both sides have changed, the manager counts; "all" for all files'),
      paths,
      [],
    )
    .addOption(pushing())
    .option('--check', l10n.t('write nothing; exit code 2 where files would change'))
    .addHelpText(
      'after',
      examples(
        'netsensor pull',
        'netsensor pull --check',
        'netsensor pull --theirs inventory/racks/core-a.json',
      ),
    )
    .action((options: commands.PullOptions) => work(async (run, load) => (await load()).pull(run, options)));

const addPlan = (program: Command, work: Act): Command =>
  deciding(program.command('plan'))
    .description(l10n.t('Say what apply would do, and do nothing'))
    .addOption(
      new Option('--format <form>', l10n.t('how it is said'))
        .choices(['human', 'json', 'markdown'])
        .default('human'),
    )
    .option('-o, --output <file>', l10n.t('write the plan to a file, for apply'))
    .option('--show <file>', l10n.t('show a plan of before, without asking a manager'))
    .option('--prune', l10n.t('plan to delete what no file has any more'))
    .option('--detailed-exitcode', l10n.t('exit code 2 where something would be done'))
    .addHelpText(
      'after',
      examples(
        'netsensor plan -o plan.json --detailed-exitcode',
        'netsensor plan --show plan.json --format markdown',
      ),
    )
    .action((options: PlanOptions) =>
      work(async run => (await import('./planCommand.js')).plan(run, options)),
    );

const addApply = (program: Command, work: Act): Command =>
  deciding(program.command('apply [plan]'))
    .description(l10n.t('Make the manager have what the files have'))
    .addOption(pushing())
    .option('--prune', l10n.t('delete what no file has any more'))
    .option(
      '--max-deletes <percent>',
      l10n.t('of a type with ten records or more at most so many in a hundred are deleted'),
      percent,
      30,
    )
    .addOption(yesOption())
    .addHelpText(
      'after',
      examples(
        'NETSENSOR_WRITE=1 netsensor apply',
        'NETSENSOR_WRITE=1 netsensor apply plan.json',
        'NETSENSOR_WRITE=1 netsensor apply --prune --max-deletes 5%',
      ),
    )
    .action((file: string | undefined, options: commands.ApplyOptions) =>
      work(async (run, load) => (await load()).apply(run, file, options)),
    );

const addDrift = (program: Command, work: Act): Command =>
  program
    .command('drift')
    .description(
      l10n.t('Say what changed on the manager since it was last agreed; exit code 2 where something did'),
    )
    .addHelpText('after', examples('netsensor drift', 'netsensor drift --connection lab'))
    .action(() => work(async (run, load) => (await load()).drift(run)));

const addValidate = (program: Command, work: Act): Command =>
  program
    .command('validate')
    .description(l10n.t('Look at the files without asking a manager'))
    .addHelpText('after', examples('netsensor validate', 'netsensor -C inventory validate'))
    .action(() => work(async run => (await import('./validate.js')).validate(run)));

const addStatus = (program: Command, work: Act): Command =>
  program
    .command('status')
    .description(
      l10n.t('Say which manager is meant, what was agreed with it, and what changed here and there'),
    )
    .addHelpText('after', examples('netsensor status', 'netsensor status --connection lab'))
    .action(() => work(async run => (await import('./status.js')).status(run)));

const addRestore = (program: Command, work: Act): Command =>
  program
    .command('restore [backup]')
    .description(l10n.t('Put back what an apply changed or deleted; without a name, list the backups'))
    .addOption(yesOption())
    .addHelpText(
      'after',
      examples(
        'netsensor restore',
        'NETSENSOR_WRITE=1 netsensor restore "2026-11-29T12-15-03-123Z apply Core A (lab).json"',
      ),
    )
    .action((backup: string | undefined, options: RestoreOptions) =>
      work(async run => (await import('./restore.js')).restore(run, backup, options)),
    );

const addQuery = (program: Command, work: Act): Command =>
  program
    .command('query <file>')
    .description(l10n.t('Run the queries of a notebook or of a JSON file'))
    .addOption(
      new Option('--format <form>', l10n.t('how answers are printed'))
        .choices(['table', 'csv', 'json', 'markdown', 'html'])
        .default('table'),
    )
    .option('-o, --output <file>', l10n.t('write the answers to a file'))
    .option(
      '--var <name=value>',
      l10n.t('a value of a variable; several of a name are several values'),
      paths,
      [],
    )
    .option('--range <range>', l10n.t('the time to look at, such as "last 7 days"'))
    .option('--cell <name>', l10n.t('the name or the number of one query'), paths, [])
    .addHelpText(
      'after',
      examples(
        'netsensor query report.dqnb --format html -o report.html',
        'netsensor query report.dqnb --cell 2 --range "last 7 days" --format csv',
        'netsensor query top.json --var site=Cologne --format json',
      ),
    )
    .action((file: string, options: QueryOptions) =>
      work(async run => (await import('./queryCommand.js')).query(run, file, options)),
    );

const yesOption = (): Option => new Option('-y, --yes', l10n.t('ask nothing'));

const examples = (...lines: readonly string[]): string =>
  ['', l10n.t('Examples:'), ...lines.map(line => `  ${line}`)].join('\n');

const exitCodesHelp = (): string =>
  l10n.t(
    'Exit codes: 0 fine, 1 error, 2 changes (where they are asked for) or an answer that is not as expected, 4 not all was written, 5 cancelled.',
  );

const paths = (path: string, before: readonly string[]) => [...before, path];

const pushing = (): Option =>
  new Option('--push', l10n.t('hand what is agreed then to the remote of the repository'));

const deciding = (command: Command): Command =>
  command
    .option(
      '--mine <path>',
      l10n.t('for what both sides have changed, the file counts; "all" for all files'),
      paths,
      [],
    )
    .option(
      '--recreate <path>',
      l10n.t('create again what was deleted on the manager; "all" for all files'),
      paths,
      [],
    );

function seconds(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= 3600) return number;
  throw new InvalidArgumentError(l10n.t('Give a number of seconds, up to 3600.'));
}

function percent(text: string): number {
  const number = Number(text.replace(/%$/, ''));
  if (text.trim() !== '' && number >= 0 && number <= 100) return number;
  throw new InvalidArgumentError(l10n.t('Give a number from 0 to 100.'));
}
