import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { readSubtree, treeText } from '../src/sensors/treeText.js';
import { findSensor } from '../src/sensors/sensorStore.js';
import { startTestManager, type Json, type TestManager } from './testManager.js';

const nodes = 60_000;
/** More than calls can be nested. */
const depth = 20_000;

describe('a large tree', { timeout: 60_000 }, () => {
  let manager: TestManager;
  const failures: unknown[] = [];
  beforeAll(async () => {
    manager = await startTestManager();
    await manager.database.write(async session => {
      await session.run(
        `INSERT INTO sensors SELECT 1000000 + i, 'wide-' || i, 1, 'Wide ' || i, NULL, 1, 1, NULL, NULL, '{}', '{}'
        FROM range(${nodes}) t(i)`,
      );
      await session.run(
        `INSERT INTO sensors SELECT 2000000 + i, 'deep-' || i, CASE WHEN i = 0 THEN 1 ELSE 1999999 + i END, 'Deep ' || i,
          NULL, 1, 1, NULL, NULL, '{}', '{}' FROM range(${depth}) t(i)`,
      );
    });
  });
  afterAll(() => manager.stop());

  it('is printed whatever its depth', async () => {
    const tree = await manager.database.read(async session =>
      readSubtree(session, await findSensor(session, 'deep-0')),
    );
    const printed = [...treeText(tree)].join('');
    expect(printed.match(/"children":\[\{/g)).toHaveLength(depth - 1);
    expect(printed.endsWith(`"children":[${']}'.repeat(depth)}}`)).toBe(true);
  });

  describe('over a connection', () => {
    let listening: ReturnType<typeof createApp>;
    let url: string;
    beforeAll(async () => {
      listening = createApp(manager.stores, { failure: error => failures.push(error) });
      await listening.listen({ host: '127.0.0.1', port: 0 });
      const { port } = listening.server.address() as AddressInfo;
      url = `http://127.0.0.1:${port}/api/v1/sensors/tree?auth_token=${manager.key}`;
      // The deep half would be too deep for JSON.parse.
      await manager.database.write(session => session.run('DELETE FROM sensors WHERE id >= 2000000'));
    });
    afterAll(() => listening.close());

    const ask = async (): Promise<{ answer: IncomingMessage; serverSide: Socket }> => {
      const connected = once(listening.server, 'connection') as Promise<[Socket]>;
      const request = get(url, { agent: false });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      const [serverSide] = await connected;
      return { answer, serverSide };
    };

    let whole: string;
    beforeAll(async () => {
      whole = await text((await ask()).answer);
    });

    it('arrives whole', () => {
      const { sensor } = JSON.parse(whole) as Json;
      const wide = sensor.children.filter(({ uuid }: Json) => uuid.startsWith('wide-'));
      expect(wide.map(({ uuid }: Json) => uuid)).toEqual(
        Array.from({ length: nodes }, (_, i) => `wide-${i}`),
      );
    });

    it('is no longer printed when its reader is gone', async () => {
      const { answer, serverSide } = await ask();
      await once(answer, 'readable');
      const closed = new Promise(resolve => serverSide.on('close', resolve));
      answer.destroy();
      await closed;
      expect(serverSide.bytesWritten).toBeLessThan(whole.length / 2);
      expect(failures).toEqual([]);
    });
  });
});
