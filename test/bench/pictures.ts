import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { collecting } from '../host/openBrowser.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { Scope } from '../host/scope.js';
import type { PictureTimes } from './page/pictureTimes.js';
import { picturesToDraw } from './pictureData.js';
import { bundled, openModulePage } from '../host/modulePage.js';

/** What each picture took, in each round. */
export interface PictureRounds {
  readonly rounds: Readonly<Record<string, readonly PictureTimes[]>>;
  /** Bytes of the scripts of pages of all kinds, compressed by gzip. */
  readonly compressedBytes: number;
}

/** Draws and moves pictures of all sizes in a browser, in turns with the text of their SVG. It needs the production build. */
export async function measurePictures(roundCount: number): Promise<PictureRounds> {
  const scope = new Scope();
  try {
    const pictures = picturesToDraw();
    const page = await openModulePage(
      scope,
      {
        folders: {},
        texts: {
          '/pictures.js': await bundled(repositoryPath('test', 'bench', 'page', 'pictures.ts')),
          '/data.js': `export default ${JSON.stringify(pictures)}`,
        },
      },
      collecting,
    );
    const rounds: Record<string, PictureTimes[]> = {};
    for (let round = 0; round < roundCount; round += 1)
      for (const name of Object.keys(pictures))
        (rounds[name] ??= []).push(
          await page.evaluate(
            async ([module = '', data = '', wanted = '']) => {
              const { measurePicture } = (await import(module)) as {
                measurePicture: (message: unknown) => Promise<PictureTimes>;
              };
              const messages = ((await import(data)) as { default: Record<string, unknown> }).default;
              return measurePicture(messages[wanted]);
            },
            ['/pictures.js', '/data.js', name],
          ),
        );
    const scripts = ['dist', 'dist/chunks'].flatMap(folder =>
      readdirSync(repositoryPath(folder))
        .filter(name => /^pictures.*\.js$/.test(name))
        .map(name => gzipSync(readFileSync(repositoryPath(folder, name)), { level: 9 }).length),
    );
    return { rounds, compressedBytes: scripts.reduce((sum, bytes) => sum + bytes, 0) };
  } finally {
    await scope.close();
  }
}
