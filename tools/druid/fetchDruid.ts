import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../test/host/failure.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { startProcess } from '../../test/host/startProcess.js';
import type { Scope } from '../../test/host/scope.js';
import { requireMaven } from './findJava.js';

const unreachable =
  /Could not transfer|UnknownHostException|Temporary failure in name|Connection (?:refused|reset|timed out)|PKIX/;
/** Jars between two lines of progress. */
const jarsOfLine = 25;

/** The repository of Maven cannot be reached, so that there is no Druid. */
export class NotReachable extends Failure {}

/** Where the jars of a version are kept between runs. */
export const jarsOf = (version: string): string => repositoryPath('.cache', 'druid', `lib-${version}`);

/** Whether all jars of a version are here. */
export const isFetched = (version: string): boolean => existsSync(jarsOf(version));

/**
 * Fetches the jars of a version with Maven and its own configuration, unless they are here.
 * @throws {Failure} when Maven is missing or fails; {@link NotReachable} when it cannot reach its repository
 */
export async function fetchDruid(
  version: string,
  { scope, print }: { readonly scope: Scope; readonly print: (line: string) => void },
): Promise<string> {
  const target = jarsOf(version);
  if (isFetched(version)) return target;
  const mvn = await requireMaven();
  await mkdir(repositoryPath('.cache', 'druid'), { recursive: true });
  const work = await mkdtemp(`${target}.partial-`);
  print(`Fetching Druid ${version} from Maven Central (once, about 210 jars, 140 MB) …`);
  try {
    const output = await scope.nest(inner => runMaven(mvn, { version, work, scope: inner, print }));
    if (output !== undefined) throw await failure(version, output);
    await rename(work, target);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface MavenRun {
  readonly version: string;
  readonly work: string;
  readonly scope: Scope;
  readonly print: (line: string) => void;
}

/** @returns what it printed when it failed */
async function runMaven(mvn: string, { version, work, scope, print }: MavenRun): Promise<string | undefined> {
  const source = repositoryPath('tools', 'druid');
  const files = ['-f', join(source, 'pom.xml'), '-gs', join(source, 'settings.xml')];
  const wanted = ['-DincludeScope=runtime', `-Ddruid.version=${version}`, `-DoutputDirectory=${work}`];
  const maven = startProcess({
    command: mvn,
    args: ['-B', ...files, 'dependency:copy-dependencies', ...wanted],
  });
  scope.defer(() => maven.stop());
  let output = '';
  let jars = 0;
  maven.child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  maven.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const found = output.match(/Downloaded from \S+ \S+\.jar/g)?.length ?? 0;
    if (Math.floor(found / jarsOfLine) > Math.floor(jars / jarsOfLine)) print(`  ${found} jars`);
    jars = found;
  });
  return (await maven.exited) === 0 ? undefined : output;
}

async function failure(version: string, output: string): Promise<Failure> {
  const logFile = repositoryPath('.cache', 'druid', `maven-${version}.log`);
  await writeFile(logFile, output);
  const where = `The whole output is in ${logFile}.`;
  if (!unreachable.test(output))
    return new Failure(`Druid ${version} could not be fetched: Maven failed. ${where}`);
  const advice = 'check the network, the proxy or ~/.m2/settings.xml';
  return new NotReachable(
    `Druid ${version} could not be fetched: Maven cannot reach Maven Central; ${advice}. ${where}`,
  );
}
