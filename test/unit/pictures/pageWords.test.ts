import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TopologyPicture } from '../../../src/model/pictures/topology/topologyPicture.js';
import { pageWords } from '../../../src/pictures/pageWords.js';
import { pictureKinds } from '../../../src/pictures/pictureKinds.js';

describe('the hint below a topology', () => {
  const hintOf = (view: 'tree' | 'flows') =>
    pageWords(pictureKinds.topology, { topology: { view } } as TopologyPicture, false).hint;

  it('says of a tree how its branches open, and of who talks to whom what its cells lead to', () => {
    expect(hintOf('tree')).toMatch(/open and close/);
    expect(hintOf('tree')).not.toMatch(/cell/);
    expect(hintOf('flows')).toMatch(/the query behind a cell/);
    expect(hintOf('flows')).not.toMatch(/open and close|branch/);
  });
});

describe('the hint below racks', () => {
  it('says what can be dragged where the connection lets one, and else how arrow keys move', () => {
    const racks = { title: '', racks: [], trouble: '' };
    const hints = [true, false].map(isEditable => pageWords(pictureKinds.racks, racks, isEditable).hint);
    expect(hints).toEqual([expect.stringMatching(/^Drag over free units/), 'Arrow keys move, Enter opens.']);
  });
});

describe('the page of a kind', () => {
  it('is a file of its name, and there is none of another', () => {
    const pages = readdirSync('src/renderer/pictures/kinds').sort();
    expect(pages).toEqual(
      Object.keys(pictureKinds)
        .map(kind => `${kind}Page.ts`)
        .sort(),
    );
  });
});
