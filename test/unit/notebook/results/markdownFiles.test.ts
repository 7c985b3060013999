import { describe, expect, it } from 'vitest';
import { writeMarkdownFiles } from '../../../../src/notebook/results/markdownFiles.js';

const report = {
  text: 'text',
  pictures: ['1-a.svg', '2-b.svg'].map(name => ({ name, svg: '<svg/>' })),
};

/** A place, and what is done there. */
function placeWith(old: readonly string[], fails = '') {
  const done: string[] = [];
  const note = async (what: string) => {
    if (what === fails) throw new Error('disk full');
    done.push(what);
  };
  return {
    done,
    oldPictures: () => Promise.resolve(old),
    writePicture: note,
    deletePicture: (name: string) => note(`delete ${name}`),
    writeText: note,
  };
}

const goOn = () => undefined;

describe('the files of a report in Markdown', () => {
  it('are its pictures and then its text, and of pictures of before only those that it shows', async () => {
    const place = placeWith(['1-a.svg', '2-old.svg', '3-c.svg', 'mine.svg', '4-d.png']);
    await writeMarkdownFiles(report, { goOn }, place);
    expect(place.done).toEqual(['1-a.svg', '2-b.svg', 'text', 'delete 2-old.svg', 'delete 3-c.svg']);
  });

  it.each([0, 1, 2])('are no more once somebody has enough after %i', async enough => {
    const place = placeWith(['3-c.svg']);
    const stops = () => {
      if (place.done.length === enough) throw new Error('enough');
    };
    await expect(writeMarkdownFiles(report, { goOn: stops }, place)).rejects.toThrow('enough');
    expect(place.done).toEqual(['1-a.svg', '2-b.svg'].slice(0, enough));
  });

  it('have no text when one of them cannot be written, and it is said how far that went', async () => {
    const place = placeWith([], '2-b.svg');
    await expect(writeMarkdownFiles(report, { goOn }, place)).rejects.toThrow(
      / 1 of its 2 pictures.*disk full/,
    );
    expect(place.done).toEqual(['1-a.svg']);
  });
});
