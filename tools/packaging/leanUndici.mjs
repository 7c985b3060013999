import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';

/**
 * What undici gives besides the clients that we make, and nothing of ours asks for: fetching with its caches and cookies, sockets
 * of the web, stand-ins for tests, and clients that choose among managers or ask again by themselves. A bundler cannot know that
 * of a CommonJS module.
 */
const unused =
  /require\('\.\/lib\/(?:mock|interceptor|cache|web\/(?:fetch(?!\/data-url)|cache|cookies|websocket|eventsource)|dispatcher\/(?:balanced|round-robin|env-http|retry|h2c)|handler\/(?:retry|redirect|decorator))[^']*'\)/g;
const madeOfThat = 'module.exports.caches = new CacheStorage(kConstruct)';

/**
 * Files that its clients load for what they are never asked: bodies that are forms, HTTP/2, which they offer to nobody, and its
 * parser for newer processors, without which it goes on with the one for all.
 */
const neverAsked =
  /[\\/]undici[\\/]lib[\\/](?:web[\\/]fetch[\\/]body|dispatcher[\\/]client-h2|llhttp[\\/]llhttp_simd-wasm)\.js$/;

/** How it keeps the code of its parser. */
const parserCode = /'([A-Za-z0-9+/=]{1000,})'/;
const decoded = "Buffer.from(wasmBase64, 'base64')";

/** For esbuild: undici without what is unused, and with its parser in three fifths of the bytes that a VSIX makes of it. */
export const leanUndici = {
  name: 'lean-undici',
  setup: build => {
    build.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, async ({ path }) => {
      const whole = await readFile(path, 'utf8');
      if (!unused.test(whole) || !whole.includes(madeOfThat)) throw madeOtherwise(path);
      return { contents: whole.replace(unused, '{}').replace(madeOfThat, '') };
    });
    build.onLoad({ filter: neverAsked }, () => ({ contents: '' }));
    build.onLoad({ filter: /[\\/]llhttp-wasm\.js$/ }, async ({ path }) => {
      const whole = await readFile(path, 'utf8');
      const code = parserCode.exec(whole)?.[1];
      if (code === undefined || !whole.includes(decoded)) throw madeOtherwise(path);
      const packed = brotliCompressSync(Buffer.from(code, 'base64')).toString('base64');
      const unpacked = `require('node:zlib').brotliDecompressSync(${decoded})`;
      return { contents: whole.replace(code, packed).replace(decoded, unpacked) };
    });
  },
};

const madeOtherwise = path => new Error(`${path} is made otherwise now`);
