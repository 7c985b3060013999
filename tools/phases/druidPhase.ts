import { Failure } from '../../test/host/failure.js';
import { sumOf, type SuiteReport } from '../../test/support/suiteReport.js';
import { druidEditions, newestEdition, type EditionName } from '../druid/druidEditions.js';
import { isFetched, NotReachable } from '../druid/fetchDruid.js';
import { findJava } from '../druid/findJava.js';
import { proveEdition, type ProofSize } from '../druid/proof/proveEdition.js';
import { reportOfVerdict, verdictLines } from '../druid/proof/reportOfVerdict.js';
import { onPath } from '../../test/host/onPath.js';
import type { Phase, PhaseContext } from './phase.js';

/** A live Druid held against the embedded engine. */
export const druidPhase = (name: EditionName, size: ProofSize): Phase => ({
  name: `druid-${name}`,
  title: `Druid ${druidEditions[name].version}${druidEditions[name].hasOldNulls ? ' with old nulls' : ''} and the embedded engine`,
  run: context => prove(name, size, context),
});

/** The newest one, and as much as a run for depth has time for. */
const short = { edition: newestEdition, rows: 100_000, queries: 300, seed: 1 } as const;

/** The same in short, where there is a Java; it says plainly when it cannot be. */
export const shortDruidPhase: Phase = {
  ...druidPhase(short.edition, short),
  name: 'druid',
  run: async context => {
    const notHere = await whyNotHere();
    if (notHere !== undefined) return left(notHere, context);
    return prove(short.edition, short, context).catch((error: unknown) => {
      if (error instanceof NotReachable) return left(error.message, context);
      throw error;
    });
  },
};

async function whyNotHere(): Promise<string | undefined> {
  if ((await findJava()) === undefined) return 'There is no Java 17 or newer here.';
  const isComplete = isFetched(druidEditions[short.edition].version) || onPath(['mvn']) !== undefined;
  return isComplete ? undefined : 'There is no Maven here, which fetches Druid.';
}

function left(reason: string, { print }: PhaseContext): SuiteReport {
  print(
    `No real Druid is asked: ${reason} “npm run test:druid” installs what it needs, or says what to install.`,
  );
  return { passed: 0, failed: 0, skipped: 0, leftOut: reason };
}

async function prove(
  name: EditionName,
  size: ProofSize,
  { scope, print }: PhaseContext,
): Promise<SuiteReport> {
  const { verdict, reasons, stops } = await scope.nest(inner =>
    proveEdition(name, size, { scope: inner, print }),
  );
  for (const line of verdictLines(verdict)) print(line);
  const report = reportOfVerdict(name, verdict);
  if (verdict.asked === 0) throw new Failure('No query was asked.');
  const reports = [report, reasons, stops];
  return { ...sumOf(reports), failures: reports.flatMap(each => each.failures ?? []) };
}
