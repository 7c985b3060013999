import * as l10n from '@vscode/l10n';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { jsonIn } from 'netsensor-contract/text/looseValues';
import type { TlsTrust } from '../api/dispatcher.js';
import { environmentConnection, readCertificate } from '../connections/environmentConnection.js';
import { parseManagerAddress } from '../connections/managerAddress.js';
import { readIfThere, type FolderSettings } from '../folders/folderSettings.js';
import { inert, joined, quoted, type Inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { CliRun } from './cliRun.js';

const connectionShape = z.strictObject({
  address: z.string(),
  /** Path of a file whose text is the key. */
  key_file: z.string(),
  /** Path of a PEM file with the authorities that are trusted besides those of the system. */
  ca_file: z.string().optional(),
  /** Path of a PEM file with the manager's own certificate, the only one that is then trusted. */
  certificate_file: z.string().optional(),
  /** Whether it may be written to without `NETSENSOR_WRITE=1`. */
  writable: z.boolean().optional(),
});

const connectionsShape = z.strictObject({
  $schema: z.string().optional(),
  connections: z.record(z.string(), connectionShape),
});

/** A manager with its key, from the environment or from the user's own file. */
export interface ManagerSource {
  readonly address: string;
  readonly key: string;
  readonly trust: TlsTrust;
  /** Whether somebody said that it may be written to. */
  readonly isWritable: boolean;
  /** What the user calls it; undefined for the one of the environment. */
  readonly connection: string | undefined;
  /** Whether nobody but `netsensor.json` of the folder says that it is meant. */
  readonly isNamedByFolder: boolean;
}

/** The user's own folder of settings for a program, as it is usual on a system. */
export function configurationFolder(environment: NodeJS.ProcessEnv, platform = process.platform): string {
  const { APPDATA: appData, XDG_CONFIG_HOME: xdg } = environment;
  const home = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? homedir();
  if (platform === 'win32') return join(appData ?? join(home, 'AppData', 'Roaming'), 'netsensor');
  // Other than absolute ones are left out of account (XDG Base Directory Specification).
  if (xdg && isAbsolute(xdg)) return join(xdg, 'netsensor');
  return join(home, platform === 'darwin' ? 'Library/Application Support' : '.config', 'netsensor');
}

/**
 * Which manager is meant: that of `--connection`, else of the environment, else of the connection that the folder names. Address
 * and key come together, and never from the folder.
 * @throws {SentenceError} where there is none, or not all of it
 */
export async function managerSource(run: CliRun, folder: FolderSettings): Promise<ManagerSource> {
  const { environment } = run;
  if (run.connection !== undefined) return userConnection(run, run.connection);
  if (environment['NETSENSOR_URL'] || environment['NETSENSOR_API_KEY']) return fromEnvironment(environment);
  if (folder.connection !== undefined)
    return { ...(await userConnection(run, folder.connection)), isNamedByFolder: true };
  throw new SentenceError(
    l10n.t(
      'Say which manager to ask, and with which key: with {0} and a connection of {1}, or with the variables NETSENSOR_URL and NETSENSOR_API_KEY.',
      inert('--connection'),
      inert(userFile(environment)),
    ),
  );
}

/** Whether the environment says that managers may be written to. */
const mayWrite = (environment: NodeJS.ProcessEnv): boolean => environment['NETSENSOR_WRITE'] === '1';

function fromEnvironment(environment: NodeJS.ProcessEnv): ManagerSource {
  const { NETSENSOR_URL: url } = environment;
  if (url && 'problem' in parseManagerAddress(url))
    throw new SentenceError(
      l10n.t(
        'NETSENSOR_URL is no address of a manager: {0}. It is one such as https://manager.example.net.',
        quoted(url),
      ),
    );
  const from = environmentConnection(environment);
  if (!from)
    throw new SentenceError(
      l10n.t('Set NETSENSOR_URL and NETSENSOR_API_KEY: they say which manager to ask, and with which key.'),
    );
  if (from.wrongCertificate !== undefined)
    throw new SentenceError(
      l10n.t('NETSENSOR_CERTIFICATE is no certificate: {0}.', inert(from.wrongCertificate)),
    );
  const { address, pinned } = from.connection;
  return {
    address,
    key: from.key,
    trust: { pinned },
    isWritable: mayWrite(environment),
    connection: undefined,
    isNamedByFolder: false,
  };
}

const userFile = (environment: NodeJS.ProcessEnv): string =>
  join(configurationFolder(environment), 'connections.json');

async function userConnection({ environment, warn }: CliRun, name: string): Promise<ManagerSource> {
  const file = userFile(environment);
  const { connections } = await readUserFile(file);
  if (!Object.hasOwn(connections, name))
    throw new SentenceError(
      l10n.t(
        '{0} has no connection {1}. It has: {2}.',
        inert(file),
        quoted(name),
        joined(Object.keys(connections).map(quoted), ', '),
      ),
    );
  const entry = connections[name]!;
  const parsed = parseManagerAddress(entry.address);
  if ('problem' in parsed) throw wrongEntry(file, name, 'address');
  const beside = (path: string) => resolve(dirname(file), path);
  const keyFile = beside(entry.key_file);
  const key = (await readFile(keyFile, 'utf8').catch(() => '')).trim();
  if (key === '' || /\s/.test(key)) throw wrongEntry(file, name, 'key_file');
  if (await isOpenToOthers(keyFile))
    warn(
      l10n.t('Others on this machine can read the key in {0}. Let nobody but you read it.', inert(keyFile)),
    );
  const { ca_file: authorities, certificate_file: own } = entry;
  const pinned = own === undefined ? undefined : readCertificate(beside(own));
  if (own !== undefined && !pinned) throw wrongEntry(file, name, 'certificate_file');
  if (authorities !== undefined && !readCertificate(beside(authorities)))
    throw wrongEntry(file, name, 'ca_file');
  return {
    address: parsed.address,
    key,
    trust: {
      pinned,
      caPem: authorities === undefined ? undefined : await readFile(beside(authorities), 'utf8'),
    },
    isWritable: mayWrite(environment) || entry.writable === true,
    connection: name,
    isNamedByFolder: false,
  };
}

async function readUserFile(file: string): Promise<z.output<typeof connectionsShape>> {
  const text = await readIfThere(file);
  if (text === undefined)
    throw new SentenceError(
      l10n.t(
        'There is no file {0}. Write your connections into it, such as {1}.',
        inert(file),
        exampleConnections,
      ),
    );
  const { data, error } = connectionsShape.safeParse(jsonIn(text));
  if (data) return data;
  const at = error?.issues[0]?.path.join('.') ?? '';
  throw new SentenceError(
    l10n.t('{0} cannot be read at {1}. It has to be like {2}.', inert(file), quoted(at), exampleConnections),
  );
}

const exampleConnections: Inert = inert(
  '{"connections": {"lab": {"address": "https://manager.example.net", "key_file": "lab.key"}}}',
);

const wrongEntry = (file: string, name: string, field: string) =>
  new SentenceError(
    l10n.t(
      'The connection {0} of {1} cannot be used: {2} is wrong, or leads to nothing that can be read.',
      quoted(name),
      inert(file),
      inert(field),
    ),
  );

/** Windows has no such bits: who may read a file there is its folder's matter, which is the user's own. */
const isOpenToOthers = async (file: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0;
