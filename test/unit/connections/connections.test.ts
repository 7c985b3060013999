import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretName } from '../../../src/connections/connection.js';
import { environmentConnection } from '../../../src/connections/environmentConnection.js';
import { parseManagerAddress } from '../../../src/connections/managerAddress.js';
import { proxyFor } from '../../../src/connections/proxyFor.js';
import { makeCertificate } from '../../../packages/manager/src/variety/certificate.js';

describe('parseManagerAddress', () => {
  it.each([
    ['manager.example.net', 'https://manager.example.net'],
    ['  https://Manager.example.net:8443/ ', 'https://manager.example.net:8443'],
    ['http://10.0.0.1', 'http://10.0.0.1'],
    ['"https://manager.example.net/api/v1/?auth_token=k",', 'https://manager.example.net'],
    ['<http://[fd00::1]:8080/>', 'http://[fd00::1]:8080'],
    ['https//manager.example.net', 'https://manager.example.net'],
    ['https:\\\\manager.example.net', 'https://manager.example.net'],
    ['http//manager.example.net', 'http://manager.example.net'],
    ['https:///manager.example.net', 'https://manager.example.net'],
    ['“https://manager.example.net”),', 'https://manager.example.net'],
    ['gateway/https:/manager', 'https://gateway/https:/manager'],
    ['https://host/base///', 'https://host/base'],
    ['gestión.example', 'https://xn--gestin-fxa.example'],
    ['https://host/base/path/', 'https://host/base/path'],
    ['[::1]:8443', 'https://[::1]:8443'],
    ['https://host/api/v1/', 'https://host'],
    ['host/api/v1', 'https://host'],
    ['https://host/base/api/v1//', 'https://host/base'],
    ['https://host:8443/api/v1/sensors/tree?auth_token=abc', 'https://host:8443'],
    ['https://host/api/v1/sensors/7106963634872672634/tree/', 'https://host'],
    ['https://host/api/v1/inventory/racks/3?auth_token=abc#x', 'https://host'],
    ['https://host/api/v1/access_points.json?auth_token=abc', 'https://host'],
    ['https://host/api/data?auth_token=abc', 'https://host'],
    ['\u200bhttps://host/\ufeff', 'https://host'],
    ['https://gateway/api/v1/managers/3', 'https://gateway/api/v1/managers/3'],
    ['https://gateway/api', 'https://gateway/api'],
    ['https://host/api/v1sensors', 'https://host/api/v1sensors'],
  ])('reads %j', (typed, address) => {
    expect(parseManagerAddress(typed)).toEqual({ address });
  });

  it.each([
    ['', 'notAddress'],
    ['my "manager"', 'notAddress'],
    ['mana"ger.example', 'notAddress'],
    ['https://', 'notAddress'],
    ['not an address', 'notAddress'],
    ['ftp://host', 'notHttp'],
    ['file:///etc/passwd', 'notHttp'],
    ['https://user:secret@host', 'hasCredentials'],
    ['https://user@host', 'hasCredentials'],
    ['https://:secret@host', 'hasCredentials'],
    ['https://host/?auth_token=abc', 'hasQuery'],
    ['https://host/#x', 'hasQuery'],
  ])('refuses %j', (typed, problem) => {
    expect(parseManagerAddress(typed)).toEqual({ problem });
  });
});

describe('proxyFor', () => {
  const settings = { proxy: 'http://proxy:3128', support: 'override', noProxy: [], env: {} };
  const host = 'https://manager.example.net';

  it.each([
    ['the setting', host, settings, 'http://proxy:3128'],
    ['no proxy when support is off', host, { ...settings, support: 'off' }, undefined],
    ['no proxy for loopback', 'http://127.0.0.1:8080', settings, undefined],
    ['a proxy for a name that begins like loopback', 'http://127.evil.com', settings, 'http://proxy:3128'],
    ['no proxy for localhost', 'http://localhost', settings, undefined],
    ['no proxy for a listed host', host, { ...settings, noProxy: ['manager.example.net'] }, undefined],
    ['no proxy for a listed domain', host, { ...settings, noProxy: ['.example.net'] }, undefined],
    ['no proxy for a wildcard domain', host, { ...settings, noProxy: ['*.example.net'] }, undefined],
    [
      'a proxy for a host that only ends alike',
      host,
      { ...settings, noProxy: ['ample.net'] },
      'http://proxy:3128',
    ],
    [
      'a proxy for another port',
      host,
      { ...settings, noProxy: ['manager.example.net:8443'] },
      'http://proxy:3128',
    ],
    ['no proxy for *', host, { ...settings, env: { NO_PROXY: 'a.b, *' } }, undefined],
    [
      'the environment',
      host,
      { ...settings, proxy: '', env: { https_proxy: 'http://env:1' } },
      'http://env:1',
    ],
    [
      'the setting before the environment',
      host,
      { ...settings, env: { HTTPS_PROXY: 'http://env:1' } },
      'http://proxy:3128',
    ],
    ['no proxy for the other loopback', 'http://[::1]:8080', settings, undefined],
    [
      'no proxy for the listed port',
      `${host}:8443`,
      { ...settings, noProxy: ['MANAGER.example.net:8443'] },
      undefined,
    ],
    [
      'no proxy for a host that the environment lists in small letters',
      host,
      { ...settings, env: { no_proxy: 'localhost,example.net' } },
      undefined,
    ],
    [
      'no proxy of the environment either when support is off',
      host,
      { ...settings, proxy: '', support: 'off', env: { HTTPS_PROXY: 'http://env:1' } },
      undefined,
    ],
    [
      'the environment for http apart from that for https',
      'http://manager.example.net',
      { ...settings, proxy: '', env: { HTTP_PROXY: 'http://env:80', HTTPS_PROXY: 'http://env:443' } },
      'http://env:80',
    ],
    [
      'the environment for everything last',
      host,
      { ...settings, proxy: '', env: { HTTP_PROXY: 'http://env:80', ALL_PROXY: 'http://env:1' } },
      'http://env:1',
    ],
    ['nothing when nothing is set', host, { ...settings, proxy: '' }, undefined],
  ])('gives %s', (_name, address, given, proxy) => {
    expect(proxyFor(address, given)).toBe(proxy);
  });

  it.each([
    [host, 'manager.example.net:443', undefined],
    [host, 'manager.example.net:80', settings.proxy],
    ['http://manager.example.net', 'manager.example.net:80', undefined],
  ])('knows the usual port of %s beside the exception %s', (address, exception, proxy) => {
    expect(proxyFor(address, { ...settings, noProxy: [exception] })).toBe(proxy);
  });
});

describe('the place of a key', () => {
  const place = (address: string, id = 'a') => secretName({ id, address });

  it('is one for a connection and the scheme, the host and the port of its address', () => {
    const address = 'https://m.example:8443';
    expect(place(address)).toBe(place('https://M.example:8443/base'));
    const others = [
      place('http://m.example:8443'),
      place('https://other.example:8443'),
      place('https://m.example'),
      place('https://m.example:8444'),
      place('https://sub.m.example:8443'),
      place(address, 'b'),
    ];
    expect(new Set([place(address), ...others]).size).toBe(others.length + 1);
  });
});

describe('an exception from the proxy', () => {
  const isDirect = (address: string, exception: string) =>
    proxyFor(address, {
      proxy: 'http://proxy:3128',
      support: 'override',
      noProxy: [],
      env: { NO_PROXY: exception },
    }) === undefined;

  it.each([
    ['https://10.1.2.3', '10.0.0.0/8'],
    ['https://10.1.2.3:8443', 'a.example, 10.0.0.0/8'],
    ['https://10.1.2.3', 'a.example 10.1.2.3'],
    ['https://10.1.2.3:8443', '10.1.2.3:8443'],
    ['https://10.1.2.3', '10.1.2.3/32'],
    ['https://10.1.2.3', '0.0.0.0/0'],
    ['https://10.1.2.3', '::ffff:10.1.2.3'],
    ['https://10.1.2.3', '::ffff:10.0.0.0/104'],
    ['https://[::ffff:10.1.2.3]', '10.0.0.0/8'],
    ['https://[::ffff:10.1.2.3]', '10.1.2.3'],
    ['https://[fd12::7]', 'fd00::/8'],
    ['https://[fd12::7]', '[fd00::]/8'],
    ['https://[fd12::7]', 'fd12:0:0::0007'],
    ['https://[fd12::7]', 'FD12::7'],
    ['https://[fd12::7]', '[fd12::7]'],
    ['https://[fd12::7]:8443', '[fd12::7]:8443'],
    ['https://[fd12::7]', '[fd12::7]:443'],
    ['https://manager.example.net.', '.example.net'],
    ['https://manager.example.net', 'MANAGER.EXAMPLE.NET:443'],
  ])('lets %s go past it by %s', (address, exception) => {
    expect(isDirect(address, exception)).toBe(true);
  });

  it.each([
    ['https://11.1.2.3', '10.0.0.0/8'],
    ['https://10.1.2.3', '10.1.2.3:8443'],
    ['https://10.1.2.3', '10.0.0.0/33'],
    ['https://10.1.2.3', '10.0.0.0/x'],
    ['https://10.1.2.3', '2.3'],
    ['https://10.1.2.3', 'fd00::/8'],
    ['https://[fe12::7]', 'fd00::/8'],
    ['https://[fd12::7]', '10.0.0.0/8'],
    ['https://[fd12::7]', '[fd12::7]:8443'],
    ['https://[fd12::7]', 'fd12::8'],
    ['https://10.example.net', '10.0.0.0/8'],
    ['https://manager.example.net', '[fd12::7'],
  ])('keeps %s behind it in spite of %s', (address, exception) => {
    expect(isDirect(address, exception)).toBe(false);
  });

  it('is found in small letters where the other name is empty', () => {
    const given = { proxy: 'http://proxy:3128', support: 'override', noProxy: ['fd00::/8'] };
    const env = { NO_PROXY: '', no_proxy: '10.0.0.0/8' };
    for (const address of ['https://10.1.2.3', 'https://[fd12::7]'])
      expect(proxyFor(address, { ...given, env })).toBeUndefined();
  });
});

describe('environmentConnection', () => {
  it('needs both an address and a key', () => {
    expect(environmentConnection({ NETSENSOR_URL: 'https://m.example' })).toBeUndefined();
    expect(environmentConnection({ NETSENSOR_API_KEY: 'k' })).toBeUndefined();
    expect(
      environmentConnection({ NETSENSOR_URL: 'ftp://m.example', NETSENSOR_API_KEY: 'k' }),
    ).toBeUndefined();
  });

  it('is read-only and holds no key', () => {
    const found = environmentConnection({ NETSENSOR_URL: 'https://m.example/', NETSENSOR_API_KEY: 'k3y' });
    expect(found?.connection).toMatchObject({
      id: 'environment',
      address: 'https://m.example',
      isLocked: true,
    });
    expect(JSON.stringify(found?.connection)).not.toContain('k3y');
  });

  it.each([
    ['http://localhost:8080', 'Local manager', 'test'],
    ['http://127.0.0.2', 'Local manager', 'test'],
    ['https://localhost.example.net:8443', 'localhost.example.net:8443', 'none'],
    ['http://127.evil.com', '127.evil.com', 'none'],
    ['http://10.0.0.5', '10.0.0.5', 'none'],
  ])('of %s is called %s and labelled %s', (url, name, environment) => {
    const found = environmentConnection({ NETSENSOR_URL: url, NETSENSOR_API_KEY: 'k' });
    expect(found?.connection).toMatchObject({ name, environment, source: 'environment' });
  });

  it('trusts the one certificate that it is given, and names the file that is none', async () => {
    const { certificate, fingerprint256 } = await makeCertificate(2048);
    const folder = await mkdtemp(join(tmpdir(), 'netsensor-certificate-'));
    const file = join(folder, 'manager.pem');
    await writeFile(file, certificate);
    const pinnedWith = (path: string) =>
      environmentConnection({
        NETSENSOR_URL: 'https://m.example',
        NETSENSOR_API_KEY: 'k',
        NETSENSOR_CERTIFICATE: path,
      });
    const found = pinnedWith(file);
    expect(found?.connection.pinned).toEqual({ pem: certificate, fingerprint256 });
    expect(found?.wrongCertificate).toBeUndefined();
    const missing = join(folder, 'missing.pem');
    expect(pinnedWith(missing)).toMatchObject({
      wrongCertificate: missing,
      connection: { pinned: undefined },
    });
    await rm(folder, { recursive: true });
  });
});
