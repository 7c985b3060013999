import { applyEdits } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { besidesSince, editsBack, putBack, withBefore } from '../../../src/records/putBack.js';
import { EditedDocument } from '../../../src/changes/records/editedDocument.js';
import { saveFields } from '../../../src/changes/records/recordChange.js';
import {
  asGoneOn,
  changedBesides,
  goneOnAfter,
  savedLast,
  type SavedFields,
} from '../../../src/changes/records/saveFlow.js';
import { inventoryRules } from '../../../src/model/inventory/recordRules.js';
import { parseRecord, printFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { describeBesides, type BesidesOfRecord } from '../../../src/words/describeProblems.js';

const rack = { id: 12, name: 'AAA two', u_height: 42, width: 19 };
const rules = inventoryRules('racks');

/** A rack in an editor, with a manager that makes what it likes of the first change. */
function editor(make: (changes: RecordFields) => RecordFields) {
  const document = new EditedDocument(printFields(rack));
  const manager = { stored: { ...rack } as RecordFields, sent: [] as RecordFields[] };
  const save = async (textOf: (from: { base: string; saved: string | undefined }) => Texts) => {
    let outcome: SavedFields | undefined;
    await document.save({
      write: async earlier => {
        const { baseText, editedText, ...more } = textOf({
          base: document.baseText ?? '',
          saved: earlier.saved?.text,
        });
        const base = parseRecord(baseText);
        const before = 'saved' in more ? base : savedLast(earlier);
        const edited = asGoneOn({ edited: parseRecord(editedText), saved: before, base });
        const done = await saveFields({
          rules,
          base,
          edited,
          sentBefore: earlier.sent,
          readFields: async () => manager.stored,
          send: async changes => {
            manager.sent.push(changes);
            const made = manager.sent.length === 1 ? make(changes) : changes;
            manager.stored = { ...manager.stored, ...made };
          },
        });
        if (done.kind !== 'saved') throw new Error(done.kind, { cause: done });
        outcome = done;
        const goesOn = printFields(goneOnAfter(edited, done));
        return { saved: editedText, goesOn, ...more };
      },
      mayBeStored: () => false,
    });
    return outcome as unknown as SavedFields;
  };
  return {
    manager,
    document,
    save: (text: RecordFields) =>
      save(({ base }) => ({ baseText: base, editedText: printFields({ ...rack, ...text }) })),
    undo: (besides: readonly BesidesOfRecord[]) => save(from => putBack(from, besides)),
    showUndone: (besides: readonly BesidesOfRecord[]) => document.decide(text => withBefore(text, besides)),
  };
}

interface Texts {
  readonly baseText: string;
  readonly editedText: string;
  readonly saved?: string;
}

const besidesOf = ({ besides, stored }: SavedFields): BesidesOfRecord[] => [
  { fields: changedBesides(besides, stored) },
];

describe('what a save changed besides, in a document that was typed into meanwhile', () => {
  it('is sent when it is typed after it was put back', async () => {
    const { manager, save, undo, showUndone } = editor(changes => ({ ...changes, width: 23 }));
    const besides = besidesOf(await save({ u_height: 12 }));
    await undo(besides);
    showUndone(besides);
    await save({ u_height: 14, width: 23 });
    expect(manager.sent.at(-1)).toEqual({ u_height: 14, width: 23 });
  });

  it('is put back alone, and the next save sends what was typed alone', async () => {
    const { manager, save, undo } = editor(changes => ({ ...changes, width: 10 }));
    await undo(besidesOf(await save({ u_height: 12 })));
    expect([manager.sent[1], manager.stored]).toEqual([{ width: 19 }, { ...rack, u_height: 12 }]);
    const { mergedFields } = await save({ u_height: 14 });
    expect([manager.sent[2], mergedFields]).toEqual([{ u_height: 14 }, []]);
  });

  it('is put back where what was sent was stored otherwise, which is nobody else’s change', async () => {
    const { manager, save, undo } = editor(changes => ({ ...changes, u_height: 13, width: 10 }));
    const saved = await save({ u_height: 12 });
    expect(saved.alteredFields).toEqual(['u_height']);
    await undo(besidesOf(saved));
    expect([manager.sent[1], manager.stored]).toEqual([{ width: 19 }, { ...rack, u_height: 13 }]);
    await save({ u_height: 14 });
    expect(manager.sent[2]).toEqual({ u_height: 14 });
  });

  it('stays put back by a save of a text that still shows what it had become', async () => {
    const { manager, save, undo } = editor(changes => ({ ...changes, width: 10 }));
    await undo(besidesOf(await save({ u_height: 12 })));
    await save({ u_height: 14, width: 10 });
    expect(manager.sent[2]).toEqual({ u_height: 14 });
  });

  it('is not put back over what somebody else made of it since, unless that was told', async () => {
    const { manager, document, save, undo } = editor(changes => ({ ...changes, width: 10 }));
    const besides = besidesOf(await save({ u_height: 12 }));
    manager.stored = { ...manager.stored, width: 21 };
    const before = document.baseText;
    const failure = await undo(besides).catch(({ cause }: Error) => cause);
    const conflicts = [{ field: 'width', base: 10, mine: 19, theirs: 21 }];
    expect(failure).toEqual({ kind: 'conflict', conflicts });
    expect([manager.sent.length, document.baseText]).toEqual([1, before]);
    const since = besidesSince(besides, conflicts);
    expect(describeBesides(since)).toMatch(/: width: 21 \(was 19\)\.$/);
    await undo(since);
    expect(manager.stored['width']).toBe(19);
  });
});

describe('what was stored otherwise than it was sent', () => {
  it.each([
    [12, 13],
    ['AAA two b', 'AAA TWO B'],
    ['AAA two b', 'something else'],
  ])('is what the document goes on from: %j stored as %j', async (sent, stored) => {
    const field = typeof sent === 'number' ? 'u_height' : 'name';
    const { manager, save } = editor(() => ({ [field]: stored }));
    await save({ [field]: sent });
    await save({ [field]: sent, width: 21 });
    expect(manager.sent[1]).toEqual({ width: 21 });
    await save({ [field]: typeof sent === 'number' ? 14 : 'typed', width: 21 });
    expect(manager.sent[2]).toEqual({ [field]: typeof sent === 'number' ? 14 : 'typed' });
  });
});

describe('the text of a document', () => {
  const besides: BesidesOfRecord[] = [{ id: 12, name: 'AAA one', fields: [['width', 19, 10]] }];

  it('says of each field what it is and was', () => {
    expect(describeBesides(besides)).toMatch(/: width of AAA one: 10 \(was 19\)\.$/);
  });

  it('is given a value back where it shows what that has become, in its record of a list', () => {
    const list = (width: number) =>
      printFields([
        { id: 11, width: 10 },
        { ...rack, width },
      ]);
    expect(applyEdits(list(10), editsBack(list(10), besides))).toBe(list(19));
    expect(editsBack(list(21), besides)).toEqual([]);
    expect(editsBack('[{"id": 11}]', besides)).toEqual([]);
  });

  it('differs from what a list started from in what is put back alone', () => {
    const list = (fields: RecordFields) =>
      printFields([
        { id: 11, width: 19 },
        { ...rack, ...fields },
      ]);
    const from = { base: list({ u_height: 13 }), saved: list({ u_height: 12 }) };
    expect(putBack(from, besides)).toEqual({
      baseText: list({ u_height: 13, width: 10 }),
      editedText: list({ u_height: 13 }),
      saved: list({ u_height: 12, width: 10 }),
    });
  });
});
