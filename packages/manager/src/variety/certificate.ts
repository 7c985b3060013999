import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A private key and the certificate for it, both PEM. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
  /** SHA-256 fingerprint as the certificate's owner would read it out: hex pairs with colons. */
  readonly fingerprint256: string;
}

/** The name in the certificate of a manager whose cluster has the default kind of name. */
export const certificateName = 'webui.manager.cluster';

const years = 10;

/**
 * Makes a certificate as managers make theirs: self-signed, RSA, a CN and a DC, no authority, valid for ten years and
 * without alternative names, so that no address matches it (field notes §3).
 * @param keySize bits; managers take 4096, which takes seconds
 */
export async function makeCertificate(keySize: 2048 | 4096): Promise<KeyPair> {
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + years);
  const subject = [
    { name: 'commonName', value: certificateName },
    { name: 'DC', value: 'manager' },
  ];
  // Loaded only now, because it is large and most managers need none of it.
  const { generate } = await import('selfsigned');
  const { private: key, cert: certificate } = await generate(subject, {
    keySize,
    algorithm: 'sha512',
    notAfterDate,
    extensions: [{ name: 'basicConstraints', cA: false, critical: true }],
  });
  return { key, certificate, fingerprint256: new X509Certificate(certificate).fingerprint256 };
}

/** Where a data folder keeps its certificate, as an absolute path; clients may be given this file. */
export const certificatePath = (folder: string): string => resolve(folder, 'tls-certificate.pem');
const keyPath = (folder: string): string => join(folder, 'tls-key.pem');

/**
 * The certificate of a data folder, which is made at the first call. `--fresh` keeps it, so that clients that trust it
 * go on.
 */
export async function folderCertificate(
  folder: string,
  progress: (sentence: string) => void,
): Promise<KeyPair> {
  const kept = await readKept(folder);
  if (kept) return kept;
  progress('Making a certificate; this takes a few seconds...');
  const made = await makeCertificate(4096);
  await keep(keyPath(folder), made.key);
  await keep(certificatePath(folder), made.certificate);
  return made;
}

/** Undefined when one of the files is missing or no certificate, or they do not belong together. */
async function readKept(folder: string): Promise<KeyPair | undefined> {
  try {
    const key = await readFile(keyPath(folder), 'utf8');
    const certificate = await readFile(certificatePath(folder), 'utf8');
    const parsed = new X509Certificate(certificate);
    if (!parsed.checkPrivateKey(createPrivateKey(key))) return undefined;
    return { key, certificate, fingerprint256: parsed.fingerprint256 };
  } catch {
    return undefined;
  }
}

/** Whole or not at all, and readable only by this user. */
async function keep(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
