import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { findChromium } from '../host/findChromium.js';
import { openBrowser } from '../host/openBrowser.js';
import type { Scope } from '../host/scope.js';

/** Modules that a page can import, by path: folders of files, and texts. */
export interface PageFiles {
  readonly folders: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** An empty page of a browser that can import these modules; gone with the scope. */
export async function openModulePage(scope: Scope, { folders, texts }: PageFiles): Promise<Page> {
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
  const browser = await openBrowser(await findChromium(), ['--js-flags=--expose-gc']);
  scope.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.setDefaultTimeout(180_000);
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
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
