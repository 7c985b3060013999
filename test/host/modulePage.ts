import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { build } from 'esbuild';
import { leanPlot } from '../../tools/packaging/leanPlot.mjs';
import type { Page } from 'playwright-core';
import { findChromium } from './findChromium.js';
import { openBrowser } from './openBrowser.js';
import type { Scope } from './scope.js';

/** Modules that a page can import, by path: folders of files, and texts. */
export interface PageFiles {
  readonly folders: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** An empty page of a browser of its own that can import these modules; gone with the scope. */
export async function openModulePage(
  scope: Scope,
  { folders, texts }: PageFiles,
  browserArguments: readonly string[],
): Promise<Page> {
  const server = createServer((request, answer) => {
    void contentOf(request.url ?? '/').then(content => {
      if (content === undefined) answer.statusCode = 404;
      answer.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
      answer.end(content);
    });
  });
  const contentOf = async (path: string): Promise<string | Buffer | undefined> => {
    if (path === '/') return '<!doctype html><body></body>';
    if (texts[path] !== undefined) return texts[path];
    const [, folder = '', rest = ''] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const file = join(folders[folder] ?? '', normalize(`/${rest}`));
    return folders[folder] !== undefined && existsSync(file) ? readFile(file) : undefined;
  };
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  scope.defer(() => void server.close());
  const browser = await openBrowser(await findChromium(), browserArguments);
  scope.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

/** One module for the browser, with the packages that it imports. */
export async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    loader: { '.css': 'text' },
    plugins: [leanPlot],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
