import { describe, expect, it } from 'vitest';
import {
  EditedDocument,
  type AcceptedSave,
  type EarlierSaves,
  type SaveProgress,
} from '../../../../src/changes/records/editedDocument.js';
import { inert } from '../../../../src/words/inert.js';
import { PartlySavedError } from '../../../../src/words/sentenceErrors.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { savedLast } from '../../../../src/changes/records/saveFlow.js';

const mayBeStored = () => false;
const shows = (text: string, isDirty = false) => ({ isDirty, getText: () => text });
const saving = (accepted: AcceptedSave) => ({ write: () => Promise.resolve(accepted), mayBeStored });

it('saves one after another, and what is read waits for them', async () => {
  const document = new EditedDocument('B');
  const log: string[] = [];
  let end = (): void => undefined;
  const first = document.save({
    write: () => new Promise<AcceptedSave>(resolve => (end = () => resolve({ saved: 'T' }))),
    mayBeStored,
  });
  const second = document.save({
    write: () => Promise.resolve({ saved: log.push(`starts from ${document.baseText}`) ? 'U' : '' }),
    mayBeStored,
  });
  const read = document.read(async () => log.push(`read after ${document.baseText}`));
  await Promise.resolve();
  expect(log).toEqual([]);
  end();
  await Promise.all([first, second, read]);
  expect(log).toEqual(['starts from T', 'read after U']);
});

it('reads once more what was read before a save that began meanwhile', async () => {
  const document = new EditedDocument('B');
  let stored = 'B';
  let saved: Promise<unknown> | undefined;
  const read = await document.read(async () => {
    const found = stored;
    saved ??= document.save({ write: async () => ({ saved: (stored = 'T') }), mayBeStored });
    await saved;
    return found;
  });
  expect(read).toBe('T');
});

it('goes on after a save that was refused', async () => {
  const document = new EditedDocument('B');
  const refused = document.save({ write: () => Promise.reject(new Error('no')), mayBeStored });
  await expect(refused).rejects.toThrow('no');
  await document.save(saving({ saved: 'T' }));
  expect(document.baseText).toBe('T');
});

it('remembers what was created until the editor shows what is stored, beyond the window', async () => {
  const kept: EarlierSaves[] = [];
  const document = new EditedDocument('B', undefined, ({ earlier }) => kept.push(earlier));
  const created = [{ fields: { name: 'N' }, id: 7 }];
  await document.save(saving({ saved: 'T', goesOn: 'T7', created }));
  // VS Code says so after each save, of what was typed into meanwhile too.
  expect(document.show(shows('T and more'))).toBe(false);
  expect(document.show(shows('T'))).toBe(true);
  expect([document.baseText, document.earlier.created]).toEqual(['T7', created]);
  expect(new EditedDocument('T7', kept.at(-1)).earlier.created).toEqual(created);
  document.serve('S');
  document.show(shows('S'));
  expect([document.baseText, document.earlier.created, kept.at(-1)?.created]).toEqual(['S', [], []]);
});

it('knows what was saved in another form after a conflict was decided and in the next window', async () => {
  const kept: EarlierSaves[] = [];
  const document = new EditedDocument('{"a":1}', undefined, ({ earlier }) => kept.push(earlier));
  await document.save(saving({ saved: '{"a":2}', goesOn: '{"a":3}' }));
  document.decide(text => text.replace('}', ',"b":1}'));
  const again = new EditedDocument(document.baseText, kept.at(-1));
  expect([again.baseText, again.earlier.saved?.text]).toEqual(['{"a":3,"b":1}', '{"a":2,"b":1}']);
});

it('tells what was sent since a text was saved: what stands in the text of that was typed again', async () => {
  const document = new EditedDocument('B');
  document.startFrom('B', { sent: [['name', '40']] });
  await document.save(saving({ saved: '{"name":"40","email":"43"}', goesOn: '{"email":"41"}' }));
  expect(savedLast(document.earlier)).toEqual({ name: '40', email: '43' });
  const unknown = document.save({
    write: async (_, { onSending }) => {
      onSending({ email: '42' });
      throw new Error('lost');
    },
    mayBeStored: () => true,
  });
  await expect(unknown).rejects.toThrow('lost');
  expect(savedLast(document.earlier)).toEqual({ name: '40' });
  // As where a value that changed with the save is put back: nobody has typed anything again.
  const { sentBefore } = document.earlier.saved ?? {};
  await document.save(saving({ saved: '{"name":"39","email":"43"}', sentBefore, goesOn: '{"email":"41"}' }));
  expect(savedLast(document.earlier)).toEqual({ name: '39' });
});

describe('a write that was lost', () => {
  const lost = (fields: RecordFields) => ({
    write: async (_: unknown, { onSending }: SaveProgress): Promise<AcceptedSave> => {
      onSending(fields);
      throw new Error('lost');
    },
    mayBeStored: () => true,
  });
  /** A document that shows a text and whose save of another one was lost. */
  async function withLost(): Promise<EditedDocument> {
    const document = new EditedDocument();
    document.serve('40');
    document.show(shows('40'));
    await expect(document.save(lost({ phone: '43' }))).rejects.toThrow('lost');
    return document;
  }

  it('is known beyond the next text where a later value was saved over it', async () => {
    const document = await withLost();
    const [late] = document.earlier.sent;
    await document.save(saving({ saved: '44', told: late && [late] }));
    document.serve('44');
    document.show(shows('44'));
    expect(document.earlier).toMatchObject({ sent: [late], told: [late] });
  });

  it('is known where an undo leads back to what was shown before it', async () => {
    const document = await withLost();
    document.show(shows('40'));
    expect(document.earlier.sent).toEqual([['phone', '43']]);
  });

  it('is nothing that a text which was read again goes on from', async () => {
    const document = await withLost();
    document.serve('40');
    document.show(shows('40'));
    expect(document.earlier.sent).toEqual([]);
  });
});

it('expects no more what was seen to be stored', async () => {
  const document = new EditedDocument('B');
  const late = ['phone', '43'] as const;
  document.startFrom('B', { sent: [late, ['email', '43']] });
  await document.save(saving({ saved: 'T', arrived: [late] }));
  expect(document.earlier.sent).toEqual([['email', '43']]);
});

it('stays what it has become', async () => {
  const document = new EditedDocument('B');
  await document.save(saving({ saved: 'T', became: 'record' }));
  await document.save(saving({ saved: 'U' }));
  expect(document.earlier.became).toBe('record');
});

describe('a document of which a part was saved', () => {
  it('tells a save that was waiting meanwhile what was created', async () => {
    const created = [{ fields: { name: 'F' }, id: 7 }];
    const document = new EditedDocument('base');
    const part = new PartlySavedError(inert('F'), 'rest', { created });
    const first = document.save({ write: () => Promise.reject(part), mayBeStored });
    const known: EarlierSaves[] = [];
    const second = document.save({
      write: earlier => Promise.resolve({ saved: known.push(earlier) ? 'T' : '' }),
      mayBeStored,
    });
    await expect(first).rejects.toBe(part);
    await second;
    expect(known.map(earlier => earlier.created)).toEqual([created]);
  });

  it('tells its next saves what was created and what is open, until it shows what the manager has', async () => {
    const created = [{ fields: { name: 'N' }, id: 7 }];
    const sent = [['1', { name: 'New' }]] as const;
    const document = new EditedDocument('base');
    const earlierOf = async (): Promise<EarlierSaves> => {
      let known: EarlierSaves = { sent: [], created: [] };
      const write = async (earlier: EarlierSaves) => {
        known = earlier;
        throw new Error('not taken');
      };
      await document.save({ write, mayBeStored: () => false }).catch(() => undefined);
      return known;
    };
    const told = [['new', { name: 'Lost' }]] as const;
    document.startFrom('rest', { created, sent: [...sent, ...told], told });
    expect(await earlierOf()).toEqual({ sent: [...sent, ...told], created, told });
    expect([(await earlierOf()).sent, document.baseText]).toEqual([[...sent, ...told], 'rest']);
    document.serve('fresh');
    document.show({ isDirty: false, getText: () => 'fresh' });
    // What may have been created is asked about before it is created once more, after a revert too.
    expect((await earlierOf()).sent).toEqual(told);
  });
});
