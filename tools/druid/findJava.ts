import { join } from 'node:path';
import { Failure } from '../../test/host/failure.js';
import { canInstallWithApt, installWithApt } from '../../test/host/installWithApt.js';
import { isExecutable, onPath } from '../../test/host/onPath.js';
import { runCommand } from '../../test/host/runCommand.js';

/** What Druid 28 and 33 both run on. */
const oldestJava = 17;
const advice = {
  java: `install Java ${oldestJava} (openjdk-${oldestJava}-jre-headless) and put it on PATH, or set JAVA_HOME`,
  maven: 'install Maven (package maven) and put “mvn” on PATH',
};

/** The Java that JAVA_HOME or PATH names, if it is new enough for Druid. */
export async function findJava(): Promise<string | undefined> {
  const home = process.env.JAVA_HOME;
  const named = [...(home ? [join(home, 'bin', 'java')] : []), onPath(['java'])];
  for (const path of named) {
    if (path !== undefined && isExecutable(path) && (await majorVersion(path)) >= oldestJava) return path;
  }
  return undefined;
}

/** The same; on Debian it is installed when it is missing and this is root. @throws {Failure} saying what to install */
export async function requireJava(): Promise<string> {
  const packages = [`openjdk-${oldestJava}-jre-headless`, 'default-jre-headless'];
  return require(findJava, { what: `Java ${oldestJava}`, packages, advice: advice.java });
}

/** Maven, which is installed as Java is. @throws {Failure} saying what to install */
export async function requireMaven(): Promise<string> {
  const find = () => Promise.resolve(onPath(['mvn']));
  return require(find, { what: 'Maven', packages: ['maven'], advice: advice.maven });
}

async function require(
  find: () => Promise<string | undefined>,
  install: Parameters<typeof installWithApt>[0],
): Promise<string> {
  const present = await find();
  if (present !== undefined) return present;
  if (canInstallWithApt()) await installWithApt(install);
  const installed = await find();
  if (installed !== undefined) return installed;
  throw new Failure(`A real Druid needs ${install.what}: ${install.advice}.`);
}

/** `openjdk version "17.0.15" 2025-04-15`; 8 and older begin with 1. */
async function majorVersion(java: string): Promise<number> {
  const { output } = await runCommand({ command: java, args: ['-version'] });
  return Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
}
