import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { createRecord, deleteRecord, listRecords } from '../support/inventory.js';
import { useManager, useWorkbench } from './useWorkbench.js';

const hostile = '$(trash) <b>bold</b> [x](command:x)';

describe('the inventory in the tree, with mouse and keyboard', function () {
  this.timeout(240_000);
  const { manager } = useManager();

  const labels = async (text: string) => {
    const rows = window().page.locator('.sidebar .monaco-list-row[role="treeitem"] .label-name');
    return (await rows.allInnerTexts()).filter(label => label.includes(text));
  };
  const inputText = (text: string) => window().answer(text);

  before('records of its own', async () => {
    const top = await createRecord(manager(), 'contact_groups', { name: 'Nest top' });
    const middle = await createRecord(manager(), 'contact_groups', {
      name: 'Nest middle',
      parent_id: top.id,
    });
    await createRecord(manager(), 'contact_groups', { name: hostile, parent_id: middle.id });
    for (const [name, color] of [
      ['Aa tag', 'ff0000'],
      ['Ab tag', '000000'],
      ['Ac tag', 'ffffff'],
    ])
      await createRecord(manager(), 'tags', { name, color });
    // The manager lists the newest last, so not as they are named.
    const numbers = Array.from({ length: 250 }, (_, index) => 250 - index);
    const describedAs = (number: number) => (number % 25 === 0 ? 'Zebra' : 'Horse');
    await Promise.all(
      numbers.map(number =>
        createRecord(manager(), 'contact_roles', {
          name: `Many ${number}`,
          description: describedAs(number),
        }),
      ),
    );
  });
  const window = useWorkbench();
  before('the inventory', async () => {
    await window().openView('Netsensor');
    await window().expandTreeItem('Inventory');
  });

  it('tells records of one name apart, and says how many a type has before it is opened', async () => {
    const workbench = window();
    const feeds = await listRecords(manager(), 'power_feeds');
    await workbench.treeItemWith(`Power feeds${feeds.length}`).waitFor();
    assert.equal(
      await workbench.treeItem('Power feeds').getAttribute('aria-label'),
      `Power feeds, ${feeds.length}`,
    );
    await workbench.expandTreeItem('Power feeds');
    await workbench.treeItemWith('Feed ABSL main panel · 230 V').waitFor();
    const texts = await workbench.treeItem('Feed A').allInnerTexts();
    assert.ok(texts.length > 3);
    assert.equal(new Set(texts).size, texts.length);
    await workbench.treeItem('Power feeds').locator('.monaco-tl-twistie').click();
  });

  it('asks about the selected record when Delete is pressed', async () => {
    const workbench = window();
    await workbench.unlock();
    await workbench.expandTreeItem('Racks');
    const [rack] = await listRecords(manager(), 'racks');
    await workbench.treeItem(String(rack?.['name'])).click();
    await workbench.page.keyboard.press('Delete');
    const question = workbench.page.locator('.monaco-dialog-box', { hasText: String(rack?.['name']) });
    await question.waitFor();
    await workbench.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await workbench.closeEditors();
    await workbench.treeItem('Racks').locator('.monaco-tl-twistie').click();
  });

  it('nests groups below their parents', async () => {
    const workbench = window();
    await workbench.expandTreeItem('Contact groups');
    await workbench.expandTreeItem('Nest top');
    await workbench.expandTreeItem('Nest middle');
    await workbench.treeItem(hostile).waitFor();
    assert.equal(await workbench.treeItem(hostile).first().getAttribute('aria-level'), '7');
    await workbench.treeItem('Contact groups').locator('.monaco-tl-twistie').click();
  });

  it('shows many records in ranges', async () => {
    const workbench = window();
    await workbench.expandTreeItem('Contact roles');
    await workbench.expandTreeItem('Many 199 – Technical');
    await workbench.treeItem('Many 200').waitFor();
  });

  it('filters and sorts the records of a type', async () => {
    const workbench = window();
    await workbench.chooseFromMenu(workbench.treeItem('Contact roles'), 'Filter Records…');
    await inputText('many zebra');
    await eventually(async () => assert.equal((await labels('Many ')).length, 10));
    await workbench.treeItemWith('“many zebra”: 10 of 255').waitFor();
    const byName = await labels('Many ');
    assert.deepEqual(
      byName,
      Array.from({ length: 10 }, (_, index) => `Many ${25 * (index + 1)}`),
    );
    await workbench.chooseFromMenu(workbench.treeItem('Contact roles'), 'Sort Records…');
    await workbench.pick('As the manager lists them');
    await eventually(async () => {
      const asListed = await labels('Many ');
      assert.deepEqual(new Set(asListed), new Set(byName));
      assert.notDeepEqual(asListed, byName);
    });
    await workbench.treeItem('Contact roles').hover();
    await workbench
      .treeItem('Contact roles')
      .getByRole('button', { name: 'Clear Filter of Records' })
      .click();
    await workbench.treeItemWith('Technical – Many').waitFor();
    await workbench.treeItem('Contact roles').locator('.monaco-tl-twistie').click();
  });

  it('shows the colour of a tag beside its name', async () => {
    const workbench = window();
    await workbench.expandTreeItem('Tags');
    const icon = workbench.treeItem('Aa tag').locator('.custom-view-tree-node-item-icon');
    await icon.waitFor();
    const image = (await icon.getAttribute('style')) ?? '';
    const drawing = Buffer.from(/base64,([\w+/=]+)/.exec(image)?.[1] ?? '', 'base64').toString('utf8');
    assert.match(drawing, /fill="#ff0000"/);
  });

  it('shows the name of a record beside its id', async () => {
    const workbench = window();
    await workbench.expandTreeItem('Contact groups');
    await workbench.clickTreeItem('Nest middle');
    await workbench.page.locator('.view-line').getByText('Nest top').waitFor();
  });

  it('strikes the tab of a record through that was deleted meanwhile', async () => {
    const workbench = window();
    await workbench.clickTreeItem('Ab tag');
    const tab = workbench.tab('Ab tag');
    await tab.waitFor();
    await eventually(async () => assert.match(await workbench.editorText(), /"name": "Ab tag"/));
    const tag = (await listRecords(manager(), 'tags')).find(({ name }) => name === 'Ab tag');
    await deleteRecord(manager(), 'tags', tag?.id ?? 0);
    await workbench.runCommand('Netsensor: Refresh');
    await tab.locator('.monaco-icon-label.strikethrough').waitFor();
  });
});
