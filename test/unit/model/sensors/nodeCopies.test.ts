import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand, ownFields, pageAddress } from '../../../../src/model/sensors/nodeCopies.js';

/** What curl would be given: a POSIX shell runs the line with a function in curl's place. */
function wordsOf(command: string, key: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${command}`;
  const env = { ...process.env, NETSENSOR_API_KEY: key };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a node as cURL', () => {
  it('names the key only as a variable, which the shell fills in', () => {
    const command = curlCommand({ address: 'https://manager:8443/x', path: '/api/v1/sensors/12/tree' });
    expect(command).toContain('"auth_token=$NETSENSOR_API_KEY"');
    expect(wordsOf(command, 'k e"y')).toEqual(expect.arrayContaining(['--get', 'auth_token=k e"y']));
    expect(wordsOf(command, 'key').at(-1)).toBe('https://manager:8443/x/api/v1/sensors/12/tree');
  });

  it.each(["'; touch owned; '", '$(touch owned)', '`id`', 'a"b\\c', '\n&& id', '!!', "''"])(
    'gives curl %j as it is',
    hostile => {
      const command = curlCommand({
        address: 'https://manager',
        path: `/api/${hostile}`,
        parameters: { name: hostile },
      });
      const words = wordsOf(command, 'key');
      expect(words).toContain(`name=${hostile}`);
      expect(words.at(-1)).toBe(`https://manager/api/${hostile}`);
    },
  );
});

describe('a node as JSON', () => {
  it('is the record by itself, without subordinates and without secrets', () => {
    const record = {
      uuid: '1',
      name: 'a',
      secret: 'x',
      children: [{}],
      access_points: [{}],
      property: { path: '' },
    };
    expect(ownFields(record)).toEqual({ uuid: '1', name: 'a', property: { path: '' } });
  });
});

describe('the web page of a node', () => {
  const page = (pattern: string) =>
    pageAddress('https://manager/sub', pattern, { uuid: '12', name: '../x?@evil/#', id: null });

  it('has its values filled in', () => {
    expect([page('/sensors/{uuid}'), page('s/{uuid}/{id}/{constructor}')]).toEqual([
      'https://manager/sub/sensors/12',
      'https://manager/sub/s/12//',
    ]);
  });

  it('lies below the address of the manager, whatever stands in the pattern and the values', () => {
    expect([page('/{name}'), page('//evil.example/{uuid}'), page('@evil.example')]).toEqual([
      'https://manager/sub/..%2Fx%3F%40evil%2F%23',
      'https://manager/sub/evil.example/12',
      'https://manager/sub/@evil.example',
    ]);
  });
});
