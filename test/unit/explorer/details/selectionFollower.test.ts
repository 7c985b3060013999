import { beforeEach, describe, expect, it } from 'vitest';
import { SelectionFollower } from '../../../../src/explorer/details/selectionFollower.js';

describe('following the selection of the tree', () => {
  let shown: (string | undefined)[];
  /** What VS Code answers, one answer for each time that it is asked. */
  let answers: string[][];
  let follower: SelectionFollower<string>;

  beforeEach(() => {
    shown = [];
    answers = [];
    follower = new SelectionFollower<string>({
      selection: () => Promise.resolve(answers.shift() ?? []),
      show: node => shown.push(node),
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

  it('asks no more for what is drawn once a node is shown', async () => {
    await follower.look();
    await follower.selected('Bonn');
    answers = [['Cologne']];
    await follower.drawn();
    expect(shown).toEqual([undefined, 'Bonn']);
  });
});
