import { readFile } from 'node:fs/promises';

/**
 * What undici gives besides its clients, and nothing of ours asks for: fetching with its caches and cookies, sockets of the web,
 * and stand-ins for tests. A bundler cannot know that of a CommonJS module.
 */
const unused =
  /require\('\.\/lib\/(?:mock|interceptor|cache|web\/(?:fetch(?!\/data-url)|cache|cookies|websocket|eventsource))[^']*'\)/g;
const madeOfThat = 'module.exports.caches = new CacheStorage(kConstruct)';

/** For esbuild: undici without what is unused. */
export const leanUndici = {
  name: 'lean-undici',
  setup: build => {
    build.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, async ({ path }) => {
      const whole = await readFile(path, 'utf8');
      if (!unused.test(whole) || !whole.includes(madeOfThat))
        throw new Error(`${path} is made otherwise now`);
      return { contents: whole.replace(unused, '{}').replace(madeOfThat, '') };
    });
    // It goes on with its parser for all processors where the one for newer ones cannot be compiled: 72 kB once is enough.
    build.onLoad({ filter: /[\\/]llhttp_simd-wasm\.js$/ }, () => ({ contents: '' }));
  },
};
