import { readFile } from 'node:fs/promises';

/** What uPlot gives as its properties, and no chart of ours draws with: a bundler cannot know that nobody takes it. */
const unused = ['uPlot.join = join;', '(paths.stepped = stepped);', '(paths.spline  = monotoneCubic);'];

/** For esbuild: uPlot without what is unused, which is a twentieth of it. */
export const leanPlot = {
  name: 'lean-plot',
  setup: build =>
    build.onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const given of unused) {
        if (!contents.includes(given)) throw new Error(`${path} has no line ${given} any more`);
        contents = contents.replace(given, '');
      }
      return { contents };
    }),
};
