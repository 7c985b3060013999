import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, openDocument, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord } from '../support/inventory.js';
import { searchTree } from '../support/searchTree.js';
import { makeDomain, type TreeNode } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('names in documents of nodes and records', function () {
  this.timeout(60_000);
  const extension = useExtension();
  const hostile = 'Tower $(trash) [x](command:x)';
  let tower: TreeNode;
  let floor: TreeNode;

  const ask = <T>(command: string, document: vscode.TextDocument, ...rest: unknown[]) =>
    vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, ...rest);
  const placeOf = (document: vscode.TextDocument, text: string) =>
    document.positionAt(document.getText().indexOf(text) + text.length - 2);
  const openFloor = () =>
    openDocument(vscode.Uri.parse(`netsensor://environment/sensors/domain/x.${floor.uuid}.json`));

  /** The fields that VS Code selects of what it found. */
  const usingFields = (uses: readonly vscode.Location[]) =>
    Promise.all(
      uses.map(async ({ uri, range }) => (await vscode.workspace.openTextDocument(uri)).getText(range)),
    );

  before('unlock the connection', () => unlock('environment'));
  before('a floor in a tower, in a tree that was read', async () => {
    tower = await makeDomain(extension().manager, { name: hostile, domain_type: 5 });
    floor = await makeDomain(extension().manager, {
      name: 'Named floor',
      domain_type: 101,
      parent_uuid: tower.uuid,
    });
    await vscode.commands.executeCommand('netsensor.refresh');
    await searchTree('environment', tower.uuid);
  });
  afterEach(closeTabs);

  it('stand beside uuids and numbers, as plain text', async () => {
    const document = await openFloor();
    await eventually(async () => {
      const range = new vscode.Range(0, 0, document.lineCount, 0);
      const hints = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document, range);
      const labels = hints.map(({ label }) => String(label));
      assert.deepEqual(labels, ['Floor', 'Tower $\u2060(trash) [x]\u2060(command:x)', 'Domain']);
    });
  });

  it('are told with the way to them under the mouse', async () => {
    const document = await openFloor();
    const place = placeOf(document, tower.uuid);
    const hovers = await ask<vscode.Hover[]>('executeHoverProvider', document, place);
    const text = hovers
      .flatMap(({ contents }) => contents.map(content => (content as vscode.MarkdownString).value))
      .join('\n');
    assert.match(text, /Building:&nbsp;Tower/);
    assert.ok(text.includes(tower.uuid), 'its fields are told, too');
  });

  it('are told of a number under the mouse', async () => {
    const document = await openFloor();
    const hovers = await ask<vscode.Hover[]>(
      'executeHoverProvider',
      document,
      placeOf(document, '"domain_type": 101').translate(0, 1),
    );
    const said = hovers.flatMap(({ contents }) =>
      contents.map(content => (content as vscode.MarkdownString).value),
    );
    assert.match(said.join(), /`101`: Floor/);
  });

  it('lead to the document of the node, and a record to those that use it', async () => {
    const document = await openFloor();
    const [definition] = await ask<vscode.Location[]>(
      'executeDefinitionProvider',
      document,
      placeOf(document, tower.uuid),
    );
    assert.match(definition?.uri.path ?? '', new RegExp(`^/sensors/domain/Tower.*\\.${tower.uuid}\\.json$`));
    const panel = await createRecord(extension().manager, 'power_panels', { name: 'Used panel' });
    const feed = await createRecord(extension().manager, 'power_feeds', {
      name: 'Using feed',
      power_panel_id: panel.id,
    });
    const unopened = await createRecord(extension().manager, 'power_feeds', {
      name: 'Using feed that nobody opened',
      power_panel_id: panel.id,
    });
    await vscode.commands.executeCommand('netsensor.refresh');
    const shown = await openDocument(
      vscode.Uri.parse(`netsensor://environment/inventory/power_feeds/x.${feed.id}.json`),
    );
    const place = placeOf(shown, `"power_panel_id": ${panel.id}`).translate(0, 1);
    const [target] = await ask<vscode.Location[]>('executeDefinitionProvider', shown, place);
    assert.match(target?.uri.path ?? '', new RegExp(`/power_panels/.*\\.${panel.id}\\.json$`));
    const uses = await ask<vscode.Location[]>('executeReferenceProvider', shown, place);
    assert.deepEqual(uses.map(({ uri }) => uri.path.split('/').at(-1)).sort(), [
      `Using feed that nobody opened · Used panel.${unopened.id}.json`,
      `x.${feed.id}.json`,
    ]);
    const field = `"power_panel_id": ${panel.id}`;
    assert.deepEqual(await usingFields(uses), [field, field]);
  });

  it('lead from a domain to those below it', async () => {
    const document = await openFloor();
    const uses = await ask<vscode.Location[]>(
      'executeReferenceProvider',
      document,
      placeOf(document, tower.uuid),
    );
    assert.deepEqual(
      uses.map(({ uri }) => uri.path),
      [`/sensors/domain/Named floor.${floor.uuid}.json`],
    );
    assert.deepEqual(await usingFields(uses), [`"parent_uuid": "${tower.uuid}"`]);
  });

  it('stand beside the numbers that are offered', async () => {
    const document = await openFloor();
    const position = placeOf(document, '"domain_type": 1').translate(0, 1);
    const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document, position);
    assert.deepEqual(
      items.map(({ label, insertText }) => [label, insertText]),
      [
        ['1 Generic', '1'],
        ['2 Organization', '2'],
        ['3 Market', '3'],
        ['4 Campus', '4'],
        ['5 Building', '5'],
        ['6 Service provider', '6'],
        ['7 Deployment', '7'],
        ['101 Floor', '101'],
      ],
    );
  });

  it('are offered as soon as the name of the field is taken', async () => {
    const document = await openFloor();
    await replaceText(document, '"domain_type": 101', '"dom');
    const position = placeOf(document, '"dom').translate(0, 2);
    const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document, position);
    const [field] = items.filter(({ label }) => label === 'domain_type');
    assert.equal((field?.insertText as vscode.SnippetString).value, '"domain_type": $1,');
  });

  it('are told of numbers that do not fit', async () => {
    const document = await openFloor();
    await replaceText(document, '"domain_type": 101', '"domain_type": 11');
    await eventually(() =>
      assert.match(
        vscode.languages
          .getDiagnostics(document.uri)
          .map(({ message }) => message)
          .join(),
        /One of 1 Generic, .*101 Floor/,
      ),
    );
  });

  it('complete the uuid of a domain', async () => {
    const document = await openFloor();
    const position = document.positionAt(document.getText().indexOf(`"${tower.uuid}"`) + 1);
    const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document, position);
    assert.ok(items.some(({ insertText }) => insertText === JSON.stringify(tower.uuid)));
  });
});
