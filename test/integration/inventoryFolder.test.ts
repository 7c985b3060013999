import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { fileSchema } from '../../src/model/asCode/fileSchema.js';
import { answerPicks } from '../support/answerPicks.js';
import { closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { askManager, createRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

import { runCli } from '../unit/cli/runCli.js';

const reservation = 'inventory/rack_reservations/core-a-1.json';
const rack = 'inventory/racks/core-a.json';

describe('a folder of the inventory as files', () => {
  useExtension();
  let root = '';
  const write = (path: string, content: object) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);
  };
  const uriOf = (path: string) => vscode.Uri.file(join(root, path));
  const problemsOf = (path: string) =>
    vscode.languages
      .getDiagnostics(uriOf(path))
      .filter(({ source }) => source === 'netsensor')
      .map(({ message }) => message);
  /** Opens a file, with the place behind a text of it. */
  const openAt = async (path: string, text: string) => {
    const document = await vscode.workspace.openTextDocument(uriOf(path));
    await vscode.window.showTextDocument(document);
    return document.positionAt(document.getText().indexOf(text) + text.length);
  };

  before('write a folder', () => {
    root = mkdtempSync(join(tmpdir(), 'netsensor-files-'));
    write('netsensor.json', {});
    write('schemas/rack_reservation.json', fileSchema('rack_reservations'));
    write(rack, { $schema: '../../schemas/rack.json', name: 'Core A', u_height: 42, width: 19 });
    write(reservation, {
      $schema: '../../schemas/rack_reservation.json',
      rack_id: '@racks/Core A',
      units: '1',
    });
  });
  after('remove it', async () => {
    await closeTabs();
    rmSync(root, { recursive: true });
  });

  it('leads from a reference to the file, says what that is, and offers others and the fields of the schema', async () => {
    const place = await openAt(reservation, '@racks/Co');
    const targets = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.LocationLink[]>(
        'vscode.executeDefinitionProvider',
        uriOf(reservation),
        place,
      );
      assert.equal(found.length, 1);
      return found;
    });
    assert.equal(targets[0]?.targetUri.fsPath, join(root, rack));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uriOf(reservation),
      place,
    );
    const said = hovers.flatMap(({ contents }) =>
      contents.map(each => (each as vscode.MarkdownString).value),
    );
    assert.ok(
      said.some(text => text.includes('core')),
      said.join('\n'),
    );
    const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uriOf(reservation),
      place,
    );
    assert.ok(offered.items.some(({ insertText }) => insertText === '"@racks/Core A"'));
    const line = await openAt(reservation, '"units": "1"');
    await vscode.window.activeTextEditor?.edit(edit => edit.insert(line, ',\n  '));
    await eventually(async () => {
      const fields = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        uriOf(reservation),
        line.with(line.line + 1, 2),
      );
      const labels = fields.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      assert.ok(labels.includes('description'), labels.join());
    });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('says what leads nowhere while one types, and after files changed beside the editor', async () => {
    const place = await openAt(reservation, '@racks/Core A');
    await eventually(() => assert.deepEqual(problemsOf(reservation), []));
    await vscode.window.activeTextEditor?.edit(edit => edit.insert(place, 'B'));
    await eventually(() =>
      assert.deepEqual(problemsOf(reservation), ['rack_id leads nowhere: @racks/Core AB.']),
    );
    write('inventory/racks/ab.json', { name: 'Core AB', u_height: 42, width: 19 });
    await eventually(() => assert.deepEqual(problemsOf(reservation), []));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

describe('what the editor does with a folder of the inventory', () => {
  const extension = useExtension();
  const { dialogs, later, restore } = stubAnswers();
  let root = '';
  const uriOf = (path: string) => vscode.Uri.file(join(root, path));
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const run = (command: string, ...targets: readonly unknown[]) =>
    vscode.commands.executeCommand(`netsensor.${command}`, ...targets);
  const rackOf = async (id: number) => {
    const answer = await askManager(extension().manager, `/api/v1/inventory/racks/${id}`);
    return (answer as { rack: Record<string, unknown> }).rack;
  };
  const diffInFront = async () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff, 'a diff is open');
    return (await vscode.workspace.openTextDocument(input.modified)).getText();
  };
  let rack = { id: 0, path: '' };

  before('pull a folder', async function () {
    this.timeout(60_000);
    root = mkdtempSync(join(tmpdir(), 'netsensor-pulled-'));
    const { host } = new URL(extension().proxy.url);
    writeFileSync(join(root, 'netsensor.json'), JSON.stringify({ host }));
    const { id } = await createRack(extension().manager, 'As code 1');
    rack = { id, path: 'inventory/racks/as-code-1.json' };
    dialogs(() => undefined);
    await run('pullFolder', uriOf('netsensor.json'));
    assert.match(read(rack.path), /"name": "As code 1"/);
    restore();
  });
  afterEach('put everything back', async () => {
    await closeTabs();
    restore();
  });
  after('remove it', async () => {
    await run('lockConnection', { connectionId: 'environment' });
    rmSync(root, { recursive: true });
  });

  it('shows what an apply of a file would do, applies it, and agrees with the command line on that', async () => {
    writeFileSync(join(root, rack.path), read(rack.path).replace('"u_height": 42', '"u_height": 44'));
    await run('planFolder', uriOf(rack.path));
    await eventually(async () => assert.match(await diffInFront(), /as-code-1[^]*"u_height": 44/));
    assert.equal((await rackOf(rack.id))['u_height'], 42);
    const shown = dialogs(({ buttons, rows = [] }) =>
      [...buttons, ...rows].find(button => ['Unlock', 'Apply'].includes(button)),
    );
    await run('applyFolder', uriOf(rack.path));
    assert.equal((await rackOf(rack.id))['u_height'], 44, JSON.stringify(shown));
    assert.ok(shown.some(({ message }) => message.includes('1 of 1 record written.')));
    const environment = {
      NETSENSOR_URL: extension().proxy.url,
      NETSENSOR_API_KEY: extension().manager.apiKey,
    };
    const { output, errors } = await runCli(['-C', root, 'plan'], environment);
    assert.match(output, /^Nothing to do/, errors);
  });

  it('opens the record of a file, and refuses a folder that is for another host', async () => {
    await run('openOnManager', uriOf(rack.path));
    await eventually(() => {
      const { scheme, path } = vscode.window.activeTextEditor?.document.uri ?? {};
      assert.equal(scheme, 'netsensor');
      assert.ok(path?.includes(`${rack.id}.json`), path);
    });
    const settings = read('netsensor.json');
    writeFileSync(join(root, 'netsensor.json'), '{"host": "elsewhere.example"}');
    later(() => writeFileSync(join(root, 'netsensor.json'), settings));
    const shown = dialogs(() => undefined);
    later(answerPicks(items => items[0]));
    await run('planFolder', uriOf(rack.path));
    assert.ok(
      shown.some(({ message }) => message.includes('is for elsewhere.example')),
      JSON.stringify(shown),
    );
  });
});
