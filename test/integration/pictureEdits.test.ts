import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { DocumentsBeside } from '../../src/pictures/documentsBeside.js';
import { floorSource } from '../../src/pictures/floors/floorSource.js';
import { movePoint } from '../../src/pictures/floors/pointEdits.js';
import type { SourceParts } from '../../src/pictures/pictureEntry.js';
import type { DraftToBegin } from '../../src/pictures/pictureParts.js';
import { reserveUnits, resizeUnits } from '../../src/pictures/unitEdits.js';
import { activeDocument, closeTabs, fieldsOf, openDocument } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord } from '../support/inventory.js';
import { makeAccessPoint, makeDomain, readSensorTree, sensorTarget } from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

const connectionId = 'environment';

/** What a picture needs whose page asks for edits. */
function editingParts() {
  const drafts: DraftToBegin[] = [];
  const connection = { isLocked: false, name: 'Local manager' };
  const parts = {
    connections: { get: () => connection },
    openRecord: async (uri: vscode.Uri, options?: vscode.TextDocumentShowOptions) =>
      void (await vscode.window.showTextDocument(uri, options)),
    beginDraft: async (draft: DraftToBegin) => void drafts.push(draft),
  } as unknown as SourceParts;
  const besideColumn = (viewColumn: vscode.ViewColumn) =>
    new DocumentsBeside(parts, connectionId, { viewColumn } as vscode.WebviewPanel);
  const beside = besideColumn(vscode.ViewColumn.One);
  return { parts: { ...parts, beside }, drafts, connection, besideColumn };
}

describe('what pictures open', () => {
  const extension = useExtension();
  afterEach('close editors', closeTabs);

  it('shares one group of the window, whichever picture opens it, whatever covers it or has the focus', async () => {
    const { besideColumn } = editingParts();
    const { One, Two, Three } = vscode.ViewColumn;
    const note = await vscode.workspace.openTextDocument({ content: 'note' });
    const cover = (viewColumn: vscode.ViewColumn) => vscode.window.showTextDocument(note, { viewColumn });
    await cover(One);
    for (const [name, picture, covered] of [
      ['First', One, []],
      ['Second', One, [Two]],
      ['Third', Three, [Two, One]],
    ] as const) {
      const { id } = await createRecord(extension().manager, 'power_panels', { name: `${name} beside` });
      for (const column of covered) await cover(column);
      const path = `/inventory/power_panels/${name} beside.${id}.json`;
      await besideColumn(picture).show(
        vscode.Uri.from({ scheme: 'netsensor', authority: connectionId, path }),
      );
      await eventually(() => assert.equal(activeDocument().uri.path, path));
      assert.equal(vscode.window.activeTextEditor?.viewColumn, Two);
    }
    assert.equal(vscode.window.tabGroups.all.length, 2);
  });
});

describe('what is dragged in a picture', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  const written = () => extension().proxy.writes;
  const uriOf = (path: string) => vscode.Uri.from({ scheme: 'netsensor', authority: connectionId, path });

  before('unlock the connection', () => unlock(connectionId));
  beforeEach(() => void (extension().proxy.seen.length = 0));
  afterEach('close editors', closeTabs);

  /** An access point on a floor, with its document open. */
  const openPoint = async () => {
    const top = await readSensorTree(manager());
    const floor = await makeDomain(manager(), { name: 'Dragged', parent_uuid: top.uuid, domain_type: 101 });
    const { id } = await makeAccessPoint(manager(), { name: 'Lobby', sensor_uuid: floor.uuid, x: 10, y: 10 });
    const document = await openDocument(uriOf(`/access_points/Lobby.${id}.json`));
    extension().proxy.seen.length = 0;
    return { floor, key: String(id), document };
  };

  it('becomes an edit of the document of an access point, and of its draft, which nobody sends', async () => {
    const { parts } = editingParts();
    const { floor, key, document } = await openPoint();
    await movePoint(parts, { type: 'move', key, to: { x: 30, y: 40 }, from: { x: 10, y: 10 } });
    const { x, y } = fieldsOf(document);
    assert.deepEqual([x, y, document.isDirty], [30, 40, true]);
    await vscode.commands.executeCommand('netsensor.createAccessPoint', sensorTarget(floor));
    const draft = await eventually(() => {
      assert.notEqual(activeDocument(), document);
      return activeDocument();
    });
    await movePoint(parts, { type: 'move', key: draft.uri.toString(), to: { x: 5, y: 6 } });
    assert.deepEqual([fieldsOf(draft)['x'], fieldsOf(draft)['y']], [5, 6]);
    assert.deepEqual(written(), []);
  });

  it('is refused where an access point is no longer where it was drawn, and on a locked connection', async () => {
    const { parts, connection } = editingParts();
    const { key, document } = await openPoint();
    const move = { type: 'move', key, to: { x: 30, y: 40 }, from: { x: 90, y: 10 } } as const;
    await assert.rejects(movePoint(parts, move), /Somebody else has moved this access point/);
    connection.isLocked = true;
    await assert.rejects(
      movePoint(parts, { ...move, from: { x: 10, y: 10 } }),
      /^SentenceError: Nothing was sent/,
    );
    assert.equal(document.isDirty, false);
  });

  it('becomes a draft of a reservation, or other units in the document of one, unless that has others by now', async () => {
    const { parts, drafts } = editingParts();
    const rack = await createRecord(manager(), 'racks', { name: 'Dragged', u_height: 20, width: 19 });
    await reserveUnits(parts, { type: 'reserve', rackId: rack.id, run: { from: 3, to: 5 } });
    const begun = drafts.map(({ type, fields }) => [type, fields]);
    assert.deepEqual(begun, [['rack_reservations', { rack_id: rack.id, units: '3,4,5' }]]);
    const fields = { rack_id: rack.id, units: '10,11,12', description: 'Kept' };
    const { id } = await createRecord(manager(), 'rack_reservations', fields);
    const document = await openDocument(uriOf(`/inventory/rack_reservations/Kept.${id}.json`));
    extension().proxy.seen.length = 0;
    const resize = {
      type: 'resize',
      key: String(id),
      old: { from: 10, to: 12 },
      now: { from: 10, to: 14 },
    } as const;
    await resizeUnits(parts, resize);
    assert.equal(fieldsOf(document)['units'], '10,11,12,13,14');
    await assert.rejects(resizeUnits(parts, resize), /has other units by now/);
    assert.deepEqual(written(), []);
  });
});

describe('what is said of a floor on its page', () => {
  const answers = stubAnswers();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const files = ['ground.svg', 'ground.floor.json'].map(name => join(folder, name)) as [string, string];
  const [plan, note] = files;

  afterEach('put everything back', async () => {
    answers.restore();
    for (const file of files) await rm(file, { force: true });
  });

  it('is noted in a file beside its background: the picture, the metres of a distance, the layer', async () => {
    await writeFile(plan, '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>');
    const tree = new SensorIndex({
      uuid: '1',
      name: 'root',
      type: 1,
      children: [{ uuid: '2', name: 'Ground', type: 1, domain_type: 101 }],
    });
    const never = () => ({ dispose: () => undefined });
    const parts = {
      readTree: () => Promise.resolve(tree),
      treeReadAt: () => Date.now(),
      treeStale: () => undefined,
      onDidReadTree: never,
      notebookRange: () => Promise.resolve(undefined),
    } as unknown as SourceParts;
    const source = floorSource({ connectionId, uuid: '2' }, parts);
    const following = source.follow(() => undefined);
    const { showOpenDialog } = vscode.window;
    Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve([vscode.Uri.file(plan)]) });
    answers.later(() => Object.assign(vscode.window, { showOpenDialog }));
    const noted = async () => JSON.parse(await readFile(note, 'utf8')) as object;
    try {
      await source.act?.({ type: 'background' });
      assert.deepEqual(await noted(), { floor: '2', picture: 'ground.svg' });
      const asked = answers.inputs('20,5');
      await source.act?.({ type: 'scale', units: 410 });
      assert.deepEqual(asked, ['Scale of the floor']);
      await source.act?.({ type: 'layer', layer: 'reach', range: '' });
      assert.deepEqual(await noted(), {
        floor: '2',
        picture: 'ground.svg',
        metresPerUnit: 0.05,
        layer: 'reach',
      });
      assert.match((await source.make()).background ?? '', /^data:image\/svg\+xml;base64,/);
    } finally {
      following.dispose();
    }
  });
});
