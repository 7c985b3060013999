import { beforeEach, describe, expect, it } from 'vitest';
import { SelectionFollower } from '../../../../src/explorer/details/selectionFollower.js';

describe('following the selection of the tree', () => {
  let shown: (string | undefined)[];
  /** What VS Code answers, one answer for each time that it is asked. */
  let answers: string[][];
  /** The same of another view. */
  let downAnswers: string[][];
  const tree = () => Promise.resolve(answers.shift() ?? []);
  /** Until when that takes to answer. */
  let holding: Promise<void>;
  let downIsAsked: () => void;
  const down = async () => {
    downIsAsked();
    await holding;
    return downAnswers.shift() ?? [];
  };
  let follower: SelectionFollower<string>;

  beforeEach(() => {
    shown = [];
    answers = [];
    downAnswers = [];
    holding = Promise.resolve();
    downIsAsked = () => undefined;
    follower = new SelectionFollower<string>({
      views: [tree, down],
      show: node => shown.push(node),
      keyOf: node => node,
    });
  });

  it('shows what was selected before anybody followed', async () => {
    answers = [['Cologne']];
    await follower.look();
    expect(shown).toEqual(['Cologne']);
  });

  it('finds a selection that VS Code kept while it drew the tree anew, once a node is drawn', async () => {
    answers = [[]];
    await follower.look();
    answers = [['Cologne']];
    await follower.drawn();
    expect(shown).toEqual([undefined, 'Cologne']);
  });

  it('asks once more when a node was drawn while it was asking', async () => {
    answers = [[], ['Cologne']];
    await Promise.all([follower.look(), follower.drawn()]);
    expect(shown).toEqual(['Cologne']);
  });

  it('shows what is clicked while it still asks another view, as after a deletion', async () => {
    await follower.selected(tree, 'Cologne');
    let release = () => {};
    holding = new Promise(resolve => (release = resolve));
    const asked = new Promise<void>(resolve => (downIsAsked = resolve));
    const looking = follower.selected(tree, undefined);
    await asked;
    await follower.selected(tree, 'Bonn');
    answers = [['Bonn']];
    release();
    await looking;
    expect(shown.at(-1)).toBe('Bonn');
  });

  it('asks no more for what is drawn once a node is shown', async () => {
    await follower.look();
    await follower.selected(tree, 'Bonn');
    answers = [['Cologne']];
    await follower.drawn();
    expect(shown).toEqual([undefined, 'Bonn']);
  });

  it('keeps what is selected in the view used last when another one is drawn anew and has nothing', async () => {
    await follower.selected(down, 'Dortmund');
    downAnswers = [['Dortmund']];
    await follower.selected(tree, undefined);
    expect(shown).toEqual(['Dortmund', 'Dortmund']);
  });

  it('prefers the view used last to another one in which something is selected', async () => {
    await follower.selected(tree, 'Cologne');
    await follower.selected(down, 'Dortmund');
    answers = [['Cologne']];
    downAnswers = [['Dortmund']];
    await follower.look();
    expect(shown.at(-1)).toBe('Dortmund');
  });

  it('follows to a view that was used while it was drawn anew, which VS Code tells as no selection', async () => {
    await follower.selected(tree, 'Cologne');
    await follower.selected(down, 'Dortmund');
    answers = [['Bonn']];
    downAnswers = [['Dortmund']];
    await follower.selected(tree, undefined);
    expect(shown.at(-1)).toBe('Bonn');
    // The same one was selected before it was drawn anew: nobody has used it.
    await follower.selected(down, 'Essen');
    answers = [['Bonn']];
    downAnswers = [['Essen']];
    await follower.selected(tree, undefined);
    expect(shown.at(-1)).toBe('Essen');
  });

  it('goes to another view when what was selected in the view used last is gone', async () => {
    await follower.selected(down, 'Dortmund');
    answers = [['Cologne']];
    await follower.selected(down, undefined);
    expect(shown).toEqual(['Dortmund', 'Cologne']);
  });

  it('looks once more when another view is used while it is asking', async () => {
    await follower.selected(tree, 'Cologne');
    answers = [['Cologne']];
    downAnswers = [['Dortmund']];
    await Promise.all([follower.look(), follower.selected(down, 'Dortmund')]);
    expect(shown.at(-1)).toBe('Dortmund');
  });

  it('shows what one is at elsewhere until a view is used, and never in the place of what was deleted there', async () => {
    const elsewhere = async () => ['Lobby'];
    follower = new SelectionFollower<string>({
      views: [tree, down],
      elsewhere,
      show: node => shown.push(node),
      keyOf: node => node,
    });
    await follower.look();
    await follower.selected(tree, 'Cologne');
    await follower.selected(tree, undefined);
    expect(shown).toEqual(['Lobby', 'Cologne', undefined]);
    await follower.selected(elsewhere, 'Lobby');
    await follower.look();
    expect(shown.slice(3)).toEqual(['Lobby', 'Lobby']);
  });
});
