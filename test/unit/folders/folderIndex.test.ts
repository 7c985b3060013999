import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderIndex, writtenReference } from '../../../src/folders/folderIndex.js';
import { runCli } from '../cli/runCli.js';

const racks = 'inventory/racks/core-a.json';
const reservations = 'inventory/rack_reservations/core-a-1.json';

describe('what the editor knows of a folder', () => {
  let root = '';
  const write = (path: string, content: object | string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    writeFileSync(join(root, path), text);
    return text;
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'netsensor-index-'));
    write('netsensor.json', {});
    write(racks, { name: 'Core A', u_height: 42, width: 19 });
    write(reservations, { rack_id: '@racks/Core A', units: '1' });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('finds the file of a reference, and follows what is typed, created and taken away', () => {
    const index = new FolderIndex(root);
    expect(index.find({ type: 'racks', key: 'Core A' })).toBe(racks);
    index.update(racks, '{"name": "Core B"}');
    expect(index.find({ type: 'racks', key: 'Core A' })).toBeUndefined();
    expect(index.find({ type: 'racks', key: 'Core B' })).toBe(racks);
    write('inventory/racks/other.json', { name: 'Other' });
    index.update('inventory/racks/other.json');
    expect(index.offers('racks').map(({ reference }) => reference)).toEqual([
      '@racks/Core B',
      '@racks/Other',
    ]);
    rmSync(join(root, 'inventory/racks/other.json'));
    index.update('inventory/racks/other.json');
    expect(index.offers('racks')).toHaveLength(1);
    // What a link leads to may be no file, and have no end.
    symlinkSync('/dev/zero', join(root, 'inventory/racks/other.json'));
    index.update('inventory/racks/other.json');
    expect(index.offers('racks')).toHaveLength(1);
    // No longer in an editor: what is on disk counts.
    index.update(racks);
    expect(index.find({ type: 'racks', key: 'Core A' })).toBe(racks);
  });

  it('says in the places of the fields what netsensor validate says of the files', async () => {
    const text = write(reservations, { rack_id: '@racks/Gone', units: '1' });
    write('inventory/racks/broken.json', '{\n  "name": }');
    write('inventory/racks/twin.json', { name: 'Core A', u_height: 42, width: 19 });
    write('inventory/tags/red.json', { name: 'Red', weight: 'heavy', colour: 1 });
    const found = await new FolderIndex(root).problems();
    const at = (path: string) => found.filter(problem => problem.path === path);
    expect(at(reservations).map(({ message }) => message)).toEqual(['rack_id leads nowhere: @racks/Gone.']);
    const { offset, length } = at(reservations)[0]!.place;
    expect(text.slice(offset, offset + length)).toBe('"@racks/Gone"');
    expect(at('inventory/racks/broken.json')[0]!.place.offset).toBeGreaterThan(1);
    expect(at('inventory/tags/red.json').map(({ field }) => field)).toContain('weight');
    const { output } = await runCli(['-C', root, 'validate'], {});
    const whole = found.filter(({ path }) => !path.includes('/tags/'));
    expect(whole).toHaveLength(4);
    for (const { path } of whole) expect(output).toContain(path);
    for (const { message } of whole) expect(output).toContain(message);
  });

  it('says nothing where all is right, and of no file that was agreed what a new record alone needs', async () => {
    write('inventory/tags/known.json', { name: 'Known', weight: 1 });
    const git = { timeout: 1000, signal: new AbortController().signal };
    expect(await new FolderIndex(root).problems(git)).toEqual([]);
  });
});

describe('the reference at a place', () => {
  const at = (text: string) => {
    const offset = text.indexOf('|');
    return writtenReference('rack_reservations', text.replace('|', ''), offset);
  };

  it.each([
    ['{"rack_id": "@racks/Co|re A"}', { type: 'racks', key: 'Core A' }],
    ['{"rack_id": "|"}', undefined],
    ['{"rack_id": |}', undefined],
    ['{"units": "1", "rack_id": |', undefined],
    ['{"rack_id": 1|2}', undefined],
  ])('leads to racks in %s', (text, reference) => {
    expect(at(text)).toMatchObject({ to: 'racks', reference });
  });

  it.each(['{"ra|ck_id": 1}', '{"units": "|"}', '{"rack_id": [1, |]}', '|{}'])('is none in %s', text => {
    expect(at(text)).toBeUndefined();
  });
});
