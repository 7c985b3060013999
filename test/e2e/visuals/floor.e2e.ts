import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import {
  findNode,
  makeAccessPoint,
  makeDomain,
  readSensorTree,
  type TreeNode,
  type TreePoint,
} from '../../support/sensorTree.js';
import { useKeptWorkbench, useManager } from '../useWorkbench.js';
import { dragFrom, standing } from './drawnPicture.js';

/** 800 × 500 pixels of one colour: where the points are is told by these alone. */
const plan =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#c08040"/></svg>';

describe('a floor, with mouse and keyboard', () => {
  const { manager, proxy } = useManager();
  const window = useKeptWorkbench(() => ({ 'plans/ground.svg': plan }));
  let floor: TreeNode;
  const points = new Map<string, TreePoint>();

  const picture = () => window().notebookOutputs;
  const mark = (name: string) => picture().locator(`[data-mark][aria-label^="${name},"]`);
  /** What a mouse takes hold of: around the symbol of a point, or the row of one that waits for a place. */
  const symbol = (name: string) => mark(name).locator('circle, rect').first();
  /** Drags an access point by so many pixels. */
  const drag = async (name: string, by: readonly [number, number]) => {
    const { height } = await standing(symbol(name));
    await dragFrom(window().page, symbol(name), { from: height / 2, by });
  };
  const placeOf = async (name: string) => {
    const found = findNode(await readSensorTree(manager(), floor.uuid), floor.uuid);
    const point = found?.access_points?.find(({ id }) => id === points.get(name)?.id);
    return [point?.['x'], point?.['y']];
  };
  /** What is sent besides reads. */
  const sentFromNow = () => {
    const before = proxy().writes.length;
    return () =>
      proxy()
        .writes.slice(before)
        .map(({ method, body }) => [method, JSON.parse(body) as unknown]);
  };
  const show = async () => {
    for (const above of ['Sensors', 'root']) await window().expandTreeItem(above);
    const drawn = picture().locator('body[data-state=drawn] svg');
    await window().openFromMenu(window().treeItem(floor.name), drawn, 'Show Floor Plan');
  };

  before('a floor of its own', async () => {
    const workbench = window();
    const top = await readSensorTree(manager());
    floor = await makeDomain(manager(), { name: 'AAB floor', parent_uuid: top.uuid, domain_type: 101 });
    const note = { floor: floor.uuid, picture: 'ground.svg', layer: 'reach', metresPerUnit: 0.05 };
    await writeFile(join(workbench.folder, 'plans', 'ground.floor.json'), JSON.stringify(note));
    const places = { Lobby: { x: 10, y: 10 }, Stairs: { x: 60, y: 40 }, Corner: { x: 200, y: 120 } };
    for (const [name, place] of Object.entries(places))
      points.set(name, await makeAccessPoint(manager(), { name, sensor_uuid: floor.uuid, ...place }));
    await workbench.openView('Netsensor');
    await workbench.connection('').first().waitFor();
    if (await workbench.connection('unlocked').isVisible())
      await workbench.runCommand('Netsensor: Lock (Read-only)');
    await workbench.connection('read-only').waitFor();
    await workbench.runCommand('Netsensor: Refresh');
  });

  it('is unlocked with a click, and sends one PATCH with the new place of a point that was dragged, when Ctrl+S is pressed in it', async () => {
    const workbench = window();
    await show();
    await picture().getByRole('button', { name: 'Unlock' }).click();
    await workbench.quickPickItem('Unlock until I lock it').click();
    await picture().getByText('Drag an access point to move it').waitFor();
    const from = await standing(symbol('Lobby'));
    const to = await standing(symbol('Corner'));
    await drag('Lobby', [(to.x - from.x) / 2, (to.y - from.y) / 2]);
    await workbench.dirtyTab('Lobby').waitFor();
    const placed = () => mark('Lobby').getAttribute('aria-label');
    const [x, y] = await eventually(async () => {
      const [, ...place] = /x (\d+), y (\d+), not saved$/.exec((await placed()) ?? '') ?? [];
      assert.equal(place.length, 2);
      return place.map(Number) as [number, number];
    });
    // A pixel is most of a unit.
    assert.ok(Math.abs(x - 105) <= 1 && Math.abs(y - 65) <= 1, `${x}, ${y}`);
    assert.deepEqual(await placeOf('Lobby'), [10, 10]);
    const sent = sentFromNow();
    await workbench.pressSave();
    await eventually(async () => assert.match((await placed()) ?? '', /y \d+$/));
    assert.deepEqual(await placeOf('Lobby'), [x, y]);
    assert.deepEqual(sent(), [['PATCH', { x, y }]]);
    await workbench.closeEditors();
  });

  it('is exported as a PNG with its background, exactly as it is shown', async () => {
    const workbench = window();
    await show();
    const image = picture().locator('svg image');
    const svg = picture().locator('#sheet > svg');
    const all = await standing(svg);
    const below = (await image.boundingBox())!;
    await picture().getByText('Export', { exact: true }).click();
    await picture().getByRole('button', { name: 'Export as PNG…' }).click();
    await eventually(async () => assert.match(await workbench.quickInput.inputValue(), /floor\.png$/));
    await workbench.page.keyboard.press('Enter');
    await eventually(async () => assert.match((await workbench.notifications()).join(), /was written/));
    const png = await readFile(join(workbench.folder, 'floor.png'), 'base64');
    const place: [number, number] = [
      (below.x + below.width * 0.9 - all.x) / all.width,
      (below.y + below.height * 0.9 - all.y) / all.height,
    ];
    const { size, color } = await pixelOf(workbench.page, png, place);
    const [red, green, blue] = color;
    // Brown on the ground of the theme, a little faded.
    assert.ok(red > green + 30 && green > blue + 30, `rgb ${color.join(' ')}`);
    assert.ok(Math.abs(size[0] / size[1] - all.width / all.height) < 0.02, size.join(' × '));
  });

  it('is there again after a reload of the window, with what was chosen and looked for', async () => {
    const workbench = window();
    await picture().getByLabel('Filter by name').fill('stairs');
    await picture().getByText('1 of 3 access points').waitFor();
    await workbench.reloadWindow();
    await picture().getByText('1 of 3 access points').waitFor({ timeout: 60_000 });
    assert.equal(await picture().getByLabel('Layer').inputValue(), 'reach');
    await workbench.closeEditors();
  });
});

/** The colour of a place in a PNG, both ways from 0 to 1, and how large it is; as a browser says it. */
const pixelOf = (page: Page, png: string, [x, y]: readonly [number, number]) =>
  page.evaluate<{ size: [number, number]; color: [number, number, number] }>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(png)}), letter => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(${x} * image.width, ${y} * image.height, 1, 1);
    return { size: [image.width, image.height], color: [...data].slice(0, 3) };
  })()`);
