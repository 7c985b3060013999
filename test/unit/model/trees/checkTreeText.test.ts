import { describe, expect, it } from 'vitest';
import { checkTreeText } from '../../../../src/model/trees/checkTreeText.js';

describe('what a tree lacks', () => {
  it('is shown at the brace of the node that lacks it, not on every line of it', () => {
    const text = JSON.stringify({ sensor: { name: 'Top', children: [{ type: 1, children: [] }] } }, null, 2);
    const problems = checkTreeText(text, '1').problems.map(({ kind, offset, length }) => ({
      kind,
      offset,
      length,
    }));
    expect(problems).toEqual([{ kind: 'noName', offset: text.indexOf('{', text.indexOf('[')), length: 1 }]);
  });
});
