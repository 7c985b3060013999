import { dialectNames } from '../../packages/manager/src/variety/dialects.js';
import { someOf } from '../support/depth.js';
import { closeTabs } from '../support/editDocument.js';
import { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { inventoryCases, makeReferences, type References } from '../support/inventoryCases.js';
import { useAddedConnection } from '../support/useAddedConnection.js';
import { useExtension } from '../support/useExtension.js';
import { useLocalManager } from '../support/useLocalManager.js';
import { liveThrough, unlock } from './recordLife.js';

const deeds = 'creates, edits, merges, decides a conflict, takes a refusal and deletes';
const patience = 120_000;
/** One with a secret, and one that refers to others; `savesOfEveryType.test.ts` has them all. */
const differentTypes = ['account_keys', 'power_feeds'];

describe('inventory records', () => {
  const extension = useExtension();
  let refer: References;

  before('unlock the connection, and records to refer to', async () => {
    await unlock('environment');
    refer = await makeReferences(extension().manager, 'Records');
  });
  afterEach('close editors', closeTabs);

  for (const item of inventoryCases.filter(({ type }) => differentTypes.includes(type))) {
    it(`${deeds}: ${item.type}`, async function () {
      this.timeout(patience);
      const { manager, proxy } = extension();
      await liveThrough(item, { connectionId: 'environment', manager, proxy, refer });
    });
  }
});

const [, ...otherDialects] = dialectNames;

// A dialect is the business of the client alone: `api/dialects.test.ts` and `savesOfEveryType.test.ts` try some types in each.
for (const dialect of someOf(otherDialects, 0)) {
  describe(`inventory records of a manager that words its answers like “${dialect}”`, () => {
    useExtension();
    const manager = useLocalManager({ moreArguments: ['--dialect', dialect] });
    const proxy = useProxy(() => manager().url);
    const connection = useAddedConnection(() => ({ url: proxy().url, apiKey: manager().apiKey }));
    let refer: References;

    before('records to refer to', async () => {
      refer = await makeReferences(manager(), dialect);
    });
    afterEach('close editors', closeTabs);

    for (const item of inventoryCases.filter(({ type }) => differentTypes.includes(type))) {
      it(`${deeds}: ${item.type}`, async function () {
        this.timeout(patience);
        const place = { connectionId: connection(), manager: manager(), proxy: proxy(), refer };
        await liveThrough(item, place);
      });
    }
  });
}

/** A proxy that counts requests, for the tests of the enclosing `describe`. */
function useProxy(target: () => string): () => FaultyProxy {
  let proxy: FaultyProxy | undefined;
  before('start a proxy', async () => {
    proxy = new FaultyProxy(target());
    await proxy.start();
  });
  after('stop the proxy', () => proxy?.stop());
  return () => {
    if (!proxy) throw new Error('The proxy runs only while tests run');
    return proxy;
  };
}
