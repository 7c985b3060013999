import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryPath } from './repositoryPath.js';

/** Source of the module that takes the place of a native one, see installVSCode.ts. */
export const fileLogger = repositoryPath('test', 'host', 'fileLogger.ts');

/** `pinned` is the VS Code of the tests and of `npm start`; `floor` is the oldest that the extension supports. */
export type EditionName = 'pinned' | 'floor';

/** One VS Code that can be installed from npm: a folder of this repository with a manifest and its lock. */
export interface VSCodeEdition {
  readonly source: string;
  readonly version: string;
  readonly nodeMajor: number;
  /** npm packages that carry a Node, one per platform. */
  readonly nodePackages: readonly string[];
  /** Packages of VS Code itself in other versions than its own: those that come whole without install scripts. */
  readonly vscodePackages: readonly string[];
  /** Changes whenever another install would be made. */
  readonly fingerprint: string;
}

interface EditionManifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly vscodeDependencies?: Readonly<Record<string, string>>;
}

/** Reads what `test/host/<name>/` pins. */
export async function readEdition(name: EditionName): Promise<VSCodeEdition> {
  const source = repositoryPath('test', 'host', name);
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as EditionManifest;
  return {
    source,
    version: manifest.version,
    nodeMajor: Number(manifest.engines.node),
    nodePackages: Object.keys(manifest.optionalDependencies),
    vscodePackages: Object.entries(manifest.vscodeDependencies ?? {}).map(pair => pair.join('@')),
    fingerprint: await fingerprint([
      ...['package.json', 'package-lock.json'].map(file => join(source, file)),
      fileLogger,
    ]),
  };
}

async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return `${process.platform}-${process.arch} ${hash.digest('hex')}`;
}
