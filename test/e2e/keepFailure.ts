import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLogLines } from '../host/lastLogLines.js';
import { failuresFolder } from '../support/failuresFolder.js';
import type { SeenRequest } from '../../packages/manager/test/faultyProxy.js';
import type { Workbench } from './workbench.js';

export interface FailureOptions {
  readonly window: Workbench;
  /** Full title of the test. */
  readonly title: string;
  /** What the manager was asked, in order. */
  readonly requests: readonly SeenRequest[];
}

const lastRequests = 5;
/** Milliseconds for each thing that is looked at. */
const timeout = 5_000;

/** Keeps what a failed test left on the screen in `out/failures/<title>.png`, and in `.txt` what a picture does not show. */
export async function keepFailure({ window, title, requests }: FailureOptions): Promise<void> {
  await mkdir(failuresFolder, { recursive: true });
  const path = join(failuresFolder, title.replace(/[^\w]+/g, '-').slice(0, 200));
  await window.page.screenshot({ path: `${path}.png`, timeout }).catch(() => undefined);
  const parts: [string, () => Promise<string> | string][] = [
    ['Active element', () => activeElement(window)],
    ['Notifications', () => openNotifications(window)],
    ['Editors', () => editors(window)],
    ['Log of the extension', () => lastLogLines(window.server.logDir)],
    ['Requests to the manager', () => requests.slice(-lastRequests).map(describeRequest).join('\n')],
  ];
  const texts: string[] = [];
  for (const [name, look] of parts) {
    const found = await Promise.resolve()
      .then(look)
      .catch((error: unknown) => `(${String(error)})`);
    texts.push(`── ${name}\n${found.trim()}\n`);
  }
  await writeFile(`${path}.txt`, texts.join('\n'));
  console.log(texts.join('\n'));
}

/** The query holds the key. */
const describeRequest = ({ method, url }: SeenRequest): string => `${method} ${url.split('?')[0]}`;

async function activeElement({ page }: Workbench): Promise<string> {
  return String(await page.evaluate('document.activeElement?.outerHTML.slice(0, 300)'));
}

/** Settings are in an editor of their own above the others. */
async function editors({ page }: Workbench): Promise<string> {
  return (await page.locator('.part.editor').allInnerTexts()).join('\n');
}

/** As they stand in toasts, and how many the bell counts; nothing is clicked, which would change what is looked at. */
async function openNotifications({ page }: Workbench): Promise<string> {
  const toasts = await page
    .locator('.notification-list-item-message')
    .filter({ visible: true })
    .allInnerTexts();
  const bell = page.locator('.statusbar-item[id="status.notifications"]').first();
  return [...toasts, (await bell.getAttribute('aria-label', { timeout })) ?? ''].join('\n');
}
