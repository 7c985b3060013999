import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { useManagerProcess } from './useManagerProcess.js';

const racks = '/api/v1/inventory/racks';

/** `shutdown.deep.ts` ends it in every way. */
describe('the process of the local manager', () => {
  const { start, manager, messages } = useManagerProcess();

  it('logs requests without keys and bodies', async () => {
    await start([{ match: { path: '/cut' }, fault: { type: 'reset' } }]);
    const { url, apiKey } = manager();
    const get = async (path: string) =>
      fetch(`${url}${path}`).then(
        answer => answer.text(),
        () => '',
      );
    await get(`${racks}?auth_token=${apiKey}&a=b`);
    await get(`${racks}?x=1&%61uth_%74oken=${apiKey}`);
    await get(`${racks}?%zz=${apiKey}`);
    await get(`/cut?auth_token=${apiKey}`);
    await fetch(`${url}${racks}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth_token: apiKey, rack: { name: 'In a body', u_height: 1, width: 19 } }),
    }).then(answer => answer.text());
    await eventually(() => expect(messages()).toMatch(/POST/));
    expect(messages()).toMatch(/^GET \S*racks\?auth_token=REDACTED&a=b 200 \d+ ms$/m);
    expect(messages()).toMatch(/^GET \S*racks\?x=1&%61uth_%74oken=REDACTED 200 \d+ ms$/m);
    expect(messages()).toMatch(/^GET \/cut\?auth_token=REDACTED not answered in full \d+ ms$/m);
    expect(messages()).toMatch(/^POST \S*racks 200 \d+ ms$/m);
    expect(messages()).not.toContain(apiKey);
    expect(messages()).not.toContain('In a body');
  });
});
