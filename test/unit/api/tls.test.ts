import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TlsTrust } from '../../../src/api/dispatcher.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { openDataFolder } from '../../../packages/manager/src/store/dataFolder.js';
import { createStores } from '../../../packages/manager/src/managerStore.js';
import { startManager, type RunningManager } from '../../../packages/manager/src/cli/startManager.js';

describe('a manager that serves https', { timeout: 60_000 }, () => {
  let folder: string;
  let manager: RunningManager;
  const sentences: string[] = [];

  const start = () =>
    startManager({
      data: folder,
      fresh: false,
      port: 0,
      tls: true,
      log: { failure: error => sentences.push(String(error)) },
      progress: sentence => sentences.push(sentence),
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-tls-'));
    const database = await openDataFolder(folder, { fresh: false });
    await createStores(database, { history: 0 });
    await database.close();
    manager = await start();
  }, 60_000);
  afterAll(async () => {
    await manager.close();
    await rm(folder, { recursive: true });
  });

  const reading = async (trust: TlsTrust) => {
    const options = { address: manager.url, key: manager.apiKey, timeout: 10_000, log: () => undefined };
    const client = new ManagerClient({ ...options, trust });
    try {
      return (await client.listRecords('racks')).rows.length;
    } finally {
      await client.close();
    }
  };

  it('has the certificate of a manager: a name, no alternative names, no authority, ten years', async () => {
    const { path, fingerprint256 } = manager.certificate!;
    const certificate = new X509Certificate(await readFile(path));
    expect(certificate.subject.split('\n')).toEqual(['CN=webui.manager.cluster', 'DC=manager']);
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.subjectAltName).toBeUndefined();
    expect(certificate.ca).toBe(false);
    expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 4096 });
    const years =
      (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / (365.25 * 86_400_000);
    expect(years).toBeCloseTo(10, 1);
    expect(certificate.fingerprint256).toBe(fingerprint256);
  });

  it('is read by a client that trusts this certificate, and by no other', async () => {
    const { path, fingerprint256 } = manager.certificate!;
    const pem = await readFile(path, 'utf8');
    expect(manager.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await reading({ pinned: { pem, fingerprint256 } })).toBeGreaterThan(0);
    await expect(reading({})).rejects.toMatchObject({ reason: 'tls' });
    await expect(reading({ caPem: pem })).rejects.toMatchObject({ reason: 'tls' });
  });

  it('refuses plain http and TLS before 1.2, and goes on', async () => {
    await expect(fetch(manager.url.replace('https:', 'http:'))).rejects.toThrow();
    const old = tls.connect({
      port: Number(new URL(manager.url).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    await expect(
      new Promise((resolve, reject) => old.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow();
    const { path, fingerprint256 } = manager.certificate!;
    expect(await reading({ pinned: { pem: await readFile(path, 'utf8'), fingerprint256 } })).toBeGreaterThan(
      0,
    );
  });

  it('keeps key and certificate for itself and for the next start, and replaces what is broken', async () => {
    const { path, fingerprint256 } = manager.certificate!;
    for (const file of [path, join(folder, 'tls-key.pem')]) expect((await stat(file)).mode & 0o077).toBe(0);
    await manager.close();
    manager = await start();
    expect(manager.certificate!.fingerprint256).toBe(fingerprint256);
    expect(sentences.filter(sentence => sentence.startsWith('Making a certificate'))).toHaveLength(1);
    await manager.close();
    await writeFile(path, 'no certificate');
    manager = await start();
    expect(manager.certificate!.fingerprint256).not.toBe(fingerprint256);
    expect(
      await reading({ pinned: { pem: await readFile(path, 'utf8'), ...manager.certificate! } }),
    ).toBeGreaterThan(0);
  });
});
