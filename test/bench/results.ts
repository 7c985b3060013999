import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { installVSCode } from '../host/installVSCode.js';
import { Failure } from '../host/failure.js';
import { collecting } from '../host/openBrowser.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { runCommand } from '../host/runCommand.js';
import { Scope } from '../host/scope.js';
import { bundled, openModulePage } from '../host/modulePage.js';

/** Names of what is measured, each from having its data to the frame in which something can be seen. */
const drawings = [
  'tableFirstPage',
  'tableAllRowsInline',
  'tenthAsBuiltInHtml',
  'tableAsBuiltInText',
  'chart',
  'chartOfValues',
  'chartJs',
  'echarts',
] as const;

/** Milliseconds by name, one per round, and how scrolling went. */
export interface ResultTimes {
  readonly rounds: readonly Readonly<Record<(typeof drawings)[number], number>>[];
  /** Milliseconds between frames while 100,000 rows are scrolled. */
  readonly scrolling: { readonly median: number; readonly p95: number; readonly framesPerSecond: number };
  /** Bytes of all files of the renderer, each compressed by gzip. */
  readonly compressedBytes: number;
}

/**
 * Measures our renderer, VS Code's own renderers and two chart libraries in one browser, in turns.
 * It needs the production build.
 */
export async function measureResults(roundCount: number): Promise<ResultTimes> {
  const scope = new Scope();
  try {
    const page = await openModulePage(
      scope,
      {
        folders: { dist: repositoryPath('dist'), builtIn: await builtInRenderers() },
        texts: {
          '/drawings.js': await bundled(repositoryPath('test', 'bench', 'page', 'drawings.ts')),
          '/otherCharts.js': await bundled(join(await installOtherCharts(), 'otherCharts.ts')),
        },
      },
      collecting,
    );
    const rounds: ResultTimes['rounds'][number][] = [];
    for (let round = 0; round < roundCount; round += 1) {
      const times: Partial<Record<(typeof drawings)[number], number>> = {};
      for (const name of drawings) times[name] = await draw(page, name);
      rounds.push(times as ResultTimes['rounds'][number]);
    }
    return { rounds, scrolling: await scroll(page), compressedBytes: compressedBytes() };
  } finally {
    await scope.close();
  }
}

/** Installs the libraries that are compared with, which are a package of their own. @returns its folder */
async function installOtherCharts(): Promise<string> {
  const folder = repositoryPath('test', 'bench', 'otherCharts');
  const { exitCode, output } = await runCommand({ command: 'npm', args: ['ci', '--prefix', folder] });
  if (exitCode !== 0) throw new Failure(`The other charts cannot be installed:\n${output.trim()}`);
  return folder;
}

/** The folder of the renderers that come with VS Code. */
async function builtInRenderers(): Promise<string> {
  const install = await installVSCode();
  const name = join('notebook-renderers', 'renderer-out', 'index.js');
  const root = dirname(dirname(install.serverMain));
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find(path => path.endsWith(name));
  if (found === undefined) throw new Error(`${name} is not in ${root}.`);
  return join(root, dirname(found));
}

function compressedBytes(): number {
  const { outputs } = JSON.parse(readFileSync(repositoryPath('out', 'renderer.meta.json'), 'utf8')) as {
    outputs: Record<string, unknown>;
  };
  return Object.keys(outputs)
    .filter(path => path.endsWith('.js'))
    .reduce((sum, path) => sum + gzipSync(readFileSync(repositoryPath(path)), { level: 9 }).length, 0);
}

/** What the page can do. */
interface Drawings {
  readonly draw: (name: string) => Promise<number>;
  readonly scrollTable: () => Promise<ResultTimes['scrolling']>;
}

/** A variable, so that no bundler looks for it. */
const pageModule = '/drawings.js';

const draw = (page: Page, name: (typeof drawings)[number]): Promise<number> =>
  page.evaluate(
    async ([module = '', wanted = '']) => ((await import(module)) as Drawings).draw(wanted),
    [pageModule, name],
  );

const scroll = (page: Page): Promise<ResultTimes['scrolling']> =>
  page.evaluate(async module => ((await import(module)) as Drawings).scrollTable(), pageModule);
