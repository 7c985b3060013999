import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { fileSchema } from '../../src/model/asCode/fileSchema.js';
import { closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { useExtension } from '../support/useExtension.js';

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
