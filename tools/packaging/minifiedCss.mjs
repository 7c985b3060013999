import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/** For esbuild: a style sheet that is imported is its shortest text. */
export const minifiedCss = {
  name: 'minified-css',
  setup: build =>
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    }),
};
