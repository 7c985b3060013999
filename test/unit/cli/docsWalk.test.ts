import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import type { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import { smallInventory, useServedRecords } from './useServedRecords.js';

const quietly: ExecFileSyncOptionsWithStringEncoding = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
};
/** The folder that the walk names. */
const named = '../inventory';
/** What each line of the walk calls, by block: the one before a file is edited, and the one behind it. */
const [before = [], behind = []] = [
  ...readFileSync('docs/as-code.md', 'utf8').matchAll(/```sh\n(.*?)```/gs),
].map(([, block = '']) =>
  block
    .trim()
    .split('\n')
    .filter(line => !line.startsWith('export ')),
);

let records: StoredRecords;
let folder: CliFolder;
const served = useServedRecords(() => records);
beforeEach(() => {
  records = smallInventory();
  folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key' }));
  return folder.remove;
});

/** Does what a line says, in the folder of the test. @returns what it printed */
async function follow(line: string): Promise<string> {
  const words = line.match(/"[^"]*"|\S+/g) ?? [];
  const args = words.map(word => (word === named ? folder.root : word.replaceAll('"', '')));
  const identity = ['-c', 'user.name=N', '-c', 'user.email=n@e'];
  if (args[0] === 'git') return execFileSync('git', [...identity, ...args.slice(1)], quietly);
  const [, isWriting, given = ''] = /^(NETSENSOR_WRITE=1 )?npm run -s netsensor -- -C \S+ (.*)$/.exec(line)!;
  const environment = isWriting ? writing : {};
  const { code, output, errors } = await folder.run(given, { environment });
  expect([line, code, errors]).toEqual([line, 0, '']);
  return output;
}

it('leads through the page on the inventory as files, to a change that the manager has', async () => {
  for (const line of before) await follow(line);
  folder.edit('inventory/racks/rack-1.json', '"u_height": 42', '"u_height": 24');
  const said = new Map<string, string>();
  for (const line of behind) said.set(line.replace(/^.* -C \S+ /, ''), await follow(line));
  expect(said.get('plan -o plan.json')).toContain('42 → 24');
  expect(records.lists.get('racks')?.[0]).toMatchObject({ u_height: 24 });
  const left = execFileSync('git', ['-C', folder.root, 'status', '--porcelain'], quietly);
  expect(left).toBe('');
});
