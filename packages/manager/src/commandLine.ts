import { Command, Option } from 'commander';

/** One option of a command, as it is parsed and as `--help` shows it. */
export interface CliOption {
  /** What follows the option, `<number>`; left out for a switch. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly repeatable?: true;
  readonly short?: string;
  /** Heading in the help. */
  readonly group: string;
  readonly help: string;
}

export type CliOptions = Readonly<Record<string, CliOption>>;

/** What was given: all values of each option, in order; a switch counts as `true`. */
export type GivenOptions<Table extends CliOptions> = {
  readonly [Name in keyof Table]?: readonly (Table[Name] extends { value: string } ? string : true)[];
};

/** A mistake in a command line; the message is one sentence that says what to do. */
export class CommandLineProblem extends Error {}

/**
 * Reads the arguments of a command.
 * @throws CommandLineProblem for anything that is not one of the options, given as it should be
 */
export function readOptions<Table extends CliOptions>(
  table: Table,
  args: readonly string[],
): GivenOptions<Table> {
  const given = new Map<string, (string | true)[]>();
  const command = new Command().helpOption(false);
  for (const [name, option] of Object.entries(table)) {
    command.addOption(new Option(flagsOf(name, option)));
    command.on(`option:${name}`, (value: string | null | undefined) => {
      const values = given.get(name) ?? [];
      if (values.length > 0 && !option.repeatable) throw new CommandLineProblem(`--${name} is given twice.`);
      given.set(name, [...values, valueOf(name, option, value ?? undefined)]);
    });
  }
  const { operands, unknown } = command.parseOptions([...args]);
  refuse(table, unknown[0], operands[0]);
  return Object.fromEntries(given) as unknown as GivenOptions<Table>;
}

/** For commander a value may be left out: that it was is said in our own words. */
const flagsOf = (name: string, { value, short }: CliOption): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ' [value]'}`;

function valueOf(name: string, { value: what }: CliOption, value: string | undefined): string | true {
  if (what === undefined) return true;
  if (value) return value;
  throw new CommandLineProblem(`--${name} needs a value: --${name} ${what}.`);
}

/** @throws CommandLineProblem for what is no option, or none of these */
function refuse(table: CliOptions, unknown: string | undefined, operand: string | undefined): void {
  const [flag = '', ...values] = unknown?.split('=') ?? [];
  if (values.length > 0 && Object.hasOwn(table, flag.replace(/^--/, '')))
    throw new CommandLineProblem(`${flag} takes no value, not "${values.join('=')}".`);
  if (unknown !== undefined) throw new CommandLineProblem(`Unknown option ${flag}.`);
  if (operand !== undefined)
    throw new CommandLineProblem(`"${operand}" is not an option; options start with --.`);
}

/**
 * The whole number that an option was given; undefined without it.
 * @throws CommandLineProblem for another text, or a number outside the limits
 */
export function wholeNumber(
  option: string,
  [text]: readonly string[] = [],
  { min = 0, max }: { readonly min?: number; readonly max: number },
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new CommandLineProblem(`${option} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/**
 * The name that an option was given; undefined without it.
 * @throws CommandLineProblem for one that there is not
 */
export function oneOf<Name extends string>(
  option: string,
  [text]: readonly string[] = [],
  names: readonly Name[],
): Name | undefined {
  const known = names.find(name => name === text);
  if (text === undefined || known !== undefined) return known;
  const choice = names.length > 1 ? `one of ${names.join(', ')}` : names[0];
  throw new CommandLineProblem(`${option} must be ${choice}, not "${text}".`);
}

/** Written as it was given, for passing options on to another command. */
export function writeOptions(
  given: Readonly<Record<string, readonly (string | true)[] | undefined>>,
): string[] {
  return Object.entries(given).flatMap(([name, values = []]) =>
    values.map(value => (value === true ? `--${name}` : `--${name}=${value}`)),
  );
}

/** The options of a help text, under their headings. */
export function describeOptions(table: CliOptions): string {
  const titles = new Map(Object.entries(table).map(([name, option]) => [option, titleOf(name, option)]));
  const column = Math.max(...[...titles.values()].map(title => title.length));
  const groups = new Set(Object.values(table).map(option => option.group));
  return [...groups]
    .map(group => {
      const lines = [...titles].filter(([option]) => option.group === group);
      return `${group}\n${lines.map(([option, title]) => `  ${title.padEnd(column)}  ${option.help}\n`).join('')}`;
    })
    .join('\n');
}

const titleOf = (name: string, { value, short }: CliOption): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
