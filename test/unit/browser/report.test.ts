import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { ReportCell } from '../../../src/model/report/report.js';
import { reportPage } from '../../../src/model/report/reportHtml.js';
import { findChromium } from '../../host/findChromium.js';
import { openBrowser, shortLived } from '../../host/openBrowser.js';
import { Scope } from '../../host/scope.js';
import { hostileCells, reportOf, twelveResults } from '../renderer/report/reportCells.js';

const scope = new Scope();
let browser: Browser;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netsensor-report-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  browser = await openBrowser(await findChromium(), shortLived);
  scope.defer(() => browser.close());
});
afterAll(() => scope.close());

/** Opens a report as the file that somebody was given, with what it asks of others and says of that. */
async function open(cells: readonly ReportCell[], options: BrowserContextOptions = {}) {
  const file = join(folder, 'report.html');
  await writeFile(file, await reportPage(reportOf(cells)));
  const page = await browser.newPage({ viewport: { width: 420, height: 900 }, ...options });
  const noticed: string[] = [];
  const { href } = pathToFileURL(file);
  page.on('request', request => void (request.url() === href || noticed.push(request.url())));
  page.on('console', message => void noticed.push(message.text()));
  page.on('dialog', dialog => void noticed.push(dialog.message()));
  await page.goto(href);
  return { page, noticed };
}

describe('an exported notebook in a browser', () => {
  it('is read without network and script: narrow, in the dark, on paper and aloud', async () => {
    const { page, noticed } = await open(twelveResults(), { offline: true, javaScriptEnabled: false });
    expect(await page.locator('figure svg').count()).toBe(10);
    const [inside, whole] = (await page.evaluate(
      '[innerWidth, document.documentElement.scrollWidth]',
    )) as number[];
    expect(whole).toBe(inside);
    const ground = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.answer')).backgroundColor");
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await ground()).toBe(light);
    expect(await page.locator('summary:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('summary', { hasText: 'Table' }).first().click();
    const first = await page.locator('section').first().ariaSnapshot();
    for (const part of ['heading "now" [level=2]', 'img "now, ', 'columnheader "bytes"', 'cell "87,210,772"'])
      expect(first).toContain(part);
    expect(noticed).toEqual([]);
  });

  it('runs nothing and asks for nothing where everything in it is hostile', async () => {
    const { page, noticed } = await open(hostileCells());
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    expect(await page.locator('details[open]').count()).toBeGreaterThan(8);
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(noticed).toEqual([]);
  });
});
