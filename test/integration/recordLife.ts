import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { recordTitle } from '../../src/words/recordDetail.js';
import { answerDialogs } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { activeDocument, fieldsOf, openTabs, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import type { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { changeRecord, listRecords, readRecord, type Manager } from '../support/inventory.js';
import type { InventoryCase, References } from '../support/inventoryCases.js';

/** A manager that records live on, and the connection that leads to it through a proxy. */
export interface Place {
  readonly connectionId: string;
  /** The manager itself, for an independent look at what is stored. */
  readonly manager: Manager;
  readonly proxy: FaultyProxy;
  readonly refer: References;
}

/** Creates, edits, merges, decides a conflict, takes a refusal and deletes: one record from its first day to its last. */
export async function liveThrough(item: InventoryCase, place: Place): Promise<void> {
  const id = await createFromDraft(item, place);
  for (const step of [edit, merge, decideConflict, takeRefusal])
    await step({ item, place, id, document: await shownRecord(item.type, id, place) });
  await remove({ item, place, id });
}

/** Unlocks a connection, whatever it is asked. */
export async function unlock(connectionId: string): Promise<void> {
  const dialogs = answerDialogs(({ buttons }) => buttons[0]);
  await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId });
  dialogs.restore();
}

interface Life {
  readonly item: InventoryCase;
  readonly place: Place;
  readonly id: number;
  readonly document: vscode.TextDocument;
}

const stored = ({ item: { type }, place, id }: Omit<Life, 'document'>) => readRecord(place.manager, type, id);

/** Creates a record from its type's node and waits until its document stands in place of the draft. */
async function createFromDraft({ type, fields }: InventoryCase, place: Place): Promise<number> {
  const { connectionId, manager, refer } = place;
  const before = new Set((await listRecords(manager, type)).map(({ id }) => id));
  const node = { kind: 'inventoryType', connectionId, type };
  await vscode.commands.executeCommand('netsensor.createRecord', node);
  const draft = await draftInFront(type);
  await setFields(draft, fields(`${type} new`, refer));
  const inputs = answerInputs(['a secret word']);
  assert.ok(await draft.save(), 'the draft is saved');
  inputs.restore();
  const made = (await listRecords(manager, type)).filter(({ id }) => !before.has(id));
  assert.equal(made.length, 1);
  return made[0]!.id;
}

/** The draft of a type, once it is in front; until then another document may be. */
export const draftInFront = (type: InventoryType): Promise<vscode.TextDocument> =>
  eventually(() => {
    const document = activeDocument();
    assert.ok(document.uri.path.startsWith(`/new/${type}/`), document.uri.path);
    return document;
  });

/** A path without the rack or the panel in its title, which stand there as soon as their names are known. */
const withoutOwner = (path: string): string =>
  path.replace(/[^/]+(?= U[^/]+$)/, 'Rack').replace(/ · [^/]+(?=\.\d+\.json$)/, '');

/** The document of a record, once it is in front, alone, under its name of now, and shows what is stored. */
const shownRecord = (type: InventoryType, id: number, { manager }: Place): Promise<vscode.TextDocument> =>
  eventually(async () => {
    const record = { ...(await readRecord(manager, type, id)), id };
    assert.deepEqual(
      openTabs().map(({ path }) => withoutOwner(path)),
      [
        withoutOwner(
          recordPath(
            { type, id },
            recordTitle(type, record, () => undefined),
          ),
        ),
      ],
    );
    assert.equal(fieldsOf(activeDocument()).id, id);
    return activeDocument();
  });

async function edit(life: Life): Promise<void> {
  const { item, place, id, document } = life;
  const { type, other } = item;
  const [field, value] = other;
  place.proxy.seen.length = 0;
  await setFields(document, { [field]: value });
  await save(document);
  assert.deepEqual(patches(place), [{ [inventoryType(type).key]: { [field]: value } }]);
  assert.deepEqual(requests(place, type, id), ['GET', 'PATCH', 'GET']);
  await eventually(async () => {
    assert.deepEqual(fieldsOf(document).updated_at, (await stored(life))?.updated_at);
  });
}

async function merge(life: Life): Promise<void> {
  const { item, place, id, document } = life;
  const [field, , theirs] = item.contested;
  const [otherField, otherValue] = item.other;
  await changeRecord(place.manager, item.type, id, { [field]: theirs });
  await setFields(document, { [otherField]: beforeEdit(otherValue) });
  await save(document);
  const merged = await stored(life);
  assert.deepEqual([merged?.[field], merged?.[otherField]], [theirs, beforeEdit(otherValue)]);
  await eventually(() => assert.deepEqual(fieldsOf(document)[field], theirs));
}

async function decideConflict(life: Life): Promise<void> {
  const { item, place, id, document } = life;
  const [field, mine, theirs] = item.contested;
  await setFields(document, { [field]: mine });
  await changeRecord(place.manager, item.type, id, { [field]: between(theirs) });
  place.proxy.seen.length = 0;
  assert.equal(await document.save(), false, 'the same field is a conflict');
  assert.deepEqual(patches(place), []);
  await vscode.commands.executeCommand('netsensor.keepMine', document.uri, field);
  await eventually(() => assert.equal(document.isDirty, false));
  assert.deepEqual((await stored(life))?.[field], mine);
  const after = await shownRecord(item.type, id, place);
  await eventually(() => assert.deepEqual(fieldsOf(after)[field], mine));
}

/** The document in front, once it is another one than that which was. */
const otherInFront = (before: vscode.TextDocument): Promise<vscode.TextDocument> =>
  eventually(() => {
    const document = activeDocument();
    assert.notEqual(document, before, 'it was saved, and nothing was sent');
    return document;
  });

async function takeRefusal(life: Life): Promise<void> {
  const { item } = life;
  const [field, value] = item.refused;
  let { document } = life;
  await setFields(document, { [field]: value });
  // Where it gets the name of its panel just then, the edit goes on in the document with that name.
  if (await document.save()) document = await otherInFront(document);
  assert.equal(await document.save(), false, 'the manager refuses');
  assert.equal(document.isDirty, true);
  assert.notDeepEqual((await stored(life))?.[field], value);
  const isMarked = () =>
    vscode.languages
      .getDiagnostics(document.uri)
      .some(
        ({ message, range }) =>
          /^The manager refused/.test(message) &&
          document.lineAt(range.start.line).text.includes(`"${field}"`),
      );
  await eventually(() => assert.ok(isMarked(), `${field} is marked`));
  await setFields(document, { [field]: null });
  await eventually(() => assert.ok(!isMarked(), 'no longer once it is another value'));
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

async function remove(life: Omit<Life, 'document'>): Promise<void> {
  const { item, place, id } = life;
  const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Delete'));
  const node = {
    kind: 'record',
    connectionId: place.connectionId,
    type: item.type,
    recordId: id,
    name: 'Goes',
  };
  await vscode.commands.executeCommand('netsensor.deleteRecords', node);
  dialogs.restore();
  assert.equal(await stored(life), undefined);
  assert.match(dialogs.shown[0]?.detail ?? '', /A backup is written first/);
  assert.match(dialogs.shown.at(-1)?.message ?? '', /^Deleted 1 /);
}

/** Requests about one record; the list of its type may be read at any time. */
const requests = ({ proxy }: Place, type: InventoryType, id: number) =>
  proxy.seen.filter(({ url }) => url.includes(`/${type}/${id}?`)).map(({ method }) => method);

const patches = ({ proxy }: Place) =>
  proxy.seen.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown);

/** Saves; a refusal fails the test with its reason. */
async function save(document: vscode.TextDocument): Promise<void> {
  if (await document.save()) return;
  await vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(document.getText()));
  assert.fail(`${document.uri.path} was not saved at first, but then it was`);
}

/** A value of the same kind that differs. */
const beforeEdit = (value: unknown): unknown =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value - 2 : `${String(value)} once`;

const between = (value: unknown): unknown =>
  typeof value === 'number' ? value - 1 : /^\d+$/.test(String(value)) ? '5' : `${String(value)} z`;
