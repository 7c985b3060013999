import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/** What uPlot gives as its properties, and no chart of ours draws with: a bundler cannot know that nobody takes it. */
const unused = ['uPlot.join = join;', '(paths.stepped = stepped);', '(paths.spline  = monotoneCubic);'];

/** Rules of its style sheet for a title and a legend, in whose place charts have their own, and for its fonts. */
const unusedRules = /[^{}]*\.u-(?:title|legend|inline|series)\b[^{}]*\{[^}]*\}|font-family:[^;]*;/g;

/** For esbuild: uPlot without what is unused, which is a twentieth of it and half of its style sheet. */
export const leanPlot = {
  name: 'lean-plot',
  setup: build => {
    build.onLoad({ filter: /uPlot\.min\.css$/ }, async ({ path }) => {
      const rules = (await readFile(path, 'utf8')).replace(unusedRules, '');
      const { code } = await transform(rules, { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    });
    build.onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const given of unused) {
        if (!contents.includes(given)) throw new Error(`${path} has no line ${given} any more`);
        contents = contents.replace(given, '');
      }
      return { contents };
    });
  },
};
