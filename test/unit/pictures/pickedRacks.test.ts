import { expect, it, vi } from 'vitest';
import type { PictureServices } from '../../../src/pictures/pictureCommands.js';

const asked = vi.hoisted(() => [] as { placeHolder?: string }[]);
vi.mock('vscode', async () => ({
  ...(await import('../explorer/vscodeOfExplorer.js')),
  window: {
    showQuickPick: async (_: unknown, options: { placeHolder?: string }) => void asked.push(options),
  },
}));
const { showRacks } = await import('../../../src/pictures/pictureCommands.js');

it('says above the racks to choose from as of when they are, where they could not be read again', async () => {
  const records = [1, 2].map(id => ({ id, name: `Rack ${id}` }));
  const list = { records, name: (id: number) => `Rack ${id}` };
  let stale: object | undefined;
  const services = {
    pickConnection: async () => ({ id: 'lab' }),
    lists: { read: async () => list, stale: () => stale },
  } as unknown as PictureServices;
  await showRacks(services);
  stale = { readAt: 0, error: new Error('no') };
  await showRacks(services);
  expect(asked.map(({ placeHolder }) => placeHolder)).toEqual([undefined, expect.stringMatching(/^As of /)]);
});
