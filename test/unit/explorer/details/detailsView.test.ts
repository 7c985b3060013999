import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { openDetailsBeside } from '../../../../src/explorer/details/detailsBeside.js';
import { DetailsView, type DetailsPlace } from '../../../../src/explorer/details/detailsView.js';
import type { ExplorerParts } from '../../../../src/explorer/explorerTree.js';
import { readRecordsAgain } from '../../../../src/explorer/inventory/openRecords.js';
import { Command } from '../../../../src/ids.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import { eventually } from '../../../support/eventually.js';
import { playedExplorer } from '../playedExplorer.js';
import { panel, ran, showEditor, Uri } from '../vscodeOfExplorer.js';

const unreachable = new ApiError({ method: 'GET', path: '/api/v1', reason: 'unreachable', stage: 'connect' });

vi.mock('vscode', () => import('../vscodeOfExplorer.js'));

type Said = Readonly<Record<string, unknown>>;

/** A page of details that nobody draws. */
function playedPage() {
  const heard = new Emitter<unknown>();
  const posted: Said[] = [];
  const webview = {
    html: '',
    cspSource: 'self',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: heard.event,
    postMessage: async (message: Said) => posted.push(message),
  };
  const never = new Emitter<never>().event;
  const place = { webview, visible: true, onDidChangeVisibility: never, onDidDispose: never };
  const shows = (...texts: readonly (string | RegExp)[]) =>
    eventually(() => {
      for (const text of texts)
        assert.ok(
          typeof text === 'string' ? webview.html.includes(text) : text.test(webview.html),
          webview.html,
        );
    });
  const drawing = () => Number(/data-drawing="(\d+)"/.exec(webview.html)?.[1]);
  /** Clicks the first link or button that begins so. */
  const click = (words: string) => {
    const command = Number(new RegExp(`data-command="(\\d+)">${words}[^<]*<`).exec(webview.html)?.[1]);
    assert.ok(command >= 0, webview.html);
    heard.fire({ drawing: drawing(), command });
  };
  return { place: place as unknown as DetailsPlace, webview, posted, shows, drawing, click, heard };
}

const point = { name: 'AP 1', mac_address: '00:00:00:00:00:01', status: 0 };
const top = {
  name: 'root',
  uuid: '1',
  type: 1,
  children: [
    {
      name: 'North',
      uuid: '2',
      type: 1,
      domain_type: 2,
      children: [
        { name: 'Attic', uuid: '3', type: 1, domain_type: 101, access_points: [point] },
        { name: 'Cellar', uuid: '4', type: 1, domain_type: 101 },
      ],
    },
  ],
};
const hostile = '<img src=x onerror=alert(1)> [x](command:y)';
const panels = [{ id: 7, name: 'Main panel', description: hostile }];
const feeds = [{ id: 3, name: 'Feed A', power_panel_id: 7 }];

describe('the details of a node', () => {
  let open: DetailsView | undefined;
  beforeEach(() => void (ran.length = 0));
  afterEach(() => open?.dispose());

  function detailsOver(explorer: ReturnType<typeof playedExplorer>) {
    const revealed: unknown[] = [];
    const view = { visible: true, reveal: async (node: { name: string }) => revealed.push(node.name) };
    const extensionUri = Uri.file('/extension');
    const details = new DetailsView({ ...explorer, view, extensionUri } as unknown as ExplorerParts);
    const page = playedPage();
    details.drawOn(page.place);
    open = details;
    return { ...page, details, revealed };
  }

  it('are those of a domain: what it is, the way to it, and a link that selects each step in the tree', async () => {
    const explorer = playedExplorer({ tree: async () => top });
    const { details, shows, click } = detailsOver(explorer);
    await shows('Select a domain, a sensor, an access point or a record in the tree.');
    details.show(await explorer.at(explorer.sensors, 'root', 'North'));
    await shows('<h1>North</h1>', '<p class="kind">Organization', '<h2>Children</h2>');
    await shows('<dt>Floor</dt><dd>2</dd>', '1 down · 2 domains · 1 access point', 'Traffic, last hour');
    click('root');
    await eventually(() => assert.equal(ran[0]?.[0], Command.revealNode));
    assert.equal((ran[0]?.[1] as { name: string }).name, 'root');
  });

  it('lead to the next node by themselves where a filter hides that from the tree, which stays', async () => {
    const explorer = playedExplorer({ tree: async () => top });
    const { details, shows, click } = detailsOver(explorer);
    const cellar = await explorer.at(explorer.sensors, 'root', 'North', 'Cellar');
    explorer.filter.set('attic');
    await explorer.filter.prepare(await explorer.trees.read('lab'));
    details.show(await explorer.at(explorer.sensors, 'root', 'North', 'Attic'));
    await shows('<h1>Attic</h1>');
    details.show(cellar);
    await shows('<h1>Cellar</h1>');
    explorer.filter.set('cellar nothing');
    await explorer.filter.prepare(await explorer.trees.read('lab'));
    click('North');
    await shows('<h1>North</h1>');
    assert.deepEqual([ran, explorer.filter.text], [[], 'cellar nothing']);
  });

  it('are set again where VS Code has lost the page that was set while another one was loaded', async () => {
    const explorer = playedExplorer({ tree: async () => top });
    const { details, shows, drawing, heard } = detailsOver(explorer);
    details.show(await explorer.at(explorer.sensors, 'root', 'North'));
    await shows('<h1>North</h1>');
    const lost = drawing();
    heard.fire({ drawing: lost - 1 });
    await eventually(() => assert.ok(drawing() > lost));
    await shows('<h1>North</h1>');
  });

  it('have the traffic of the last hour in bytes by minute, once the page has been loaded', async () => {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 600_000).toISOString();
    const traffic = [{ timestamp: minute, values: { bytes: 2_500_000 } }];
    const explorer = playedExplorer({ tree: async () => top, traffic });
    const { details, shows, drawing, heard, posted } = detailsOver(explorer);
    details.show(await explorer.at(explorer.sensors, 'root'));
    await shows('<h1>root</h1>');
    heard.fire({ drawing: drawing() });
    await eventually(() => assert.equal(posted.length, 1));
    assert.equal(posted[0]?.['said'], '2.5 MB in all');
    assert.equal(Math.max(...(posted[0]?.['bytes'] as number[])), 2_500_000);
  });

  it('follow their node when the tree is read again', async () => {
    const explorer = playedExplorer({ tree: async () => top });
    const { details, shows } = detailsOver(explorer);
    details.show(await explorer.at(explorer.sensors, 'root', 'North', 'Attic', 'AP 1'));
    await shows('<h1>AP 1</h1>', '<p class="kind">Access point · down');
    const up = JSON.parse(JSON.stringify(top).replace('"status":0', '"status":1')) as object;
    explorer.manager.tree = async () => up;
    await explorer.trees.update('lab');
    await shows('<p class="kind">Access point · up');
  });

  it('are those of a record: what it refers to and what uses it by name, and a click opens that', async () => {
    const explorer = playedExplorer({ lists: { power_panels: panels, power_feeds: feeds } });
    await explorer.lists.read('lab', 'power_feeds');
    const { details, shows, click, webview, revealed } = detailsOver(explorer);
    details.show(await explorer.at(explorer.records, 'Power', 'Power panels', 'Main panel'));
    await shows('<h1>Main panel</h1>', 'img src=x', 'Which racks it feeds is not known');
    assert.doesNotMatch(webview.html, /<img|href="[^#]/);
    // VS Code gives a link without a title its address for one, which a screen reader would read.
    await shows(/<a href="#" title="Open as JSON" data-command="\d+">Feed A/);
    click('Feed A');
    await eventually(() => assert.equal(ran[0]?.[0], 'vscode.open'));
    assert.match(String(ran[0]?.[1]), /^netsensor:\/\/lab\/inventory\/power_feeds\/.*3\.json$/);
    await eventually(() => assert.deepEqual(revealed, ['Feed A']));
  });

  it('say which lists were not read that may use a record, read them with a click, and that nothing uses it only then', async () => {
    const feed = { id: 3, name: 'Feed A', power_panel_id: 7 };
    const explorer = playedExplorer({ lists: { power_panels: panels } });
    await explorer.lists.read('lab', 'power_panels');
    const { details, shows, click, webview } = detailsOver(explorer);
    const record = await explorer.tree.locateRecord('lab', 'power_panels', 7);
    details.show(record);
    await shows(
      '<h2>Used by</h2>',
      /<dt>Not read yet<\/dt><dd><a [^>]+>Racks, Rack roles, Rack types and 9 more – read now/,
    );
    assert.doesNotMatch(webview.html, /Nothing/);
    click('Racks');
    await shows('<dd>Nothing</dd>');
    assert.doesNotMatch(webview.html, /Not read yet/);
    explorer.manager.lists = { power_panels: panels, power_feeds: [feed] };
    await explorer.lists.refresh('lab');
    await shows('Feed A');
    assert.doesNotMatch(webview.html, /<dd>Nothing/);
  });

  it('say as of when they are where that could not be read again, and do not say then that nothing uses a record', async () => {
    const explorer = playedExplorer({ lists: { power_panels: panels } });
    await explorer.lists.read('lab', 'power_panels');
    const { details, shows, click, webview } = detailsOver(explorer);
    details.show(await explorer.tree.locateRecord('lab', 'power_panels', 7));
    await shows('Not read yet');
    click('Racks');
    await shows('<dd>Nothing</dd>');
    const { listRecords } = explorer.client;
    explorer.client.listRecords = () => Promise.reject(unreachable);
    await explorer.lists.refresh('lab');
    await shows(
      /class="note">As of [^<]+The manager cannot be reached/,
      /<dt>As of [^<]+<\/dt><dd><a [^>]+>/,
    );
    assert.doesNotMatch(webview.html, /<dd>Nothing/);
    explorer.client.listRecords = listRecords;
    click('Racks');
    await shows('<dd>Nothing</dd>');
    assert.doesNotMatch(webview.html, /As of/);
  });

  it('say of a node as of when its tree is that could not be read again', async () => {
    const explorer = playedExplorer({ tree: async () => ({ name: 'root', uuid: '1', type: 1 }) });
    const { details, shows } = detailsOver(explorer);
    details.show(await explorer.at(explorer.sensors, 'root'));
    await shows('<h1>root</h1>');
    explorer.manager.tree = () => Promise.reject(unreachable);
    await explorer.trees.update('lab').catch(() => undefined);
    await shows(/class="note">As of [^<]+The manager cannot be reached/);
  });

  it('name a record as it is called now, open it so, and leave it once it was deleted, by whomever', async () => {
    const explorer = playedExplorer({ lists: { power_panels: panels } });
    const { details, shows, click, webview } = detailsOver(explorer);
    details.show(await explorer.at(explorer.records, 'Power', 'Power panels', 'Main panel'));
    await shows('<h1>Main panel</h1>');
    explorer.lists.put('lab', 'power_panels', { id: 7, name: 'Basement' });
    await shows('<h1>Basement</h1>');
    click('Open as JSON');
    await eventually(() => assert.match(String(ran[0]?.[1]), /\/power_panels\/Basement\.7\.json$/));
    explorer.manager.lists = { power_panels: [] };
    await explorer.lists.update('lab', 'power_panels');
    await shows('Basement was deleted.');
    // The tree has nothing selected any more.
    details.show(undefined);
    await shows('Basement was deleted.');
    // Nothing is known any more of a connection that is signed out.
    explorer.lists.forget('lab');
    await new Promise(setImmediate);
    await shows('Basement was deleted.');
    assert.doesNotMatch(webview.html, /<h1>/);
  });

  it('do not take what has the number of a deleted record since for it, and show that once Undo brings it back', async () => {
    const explorer = playedExplorer({ lists: { power_panels: panels } });
    const { details, shows } = detailsOver(explorer);
    details.show(await explorer.at(explorer.records, 'Power', 'Power panels', 'Main panel'));
    await shows('<h1>Main panel</h1>');
    explorer.lists.remove('lab', 'power_panels', 7);
    await shows('Main panel was deleted.');
    explorer.lists.put('lab', 'power_panels', { id: 7, name: 'Another panel' });
    await new Promise(setImmediate);
    await shows('Main panel was deleted.');
    explorer.lists.put('lab', 'power_panels', { id: 7, name: 'Main panel' });
    await shows('<h1>Main panel</h1>');
  });

  it('show what was created again by its new number, as often as that happens', async () => {
    const explorer = playedExplorer({ lists: { power_panels: panels } });
    const { details, shows, click } = detailsOver(explorer);
    details.show(await explorer.at(explorer.records, 'Power', 'Power panels', 'Main panel'));
    await shows('<h1>Main panel</h1>');
    for (const [before, now] of [
      [7, 8],
      [8, 9],
      // A manager may give a number that was free again.
      [9, 8],
      [8, 8],
    ] as const) {
      explorer.lists.remove('lab', 'power_panels', before);
      await shows('Main panel was deleted.');
      explorer.manager.lists = { power_panels: [{ id: now, name: 'Main panel' }] };
      await readRecordsAgain(
        explorer.lists,
        'lab',
        ['power_panels'],
        [{ type: 'power_panels', before, now }],
      );
      await shows('<h1>Main panel</h1>');
    }
    click('Open as JSON');
    await eventually(() => assert.match(String(ran[0]?.[1]), /\/power_panels\/Main panel\.8\.json$/));
    details.show(undefined);
    await shows('Select a domain');
  });

  it('follow from one document to the next in a panel beside, and open there what a link leads to', async () => {
    const explorer = playedExplorer({ lists: { power_panels: panels, power_feeds: feeds } });
    await explorer.lists.read('lab', 'power_panels');
    const { place, shows, click } = playedPage();
    const made = { ...place, title: '', onDidChangeViewState: place.onDidChangeVisibility };
    panel.made = made;
    showEditor(Uri.parse('netsensor://lab/inventory/power_feeds/Feed A.3.json'), 2);
    const view = { visible: false };
    openDetailsBeside({
      ...explorer,
      view,
      extensionUri: Uri.file('/extension'),
    } as unknown as ExplorerParts);
    await shows('<h1>Feed A</h1>');
    assert.equal(made.title, 'Details of Feed A');
    click('Main panel');
    await eventually(() => assert.equal(ran[0]?.[0], 'vscode.open'));
    assert.deepEqual(ran[0]?.[2], { viewColumn: 2 });
    showEditor(ran[0]?.[1] as Uri, 2);
    await shows('<h1>Main panel</h1>');
  });
});
