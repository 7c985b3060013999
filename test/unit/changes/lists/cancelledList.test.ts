import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManagerClient } from '../../../../src/api/managerClient.js';
import { carryOut } from '../../../../src/changes/change.js';
import { listChange } from '../../../../src/changes/lists/listChange.js';
import { whyLeft } from '../../../../src/changes/lists/listWords.js';
import { unnamed } from '../../../../src/words/recordDetail.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { patientSignal } from '../../../../src/model/text/patientSignal.js';

const rack = (id: number, name = `R${id}`) => ({ id, name, u_height: 42, width: 19 });
const seven = [1, 2, 3, 4, 5, 6, 7].map(id => rack(id));

/** A manager that answers plainly until `isBusy`, and refuses everything after that for longer than any test runs. */
let server: Server;
let client: ManagerClient;
let isBusy: (what: string) => boolean;
const answered: string[] = [];

beforeEach(async () => {
  answered.length = 0;
  server = createServer((request, answer) => {
    const path = request.url?.split('?')[0] ?? '';
    const what = `${request.method} ${path.split('/').at(-1)}`;
    if (isBusy(what)) return answer.writeHead(429, { 'retry-after': '600' }).end('{}');
    answered.push(what);
    if (what === 'POST racks') return answer.writeHead(504).end();
    const isList = path.endsWith('racks') || path.endsWith('rack_reservations');
    const record = seven.find(({ id }) => path.endsWith(`/${id}`));
    const body = record ?? (isList && path.endsWith('racks') ? seven : []);
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new ManagerClient({ address, key: 'k', trust: {}, timeout: 5_000, log: () => undefined });
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

/** Saves an edit of the seven racks; whoever is told to wait for the manager cancels. */
async function saveAndCancel(items: readonly RecordFields[]) {
  const controller = new AbortController();
  const signal = patientSignal(controller, { tell: wait => wait && controller.abort() });
  const change = listChange(
    {
      name: 'Lab',
      client,
      keepMine: async () => true,
      useTwins: async () => false,
      createAgain: async () => undefined,
      secretsOf: async () => ({}),
    },
    {
      type: 'racks',
      base: seven,
      items: items.map(fields => ({ id: fields['id'] as number | undefined, fields, offset: 0, length: 0 })),
    },
  );
  const done = await carryOut(change, {
    during: (_, work) => work({ signal, tell: () => undefined }),
    agree: async () => true,
    requireUnlocked: () => undefined,
    backUp: async () => 'file:backup',
    journal: (_, work) => work(),
  });
  const left =
    done?.receipt.afterwards.left.map(
      each => `${each.step.do}: ${whyLeft({ type: 'racks', nameOf: unnamed }, each)}`,
    ) ?? [];
  return { receipt: done?.receipt, left: left.sort() };
}

it('says at once of each record of a list what is known of it when it is cancelled in a pause', async () => {
  isBusy = () => answered.some(what => what.startsWith('PATCH'));
  const { receipt, left } = await saveAndCancel(seven.slice(0, 6).map(({ id }) => rack(id, 'New')));
  const taken = answered.filter(what => what.startsWith('PATCH')).length;
  expect(left).toEqual([
    'delete: Not sent, because you cancelled. Save again to send it.',
    ...Array.from(
      { length: 6 - taken },
      () => 'update: Not sent, because you cancelled. Save again to send it.',
    ),
    ...Array.from(
      { length: taken },
      () => 'update: The manager took this, but it was not read again. Save again to see.',
    ),
  ]);
  expect(receipt?.message).toContain(`0 saved, ${taken} taken but not seen yet, ${7 - taken} not sent. `);
  expect(receipt?.open).toHaveLength(taken);
});

it('calls what was deleted taken when the look for it is in a pause', async () => {
  isBusy = () => answered.some(what => what.startsWith('DELETE'));
  expect((await saveAndCancel(seven.slice(0, 6))).left).toEqual([
    'delete: The manager took the deletion of R7, but it was not looked at again. Save again to see.',
  ]);
});

it('calls what nobody answered not known when the look for it is in a pause', async () => {
  isBusy = () => answered.includes('POST racks');
  const { left, receipt } = await saveAndCancel([...seven, { name: 'N', u_height: 1, width: 19 }]);
  expect(left).toEqual([
    expect.stringMatching(
      /^create: It is not known whether it was created\. The manager may still be at it\. /,
    ),
  ]);
  expect(receipt?.message).toMatch(/^0 saved, 1 not known\. /);
});
