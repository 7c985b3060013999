import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { floorSource } from '../../src/pictures/floors/floorSource.js';
import type { SourceParts } from '../../src/pictures/pictureEntry.js';
import { inert } from '../../src/words/inert.js';
import type { Stale } from '../../src/words/staleWords.js';
import { SentenceError } from '../../src/words/sentenceErrors.js';

const connectionId = 'manager';
const treeWithPoint = (x: number) =>
  new SensorIndex({
    uuid: '1',
    name: 'root',
    type: 1,
    access_points: [],
    children: [
      {
        uuid: '2',
        name: 'Ground',
        type: 1,
        domain_type: 101,
        children: [],
        access_points: [{ id: 7, name: 'Lobby', mac_address: '00:1e:bd:00:00:07', status: 1, x, y: 5 }],
      },
    ],
  });

/** A floor whose manager is played by the test. */
function useFloor() {
  const read = new vscode.EventEmitter<string>();
  const manager = {
    tree: treeWithPoint(10),
    readAt: Date.now() - 60_000,
    asked: 0,
    refreshed: 0,
    stale: undefined as Stale | undefined,
    answer: () => Promise.resolve(),
    /** As the explorer does with what a read brought. */
    put(tree: SensorIndex) {
      manager.tree = tree;
      read.fire(connectionId);
    },
  };
  const parts = {
    readTree: () => Promise.resolve(manager.tree),
    treeReadAt: () => manager.readAt,
    treeStale: () => manager.stale,
    refreshSensors: () => {
      manager.refreshed += 1;
      manager.stale = undefined;
      return Promise.resolve();
    },
    readDomainAgain: () => {
      manager.asked += 1;
      return manager.answer();
    },
    onDidReadTree: read.event,
  } as unknown as SourceParts;
  const source = floorSource({ connectionId, uuid: '2' }, parts);
  let drawings = 0;
  const following = source.follow(() => (drawings += 1));
  const drawn = async () => {
    const { picture, problem, failure } = await source.make();
    return { place: picture.floor.points[0]?.place, problem, failure };
  };
  return { manager, drawn, lookAgain: () => source.lookAgain?.(), drawings: () => drawings, following };
}

describe('a floor plan', () => {
  it('that is opened reads what is older than a moment once, and follows when somebody else has moved a point', async () => {
    const { manager, drawn, lookAgain, drawings, following } = useFloor();
    assert.deepEqual((await drawn()).place, { x: 10, y: 5 });
    manager.answer = () => Promise.resolve(manager.put(treeWithPoint(30)));
    await Promise.all([lookAgain(), lookAgain()]);
    assert.deepEqual([manager.asked, (await drawn()).place], [1, { x: 30, y: 5 }]);
    assert.notEqual(drawings(), 0);
    following.dispose();
  });

  it('asks for nothing right after the tree was read', async () => {
    const { manager, lookAgain, following } = useFloor();
    manager.readAt = Date.now() - 1_000;
    await lookAgain();
    assert.equal(manager.asked, 0);
    following.dispose();
  });

  it('stays when it cannot be read again and says so, until it or all of the tree can', async () => {
    const { manager, drawn, lookAgain, drawings, following } = useFloor();
    manager.answer = () => Promise.reject(new SentenceError(inert('Out of order.')));
    await lookAgain();
    const { place, problem } = await drawn();
    assert.deepEqual(place, { x: 10, y: 5 });
    const drawnBefore = drawings();
    assert.notEqual(drawnBefore, 0);
    assert.match(problem ?? '', /could not be read again.* Out of order\.$/);
    manager.answer = () => Promise.resolve();
    await lookAgain();
    assert.deepEqual([(await drawn()).problem, manager.asked], [undefined, 2]);
    assert.ok(drawings() > drawnBefore);
    following.dispose();
  });

  it('says all that it lacks at once, and reads a tree again that could not be read again', async () => {
    const { manager, drawn, lookAgain, following } = useFloor();
    manager.answer = () => Promise.reject(new SentenceError(inert('Out of order.')));
    await lookAgain();
    const error = new SentenceError(inert('Not reachable.'));
    manager.stale = { readAt: Date.now(), error };
    const { problem } = await drawn();
    assert.match(problem ?? '', /Out of order\. As of .* Not reachable\.$/);
    await lookAgain();
    assert.equal(manager.refreshed, 1);
    manager.readAt = Date.now();
    assert.deepEqual(await drawn(), { place: { x: 10, y: 5 }, problem: undefined, failure: undefined });
    following.dispose();
  });

  it('is drawn without its file where the workspace cannot be searched, says so, and searches again when asked to', async () => {
    const file = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'Ground.floor.json');
    await writeFile(file, '{ "floor": "2", "metresPerUnit": 0.5 }');
    const { findFiles } = vscode.workspace;
    const { drawn, lookAgain, following } = useFloor();
    try {
      vscode.workspace.findFiles = () => Promise.reject(new Error('no ripgrep'));
      const { place, problem } = await drawn();
      assert.deepEqual(place, { x: 10, y: 5 });
      assert.match(problem ?? '', /could not be looked for in the workspace/);
      vscode.workspace.findFiles = findFiles;
      await lookAgain();
      assert.equal((await drawn()).problem, undefined);
    } finally {
      vscode.workspace.findFiles = findFiles;
      following.dispose();
      await rm(file, { force: true });
    }
  });
});
