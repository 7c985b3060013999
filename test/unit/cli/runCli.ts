import { runNetsensor, type CliHost } from '../../../src/cli/program.js';

/** What a run of the program ended with. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program as its entry does, with what it would say in two texts. */
export async function runCli(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  host: Partial<CliHost> = {},
): Promise<Ended> {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runNetsensor(args, {
    environment,
    signal: new AbortController().signal,
    print: text => void output.push(text),
    warn: text => void errors.push(text),
    progress: () => undefined,
    ...host,
  });
  return { code, output: output.join('\n'), errors: errors.join('\n') };
}
