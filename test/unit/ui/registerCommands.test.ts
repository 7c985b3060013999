import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import type { Log } from '../../../src/ui/doors.js';
import { Command, onFocused } from '../../../src/ids.js';
import * as played from './vscodeOfPlaces.js';

vi.mock('vscode', () => import('./vscodeOfPlaces.js'));
const { registerCommands } = await import('../../../src/ui/registerCommands.js');

afterEach(() => {
  played.said.length = 0;
});

it.each([
  ['its node', Command.deleteNodes, [{ itemId: 'A' }], true],
  ['nothing, so that it takes what is selected', Command.deleteNodes, [], false],
  ['the row with the focus', Command.deleteNodes, [onFocused], false],
  ['nothing, in the title of a view, whose command asks no selection', Command.refresh, [], true],
] as const)(
  'a command that failed with %s is tried again only where that is the same thing',
  async (_given, id, args, isOffered) => {
    const fail = async () => {
      throw new ApiError({ reason: 'unreachable', method: 'GET', path: '/' });
    };
    const registered = registerCommands({ [id]: fail }, { error: () => undefined } as unknown as Log);
    await played.registered.get(id)!(...args);
    await vi.waitFor(() => expect(played.said).toHaveLength(1));
    expect(played.said[0]!.includes('Try again')).toBe(isOffered);
    registered.dispose();
  },
);
