import { beforeEach, describe, expect, it, vi } from 'vitest';

const played = vi.hoisted(() => ({ toggle: () => undefined as void }));
vi.mock('vscode', () => import('./vscodeOfExplorer.js'));
vi.mock('../../../src/ui/doors.js', async original => ({
  ...(await original<object>()),
  runCommand: async () => played.toggle(),
}));

import { selectRow, type Explorer } from '../../../src/explorer/explorerCommands.js';
import { revealRow, selectFocused } from '../../../src/explorer/polledSelection.js';
import { Command } from '../../../src/ids.js';

/** A view whose focus is on a row, as VS Code has it: while it draws its rows it knows none of them, and toggling does harm. */
class PlayedView {
  isDrawing = false;
  revealed: string[] = [];

  constructor(
    private chosen: readonly string[],
    private readonly focused?: string,
  ) {}

  /** Rows are made anew each time that they are drawn. */
  get selection() {
    return this.isDrawing ? [] : this.chosen.map(itemId => ({ itemId }));
  }

  toggle(): void {
    const { focused, chosen } = this;
    if (focused === undefined) return;
    if (this.isDrawing) this.chosen = [];
    else if (chosen.includes(focused)) this.chosen = chosen.filter(itemId => itemId !== focused);
    else this.chosen = [...chosen, focused];
  }

  async reveal({ itemId }: { readonly itemId: string }): Promise<void> {
    this.revealed.push(itemId);
    this.chosen = [itemId];
  }
}

const ids = ({ selection }: PlayedView) => selection.map(({ itemId }) => itemId);
const longAgo = () => 0;
const playing = (view: PlayedView) => {
  played.toggle = () => view.toggle();
  return view;
};

describe('the row that has the focus', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('stays selected where it was', async () => {
    const view = playing(new PlayedView(['rack'], 'rack'));
    await selectFocused(view, longAgo);
    expect(ids(view)).toEqual(['rack']);
    expect(view.revealed).toEqual([]);
  });

  it('stays one of several that are selected', async () => {
    const view = playing(new PlayedView(['rack', 'feed'], 'feed'));
    await selectFocused(view, longAgo);
    expect(ids(view).sort()).toEqual(['feed', 'rack']);
  });

  it('is selected alone where another one was', async () => {
    const view = playing(new PlayedView(['rack'], 'feed'));
    await selectFocused(view, longAgo);
    expect(ids(view)).toEqual(['feed']);
  });

  it('is not taken for another one while rows are drawn', async () => {
    const view = playing(new PlayedView(['rack'], 'rack'));
    view.isDrawing = true;
    let drawnAt = Date.now();
    setTimeout(() => (drawnAt = Date.now()), 200);
    setTimeout(() => (view.isDrawing = false), 300);
    const selected = selectFocused(view, () => drawnAt);
    await vi.advanceTimersByTimeAsync(1_000);
    await selected;
    expect(ids(view)).toEqual(['rack']);
  });

  it('is known once rows are drawn that were told to change meanwhile', async () => {
    const view = playing(new PlayedView(['rack'], 'feed'));
    let drawnAt = 0;
    played.toggle = () => {
      view.toggle();
      view.isDrawing = true;
      drawnAt = Date.now();
      setTimeout(() => (view.isDrawing = false), 100);
    };
    const selected = selectFocused(view, () => drawnAt);
    await vi.advanceTimersByTimeAsync(1_000);
    await selected;
    expect(ids(view)).toEqual(['feed']);
  });
});

describe('keys that are pressed one right after the other', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const explorerOf = (view: PlayedView, down: PlayedView, selection: () => Promise<unknown>) =>
    ({ selection, view, down: { view: down }, drawn: { at: 0 }, keys: {} }) as unknown as Explorer;

  it('select the row with the focus one after the other', async () => {
    const view = playing(new PlayedView(['rack'], 'feed'));
    const explorer = explorerOf(view, new PlayedView([]), async () => []);
    await Promise.all([1, 2].map(() => selectRow(explorer, Command.deleteNodes)));
    expect(ids(view)).toEqual(['feed']);
  });

  it('wait in what is down for nothing that the tree reads, and leave its selection', async () => {
    const view = new PlayedView(['rack']);
    const down = playing(new PlayedView(['AP 1'], 'AP 2'));
    await selectRow(
      explorerOf(view, down, () => new Promise(() => undefined)),
      Command.deleteDown,
    );
    expect([ids(view), ids(down)]).toEqual([['rack'], ['AP 2']]);
  });
});

describe('a row that is shown while the tree is drawn anew', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  /** @param tries how often VS Code finds no such row */
  const viewDrawn = (tries: number) => {
    let left = tries;
    const reveal = vi.fn(async (_row: string, _options: object) => {
      if (left-- > 0) throw new Error('Cannot resolve tree item');
    });
    return { reveal };
  };

  it('is shown once that is over', async () => {
    const view = viewDrawn(3);
    const shown = revealRow(view, 'lab', { expand: true });
    await vi.runAllTimersAsync();
    await shown;
    expect(view.reveal).toHaveBeenCalledTimes(4);
    expect(view.reveal).toHaveBeenLastCalledWith('lab', { expand: true });
  });

  it('is missing where it stays so', async () => {
    const failed = expect(revealRow(viewDrawn(Infinity), 'lab', {})).rejects.toThrow('Cannot resolve');
    await vi.runAllTimersAsync();
    await failed;
  });
});
