import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { EditedDocument, lostBy, type EarlierSaves } from '../../../../src/changes/records/editedDocument.js';
import { saveRecord } from '../../../../src/changes/records/recordChange.js';
import { inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import { parseRecord, printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';
import { inert } from '../../../../src/words/inert.js';

const start: RecordFields = { id: 12, name: '40', email: '40' };
const names = { record: inert('contact'), manager: inert('manager') };

/** A contact of a manager that makes `43!` of 43, and a document of it whose first save of 43 got no answer. */
class LateWrite {
  stored = start;
  /** What is kept beyond the window. */
  kept: EarlierSaves | undefined;
  document = new EditedDocument(undefined, undefined, ({ earlier }) => (this.kept = earlier));

  /** Shows what the manager has, without an edit. */
  show(): void {
    const text = printFields(this.stored);
    this.document.serve(text);
    this.document.show({ isDirty: false, getText: () => text });
  }

  /** @returns what is said of the save */
  async save(email: string, send: (changes: RecordFields) => void): Promise<string> {
    const text = printFields({ ...this.stored, email });
    const { said } = await this.document.save({
      write: async (earlier, { onSending }) => {
        const { outcome, message } = await saveRecord(
          {
            rules: inventoryRules('contacts'),
            base: parseRecord(this.document.baseText ?? '{}'),
            edited: parseRecord(text),
            sentBefore: earlier.sent,
            lost: lostBy(earlier),
            readFields: () => Promise.resolve(this.stored),
            send: async changes => {
              onSending(changes);
              send(changes);
            },
            patience: { waits: [] },
          },
          names,
        );
        if (outcome.kind !== 'saved') throw new Error(message);
        return { saved: text, goesOn: printFields(outcome.stored), arrived: outcome.arrived, said: message };
      },
      mayBeStored: error => error instanceof Error && error.message.includes('not known whether the change'),
    });
    return said;
  }

  static async sent(): Promise<LateWrite> {
    const world = new LateWrite();
    world.show();
    const lost = world.save('43', () => {
      throw new ApiError({ reason: 'timeout', method: 'PATCH', path: '/contacts/12' });
    });
    await expect(lost).rejects.toThrow('It is not known whether the change was stored.');
    const said = await world.save('43', () => (world.stored = { ...start, email: '43!' }));
    expect(said).toContain('43!');
    return world;
  }

  /** What is said of a save after the manager got another value. */
  async conflictWith(email: string): Promise<string> {
    this.stored = { ...this.stored, email };
    const nothing = () => expect.unreachable('nothing is sent');
    return this.save('41', nothing).catch((error: Error) => error.message);
  }
}

const blamesNobody =
  'The same field has changed: email is "41" here and now "43" on the manager (it was "43!"). An earlier save sent email ("43"), too: it is not known whether that was stored late or someone else saved it. Nothing was sent. Compare, then keep one side.';

it('blames nobody for a late write of its own after the manager altered what was saved again', async () => {
  const world = await LateWrite.sent();
  expect(await world.conflictWith('43')).toBe(blamesNobody);
});

it('blames nobody either once the editor showed what is stored, in the next window, and after it was closed', async () => {
  const shown = await LateWrite.sent();
  shown.show();
  const windowed = await LateWrite.sent();
  windowed.show();
  windowed.document = new EditedDocument(windowed.document.baseText, windowed.kept);
  const closed = await LateWrite.sent();
  const before = closed.document;
  closed.document = new EditedDocument();
  closed.document.follow(before);
  await closed.document.read(() => Promise.resolve());
  closed.show();
  for (const world of [shown, windowed, closed]) expect(await world.conflictWith('43')).toBe(blamesNobody);
});

it('blames somebody else for a value that no save of the document sent', async () => {
  const world = await LateWrite.sent();
  expect(await world.conflictWith('44')).toMatch(/^Someone else changed the same field: email is "41" here/);
});
