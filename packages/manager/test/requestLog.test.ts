import { describe, expect, it } from 'vitest';
import { addressOf, greeting } from '../src/cli/runManager.js';
import type { RunningManager } from '../src/cli/startManager.js';
import { redactUrl } from '../src/app.js';

describe('a line of the request log', () => {
  it.each([
    ['/api/v1/racks', '/api/v1/racks'],
    ['/a?auth_token=k', '/a?auth_token=REDACTED'],
    ['/a?status=1&auth_token=k&name=b', '/a?status=1&auth_token=REDACTED&name=b'],
    ['/a?auth_token=k&auth_token=l', '/a?auth_token=REDACTED&auth_token=REDACTED'],
    ['/a?x=1?auth_token=k', '/a?x=REDACTED'],
    ['/a?AUTH_token=k', '/a?AUTH_token=REDACTED'],
    ['/a?auth%5Ftoken=k', '/a?auth%5Ftoken=REDACTED'],
    ['/a?%61uth_token%5B%5D=k', '/a?%61uth_token%5B%5D=REDACTED'],
    ['/a?%zz=k', '/a?%zz=REDACTED'],
    ['/a?auth_token=k=l', '/a?auth_token=REDACTED'],
  ])('shows %s without the key', (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });
});

describe('what the manager says when it is ready', () => {
  const manager = { url: 'https://127.0.0.1:8443', apiKey: 'the-key' } as RunningManager;
  const certificate = { path: '/data/manager.pem', fingerprint256: 'AA:BB' };

  it('is all that a program needs', () => {
    expect(addressOf(manager)).toEqual({ url: manager.url, apiKey: 'the-key' });
    expect(addressOf({ ...manager, certificate })).toEqual({
      url: manager.url,
      apiKey: 'the-key',
      certificate: '/data/manager.pem',
      fingerprint256: 'AA:BB',
    });
  });

  it('is all that a person needs, with a line to try', () => {
    const plain = greeting({ ...manager, url: 'http://127.0.0.1:8080' });
    expect(plain).toContain(
      "curl 'http://127.0.0.1:8080/api/v1/inventory/racks?auth_token=the-key'\nStop it with Ctrl+C.",
    );
    expect(plain).toMatch(/^ {2}The API +http:\/\/127\.0\.0\.1:8080\/docs$/m);
    expect(plain).not.toContain('Certificate');
    const trusted = greeting({ ...manager, certificate });
    expect(trusted).toMatch(/^ {2}Certificate +\/data\/manager\.pem$\n {2}SHA-256 +AA:BB$/m);
    expect(trusted).toMatch(
      /curl --cacert '\/data\/manager\.pem' --connect-to '::127\.0\.0\.1:8443' 'https:\/\/webui\.manager\.cluster\//,
    );
  });
});
