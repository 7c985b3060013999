import { describe, expect, it } from 'vitest';
import { withDocuments } from '../../../../src/model/pictures/editedRecords.js';
import { printPage } from '../../../../src/model/pictures/printPage.js';
import { rackPicture } from '../../../../src/model/pictures/racks/rackPicture.js';
import { rackElevations } from '../../../../src/model/pictures/racks/rackElevation.js';
import { saidRacks } from '../../../../src/words/rackWords.js';

const racks = Array.from({ length: 9 }, (_, index) => ({
  id: index + 1,
  name: `<b>${index}</b>`,
  u_height: [42, 24, 47][index % 3],
  width: 23,
}));

describe('the page for printing', () => {
  const shown = saidRacks(rackElevations(withDocuments('racks', racks, []), []));
  const page = printPage(rackPicture, { title: 'R&D', ...shown });

  it('has four racks to a sheet of paper, side by side however wide they are', () => {
    const sheets = page.split('<section>').slice(1);
    const bottoms = sheets.map(sheet =>
      [
        ...sheet.matchAll(
          /<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"[^>]* stroke-width="2"/g,
        ),
      ].map(([, y, height]) => Number(y) + Number(height)),
    );
    expect(bottoms.map(({ length }) => length)).toEqual([4, 4, 1]);
    for (const sheet of bottoms) expect(new Set(sheet).size).toBe(1);
  });

  it('has words as words, runs no script and asks no network', () => {
    expect(page).toContain('<title>R&#38;D</title>');
    expect(page).not.toContain('<b>');
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
  });
});
