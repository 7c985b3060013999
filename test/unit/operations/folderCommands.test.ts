import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Connection } from '../../../src/connections/connection.js';
import type { OperationServices } from '../../../src/operations/operationServices.js';
import { cliFolder, type CliFolder } from '../cli/cliFolder.js';
import { smallInventory, useServedRecords } from '../cli/useServedRecords.js';

/** A VS Code of its own: what was said and asked, what is answered, and which documents are open. */
const editor = vi.hoisted(() => ({
  said: [] as string[],
  answer: undefined as string | undefined,
  isTrusted: true,
  documents: [] as object[],
  folders: [] as string[],
  opened: [] as string[],
}));

vi.mock('vscode', async () => {
  class Uri {
    constructor(
      readonly scheme: string,
      readonly authority: string,
      readonly path: string,
    ) {}

    static readonly parse = (text: string) => new Uri('file', '', text.replace(/^file:../, ''));
    static readonly file = (path: string) => new Uri('file', '', path);
    static readonly from = ({ scheme, authority, path }: Readonly<Record<string, string>>) =>
      new Uri(scheme ?? '', authority ?? '', path ?? '');
    static readonly joinPath = ({ path }: Uri, ...names: readonly string[]) =>
      Uri.file([path, ...names].join('/'));

    get fsPath() {
      return this.path;
    }

    toString = () => `${this.scheme}://${this.authority}${this.path}`;
  }
  const show = async (message: string, options?: { detail?: string }) => {
    editor.said.push([message, options?.detail].filter(each => typeof each === 'string').join('\n'));
    return editor.answer;
  };
  return {
    ...(await import('../explorer/vscodeOfExplorer.js')),
    Uri,
    ProgressLocation: { Notification: 15, Window: 10 },
    window: {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      withProgress: (_: unknown, task: (...of: unknown[]) => unknown) =>
        task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
    },
    commands: {
      executeCommand: async (_: string, uri: Uri) => void editor.opened.push(uri.path),
    },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      get textDocuments() {
        return editor.documents;
      },
      findFiles: async () => editor.folders.map(folder => Uri.file(join(folder, 'netsensor.json'))),
      getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
      fs: { writeFile: async () => undefined, readDirectory: async () => [] },
    },
  };
});
const { applyFolder, openInFolder, openOnManager, planFolder, pullFolder } =
  await import('../../../src/operations/operationCommands.js');
const { Uri } = await import('vscode');

const rack = 'inventory/racks/rack-1.json';

describe('a folder of files in the editor', () => {
  let stored = smallInventory();
  let folder: CliFolder;
  let connection: Connection;
  /** What plans showed: titles and their right sides. */
  let shown: string[] = [];
  let agrees = true;
  /** What happens while it is asked whether to write. */
  let meanwhile = () => undefined as void;
  const served = useServedRecords(() => stored);
  const documents = {
    show: async (title: string, { right }: { right: string }) => void shown.push(title, right),
    open: async (name: string, text: string) => void shown.push(name, text),
    showWhile: async (
      { title, sides }: { title: string; sides: { planned: string } },
      ask: (above: object) => Promise<unknown>,
    ) => {
      shown.push(title, sides.planned);
      meanwhile();
      return ask({ choose: async ({ rows }: { rows: unknown[] }) => rows[agrees ? 1 : 0] });
    },
  };
  const operations = () =>
    ({
      connections: { all: [connection], get: () => connection, client: async () => stored },
      pickConnection: async () => connection,
      planDocuments: async () => documents,
      backupFolder: { uri: Uri.file('/backups'), log: { info: () => undefined, error: () => undefined } },
      journal: { run: (_: unknown, work: () => unknown) => work() },
      recordsChanged: async () => undefined,
      openDocument: async ({ path }: vscode.Uri) => void editor.opened.push(path),
    }) as unknown as OperationServices;
  const uriOf = (path: string) => Uri.file(join(folder.root, path));
  const heightOf = (id: number) => stored.lists.get('racks')?.find(each => each.id === id)?.['u_height'];

  beforeEach(async () => {
    stored = smallInventory();
    folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'key' }));
    folder.write({ 'netsensor.json': { host: new URL(served.url).host } });
    connection = {
      id: 'lab',
      name: 'Lab',
      address: served.url,
      isLocked: false,
      environment: 'none',
      source: 'saved',
    };
    Object.assign(editor, { said: [], answer: undefined, isTrusted: true, documents: [], opened: [] });
    editor.folders = [folder.root];
    agrees = true;
    meanwhile = () => undefined;
    await pullFolder(operations());
    shown = [];
  });
  afterEach(() => folder.remove());

  it('pulls the only folder that is open, and says what that brought', () => {
    expect(editor.said).toEqual(['4 files from Lab: 4 written, 0 removed.']);
    expect(folder.read(rack)).toContain('"name": "Rack 1"');
  });

  it('plans without writing, applies what is agreed to, and agrees with the command line on that', async () => {
    folder.edit(rack, '"u_height": 42', '"u_height": 44');
    await planFolder(operations(), uriOf(rack));
    expect(shown.join('\n')).toMatch(
      /Plan for Lab: now ↔ planned[^]*\/\/ Racks: 1 changed[^]*"u_height": 44/,
    );
    expect(heightOf(1)).toBe(42);
    agrees = false;
    await applyFolder(operations(), uriOf(rack));
    expect(heightOf(1)).toBe(42);
    agrees = true;
    await applyFolder(operations(), uriOf(rack));
    expect(heightOf(1)).toBe(44);
    expect(editor.said.at(-1)).toContain('1 of 1 record written.');
    expect((await folder.run('plan')).output).toContain('Nothing to do');
    await planFolder(operations());
    expect(editor.said.at(-1)).toBe('Nothing to do: 4 files have no change of their own.');
  });

  it('tells what it wrote also where it cannot be kept that this is agreed', async () => {
    folder.edit(rack, '"u_height": 42', '"u_height": 44');
    stored.pass = () => {
      rmSync(join(folder.root, '.netsensor'), { recursive: true });
      writeFileSync(join(folder.root, '.netsensor'), '');
    };
    await expect(applyFolder(operations(), uriOf(rack))).rejects.toThrow();
    expect(heightOf(1)).toBe(44);
    expect(editor.said.at(-1)).toContain('1 of 1 record written.');
  });

  describe('in git', () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', folder.root, '-c', 'user.name=N', '-c', 'user.email=n@e', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    const commit = (message: string) => {
      git('add', 'inventory');
      git('commit', '-qm', message);
    };
    beforeEach(async () => {
      git('init', '-q', '-b', 'main');
      commit('pulled');
      await pullFolder(operations());
      folder.edit(rack, '"u_height": 42', '"u_height": 44');
      commit('higher');
      git('tag', 'higher');
      await applyFolder(operations());
      expect(heightOf(1)).toBe(44);
      shown = [];
    });

    it('says in a plan that newer files were applied', async () => {
      git('checkout', '-q', 'higher~1');
      await planFolder(operations());
      expect([...shown, ...editor.said].join('\n')).toContain('Newer files were applied than these.');
    });

    it('asks whose it is what an undone file has lost, and writes that alone or pulls it again', async () => {
      folder.edit(rack, '"u_height": 44', '"u_height": 45');
      await applyFolder(operations());
      folder.edit(rack, '"u_height": 45', '"u_height": 44');
      await stored.updateRecord('racks', 1, { changes: { width: 23 } });
      await stored.updateRecord('racks', 2, { changes: { u_height: 10 } });
      await expect(applyFolder(operations(), uriOf(rack))).rejects.toThrow();
      expect(editor.said.at(-1)).toMatch(/^What was last pulled or applied here is not[^]*rack-1\.json/);
      expect(heightOf(1)).toBe(45);
      editor.answer = 'Write these';
      await applyFolder(operations(), uriOf(rack));
      expect(stored.lists.get('racks')).toMatchObject([{ u_height: 44, width: 23 }, { u_height: 10 }]);
      editor.answer = undefined;
      await pullFolder(operations());
      expect(folder.read('inventory/racks/rack-2.json')).toContain('"u_height": 10');
      git('checkout', '-q', '--', '.');
      editor.answer = 'Pull it again';
      await applyFolder(operations());
      expect(folder.read('inventory/racks/rack-2.json')).toContain('"u_height": 10');
      expect(heightOf(2)).toBe(10);
    });

    it('takes nothing back where another branch was switched to while it asked', async () => {
      folder.edit(rack, '"u_height": 44', '"u_height": 45');
      meanwhile = () => void git('checkout', '-qf', 'higher~1');
      await expect(applyFolder(operations())).rejects.toThrow(/^Newer files were applied than these/);
      expect(heightOf(1)).toBe(44);
    });

    it('asks no remote and moves no ref to lead from a file to its record and back', async () => {
      git('init', '-q', '--bare', 'remote.git');
      git('remote', 'add', 'origin', join(folder.root, 'remote.git'));
      expect(await folder.run('pull --push')).toMatchObject({ code: 0 });
      const refs = () => git('for-each-ref');
      const [ref = '', before = ''] = git(
        'for-each-ref',
        '--format=%(refname) %(objectname)',
        'refs/netsensor',
      ).split(' ');
      const newer = git('commit-tree', '-p', before, '-m', 'newer', `${before}^{tree}`);
      git('push', '-q', 'origin', `${newer}:${ref}`);
      const was = refs();
      folder.edit(rack, '"name": "Rack 1"', '"name": "Renamed"');
      await openOnManager(operations(), uriOf(rack));
      expect(basename(editor.opened.at(-1) ?? '')).toContain('Rack 1');
      editor.folders = [folder.root];
      const target = {
        kind: 'record',
        connectionId: 'lab',
        type: 'racks',
        recordId: 1,
        name: 'Rack 1',
      } as const;
      await openInFolder(operations(), target);
      expect(editor.opened.at(-1)).toBe(join(folder.root, rack));
      expect(refs()).toBe(was);
    });

    it('says after an apply what it warns of then: that the remote does not know of it', async () => {
      git('init', '-q', '--bare', 'remote.git');
      git('remote', 'add', 'origin', join(folder.root, 'remote.git'));
      expect(await folder.run('pull --push')).toMatchObject({ code: 0 });
      folder.edit(rack, '"u_height": 44', '"u_height": 45');
      await applyFolder(operations());
      expect(editor.said.at(-1)).toMatch(
        /1 of 1 record written\.\norigin does not know yet what is agreed now/,
      );
    });
  });

  it('asks whose it is what was changed on both sides, here and there', async () => {
    folder.edit(rack, '"u_height": 42', '"u_height": 44');
    await stored.updateRecord('racks', 1, { changes: { u_height: 10 } });
    editor.answer = 'Keep these files';
    await pullFolder(operations());
    expect(editor.said.join('\n')).toMatch(
      /One file was changed here and on the manager[^]*rack-1.json: “?u_height/,
    );
    expect(folder.read(rack)).toContain('"u_height": 44');
    await planFolder(operations(), uriOf(rack));
    expect(shown.at(-1)).toMatch(/--mine[^]*in the editor Apply asks instead/);
    editor.answer = 'Leave theirs';
    await applyFolder(operations(), uriOf(rack));
    expect(heightOf(1)).toBe(10);
    editor.answer = 'Write these, too';
    await applyFolder(operations(), uriOf(rack));
    expect(heightOf(1)).toBe(44);
    folder.edit(rack, '"u_height": 44', '"u_height": 45');
    await stored.updateRecord('racks', 1, { changes: { u_height: 11 } });
    editor.answer = 'Overwrite them';
    await pullFolder(operations());
    expect(folder.read(rack)).toContain('"u_height": 11');
  });

  it('changes of a file that was changed on both sides what it asks about, also where the record has another name', async () => {
    folder.edit(rack, '"u_height": 42', '"u_height": 44');
    folder.edit(rack, '"width": 19', '"width": 23');
    await stored.updateRecord('racks', 1, { changes: { u_height: 10, name: 'Renamed' } });
    editor.answer = 'Write these, too';
    await applyFolder(operations(), uriOf(rack));
    expect(stored.lists.get('racks')?.[0]).toMatchObject({ u_height: 44, width: 23, name: 'Renamed' });
    folder.edit(rack, '"u_height": 44', '"u_height": 45');
    folder.edit(rack, '"width": 23', '"width": 10');
    await stored.updateRecord('racks', 1, { changes: { u_height: 11 } });
    editor.answer = 'Overwrite them';
    await pullFolder(operations());
    const renamed = folder.read('inventory/racks/renamed.json');
    for (const line of ['"u_height": 11', '"width": 10', '"name": "Renamed"'])
      expect(renamed).toContain(line);
  });

  it('writes nothing over what is not saved, and nothing at all that was given up', async () => {
    const save = vi.fn(async () => {
      folder.edit(rack, '"width": 19', '"width": 23');
      editor.documents = [];
      return true;
    });
    editor.documents = [{ isDirty: true, uri: uriOf(rack), save }];
    await stored.updateRecord('racks', 1, { changes: { u_height: 10 } });
    await expect(pullFolder(operations())).rejects.toThrow();
    expect(folder.read(rack)).toContain('"u_height": 42');
    editor.answer = 'Save and go on';
    await pullFolder(operations());
    expect(save).toHaveBeenCalledOnce();
    expect(folder.read(rack)).toMatch(/"u_height": 10[^]*"width": 23|"width": 23[^]*"u_height": 10/);
  });

  it('sends nothing to another host, from a workspace that nobody trusts, or where the connection is locked', async () => {
    folder.edit(rack, '"u_height": 42', '"u_height": 44');
    connection = { ...connection, isLocked: true };
    await expect(applyFolder(operations())).rejects.toThrow();
    connection = { ...connection, isLocked: false };
    folder.write({ 'netsensor.json': { host: 'elsewhere.example' } });
    await expect(applyFolder(operations())).rejects.toThrow(
      /is for elsewhere.example, and the connection Lab leads to/,
    );
    editor.isTrusted = false;
    await expect(planFolder(operations())).rejects.toThrow(/^Trust this workspace first/);
    editor.isTrusted = true;
    editor.folders = [];
    await expect(pullFolder(operations())).rejects.toThrow(/^No folder with a netsensor.json is open/);
    expect(heightOf(1)).toBe(42);
  });

  it('acts on no other folder than the one that was clicked in', async () => {
    const outside = cliFolder(() => ({}));
    outside.write({ 'inventory/racks/x.json': '{}' });
    await stored.updateRecord('racks', 1, { changes: { u_height: 10 } });
    for (const uri of [Uri.file(join(outside.root, 'inventory/racks/x.json')), uriOf('site/inventory')]) {
      const said = /^No netsensor.json stands beside its folder inventory: .*inventory/;
      for (const command of [pullFolder, planFolder, applyFolder, openOnManager])
        if (command !== openOnManager || uri.path.endsWith('.json'))
          await expect(command(operations(), uri), command.name).rejects.toThrow(said);
    }
    expect(folder.read(rack)).toContain('"u_height": 42');
    outside.remove();
    for (const path of ['netsensor.json', 'inventory', 'inventory/racks', rack])
      await pullFolder(operations(), uriOf(path));
    expect(folder.read(rack)).toContain('"u_height": 10');
  });

  it('leads from a file to its record, and from a record to its file, renamed ones too', async () => {
    await openOnManager(operations(), uriOf('inventory/rack_reservations/rack-1-1-2.json'));
    expect(editor.opened.at(-1)).toMatch(/^\/inventory\/rack_reservations\/.*1\.json$/);
    const target = {
      kind: 'record',
      connectionId: 'lab',
      type: 'racks',
      recordId: 1,
      name: 'Rack 1',
    } as const;
    const other = join(folder.root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'netsensor.json'), '{ no JSON');
    editor.folders = [other, folder.root];
    await openInFolder(operations(), target);
    expect(editor.opened.at(-1)).toBe(join(folder.root, rack));
    folder.edit(rack, '"name": "Rack 1"', '"name": "Renamed"');
    // Another record with that key is not the one of the file.
    await stored.createRecord('racks', { name: 'Renamed' });
    await openOnManager(operations(), uriOf(rack));
    expect(basename(editor.opened.at(-1) ?? '')).toContain('Rack 1');
    await openInFolder(operations(), target);
    expect(editor.opened.at(-1)).toBe(join(folder.root, rack));
    await expect(openInFolder(operations(), { ...target, recordId: 99 })).rejects.toThrow(
      /^No file that is open in this window is this record/,
    );
  });
});
