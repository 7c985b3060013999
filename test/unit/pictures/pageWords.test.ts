import { describe, expect, it } from 'vitest';
import type { ShownPicture } from '../../../src/model/pictures/shownPicture.js';
import { pageWords } from '../../../src/pictures/pageWords.js';

describe('the hint below a topology', () => {
  const hintOf = (view: 'tree' | 'flows') =>
    pageWords({ kind: 'topology', topology: { view } } as ShownPicture).lockedHint;

  it('says of a tree how its branches open, and of who talks to whom what its cells lead to', () => {
    expect(hintOf('tree')).toMatch(/open and close/);
    expect(hintOf('tree')).not.toMatch(/cell/);
    expect(hintOf('flows')).toMatch(/the query behind a cell/);
    expect(hintOf('flows')).not.toMatch(/open and close|branch/);
  });
});
