import { expect, it, vi } from 'vitest';
import type { PictureServices } from '../../../src/pictures/pictureCommands.js';

const asked = vi.hoisted(() => [] as { placeHolder?: string }[]);
const waited = vi.hoisted(() => [] as string[]);
vi.mock('vscode', async () => ({
  ...(await import('../explorer/vscodeOfExplorer.js')),
  ProgressLocation: { Notification: 15 },
  window: {
    showQuickPick: async (_: unknown, options: { placeHolder?: string }) => void asked.push(options),
    withProgress: async ({ title }: { title: string }, task: (...given: object[]) => unknown) => {
      waited.push(title);
      return task({ report: () => undefined }, { onCancellationRequested: () => undefined });
    },
  },
}));
const { showFloorPlan, showRacks } = await import('../../../src/pictures/pictureCommands.js');

it('says above the racks to choose from as of when they are, where they could not be read again', async () => {
  const records = [1, 2].map(id => ({ id, name: `Rack ${id}` }));
  const list = { records, name: (id: number) => `Rack ${id}` };
  let stale: object | undefined;
  const services = {
    pickConnection: async () => ({ id: 'lab' }),
    connections: { get: () => undefined },
    lists: { read: async () => list, stale: () => stale },
  } as unknown as PictureServices;
  await showRacks(services);
  stale = { readAt: 0, error: new Error('no') };
  await showRacks(services);
  expect(asked.map(({ placeHolder }) => placeHolder)).toEqual([undefined, expect.stringMatching(/^As of /)]);
});

it('says of a manager that is slow that it is read, before there is anything to choose from', async () => {
  vi.useFakeTimers();
  const slow = async () => {
    await new Promise(resolve => setTimeout(resolve, 8_000));
    throw new Error('no');
  };
  const services = {
    panels: async () => ({}),
    pickConnection: async () => ({ id: 'lab' }),
    connections: { get: () => ({ name: 'Lab' }) },
    lists: { read: slow },
    readTree: slow,
  } as unknown as PictureServices;
  for (const show of [showRacks, showFloorPlan]) {
    const shown = expect(show(services)).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waited.splice(0)).toEqual(['Reading Lab…']);
    await vi.advanceTimersByTimeAsync(8_000);
    await shown;
  }
  vi.useRealTimers();
});
