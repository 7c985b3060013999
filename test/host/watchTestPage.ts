import { inspect } from 'node:util';
import type { Page } from 'playwright-core';
import { readSuiteLine } from '../support/suiteLine.js';
import { Failure } from './failure.js';

export interface WatchOptions {
  /** For the whole run, in milliseconds. */
  readonly timeout: number;
  readonly print: (line: string) => void;
}

const linesKept = 25;

/**
 * Prints the lines of the suite that runs in the extension host, until VS Code says that it ended.
 * @returns the last lines that the suite and VS Code wrote, for the case that something is missing.
 * @throws {Failure} when the page dies or time runs out; the message ends with those lines.
 */
export async function watchTestPage(page: Page, options: WatchOptions): Promise<string> {
  const lastSeen: string[] = [];
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const text = args.map(value => (typeof value === 'string' ? value : inspect(value))).join(' ');
    const line = readSuiteLine(text);
    if (line !== undefined) options.print(line);
    lastSeen.push(line ?? `[${type}] ${text.slice(0, 300)}`);
    if (lastSeen.length > linesKept) lastSeen.shift();
  });
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    const fail = (what: string): void => reject(new Failure(`${what}. Last seen:\n${lastSeen.join('\n')}`));
    const seconds = options.timeout / 1000;
    timer = setTimeout(() => fail(`The suite had not ended after ${seconds} s`), options.timeout);
    page.once('crash', () => fail('The page of the workbench crashed'));
    page.exposeFunction('codeAutomationExit', () => resolve()).catch(reject);
  }).finally(() => clearTimeout(timer));
  return lastSeen.join('\n');
}
