import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failuresFolder } from '../support/failuresFolder.js';
import type { SuiteReport } from '../support/suiteReport.js';
import { Failure } from './failure.js';
import { writeFirstExtension } from './firstExtension.js';
import { findChromium } from './findChromium.js';
import { installVSCode } from './installVSCode.js';
import { lastLogLines } from './lastLogLines.js';
import { openBrowser } from './openBrowser.js';
import type { Scope } from './scope.js';
import { temporaryFolder } from './temporaryFolder.js';
import { openUnseenPage, unseenArguments, unseenSettings } from './unseenWindow.js';
import type { EditionName } from './vscodeEdition.js';
import { startVSCodeServer, type ServerOptions } from './vscodeServer.js';
import { watchTestPage } from './watchTestPage.js';
import { workbenchUrl } from './workbenchUrl.js';

export interface ExtensionTestOptions extends Pick<ServerOptions, 'env' | 'settings' | 'logLevel'> {
  readonly edition?: EditionName;
  readonly developmentPath: string;
  /** The compiled module that exports `activate()`, which runs before that of the extension under test. */
  readonly firstPath?: string;
  /** The compiled module that exports `run()`. */
  readonly testsPath: string;
  /** Only tests whose full name matches this regular expression. */
  readonly grep?: string;
  /** For the whole run, in milliseconds. */
  readonly timeout: number;
  readonly print: (line: string) => void;
}

/**
 * Runs a suite inside the extension host of a VS Code whose workbench is a page in headless Chromium.
 * @throws {Failure} when the run does not come to its end.
 */
export async function runExtensionTests(scope: Scope, options: ExtensionTestOptions): Promise<SuiteReport> {
  const install = await installVSCode(options.edition);
  const chromium = await findChromium();
  return scope.nest(async own => {
    const work = await temporaryFolder('tests');
    own.defer(() => work.remove());
    const folder = join(work.path, 'workspace');
    await mkdir(folder);
    const reportFile = join(work.path, 'report.json');
    const env = {
      NETSENSOR_TEST_REPORT: reportFile,
      NETSENSOR_TEST_GREP: options.grep ?? '',
      ...options.env,
    };
    const settings = { ...unseenSettings, ...options.settings };
    const dataDir = join(work.path, 'data');
    if (options.firstPath) await writeFirstExtension(join(dataDir, 'extensions'), options.firstPath);
    const server = await startVSCodeServer({ ...options, settings, install, env, dataDir });
    own.defer(() => server.stop());
    // The page lives for minutes: without fast code it takes a fifth more processor time.
    const browser = await openBrowser(chromium, unseenArguments);
    own.defer(() => browser.close());
    const page = await openUnseenPage(browser);
    const ended = watchTestPage(page, options);
    await page.goto(workbenchUrl(server, { ...options, folder }));
    const report = await readReport(reportFile, await ended);
    if (report.failed > 0) await keepLog(server.logDir, options.edition);
    return report;
  });
}

/** Keeps the end of the extension's log beside what windows leave when a test fails. */
async function keepLog(folder: string, edition: EditionName = 'pinned'): Promise<void> {
  await mkdir(failuresFolder, { recursive: true });
  const text = await lastLogLines(folder).catch((error: unknown) => String(error));
  await writeFile(join(failuresFolder, `extension-host-${edition}.log`), text);
}

async function readReport(file: string, lastSeen: string): Promise<SuiteReport> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`The extension host ended before the suite did. Last seen:\n${lastSeen}`);
  });
  return JSON.parse(text) as SuiteReport;
}
