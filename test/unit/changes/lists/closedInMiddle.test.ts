import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { carryOut } from '../../../../src/changes/change.js';
import { shownOfCreated } from '../../../../src/changes/lists/createdBefore.js';
import { withCreated, withGivenIds } from '../../../../src/changes/lists/listAfterwards.js';
import { listChange, type ListReceipt } from '../../../../src/changes/lists/listChange.js';
import { EditedDocument, type EarlierSaves } from '../../../../src/changes/records/editedDocument.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { readList } from '../../../../src/model/inventory/listDocument.js';
import { printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';

const rack = (id: number, name = `R${id}`) => ({ id, name, u_height: 42, width: 19 });
const start = [1, 2, 3, 4, 5, 6].map(id => rack(id));
const added = (name: string) => ({ name, u_height: 42, width: 19 });

/** Whether the request in the middle of which the window is closed is carried out, and when: while it is closed, or never. */
type End = 'done' | 'lost';

/** A list, its manager and the windows that it is saved in. */
class Windows {
  readonly stored = new Map<number, InventoryRecord>(start.map(record => [record.id, record]));
  readonly writes: string[] = [];
  readonly asked: string[] = [];
  readonly planned: string[] = [];
  /** Whether it answers that it creates, and does so later or never. */
  isLate = false;
  private kept: string | undefined;
  private document = this.open();
  private id = 100;
  /** What is called with the how manieth write it is, before and after it is carried out. */
  onWrite: (number: number, write: () => void) => Promise<void> = async (_, write) => write();

  /** Closes the window in the middle of whatever it does, and opens it again with what was kept. */
  reload(): void {
    this.document = this.open();
  }

  private open(): EditedDocument {
    const earlier = this.kept === undefined ? undefined : (JSON.parse(this.kept) as EarlierSaves);
    const opened = new EditedDocument(printFields(start), earlier, changed => {
      if (changed === this.document) this.kept = JSON.stringify(changed.earlier);
    });
    return opened;
  }

  async save(edited: readonly RecordFields[]): Promise<ListReceipt> {
    const { document } = this;
    const text = printFields(edited);
    const { receipt } = await document.save({
      write: async (earlier, { onSending, onCreated }) => {
        const started = JSON.parse(document.baseText ?? '') as RecordFields[];
        const typed = readList(text).items;
        const { signal } = new AbortController();
        const created = await shownOfCreated(
          { type: 'racks', items: typed, base: started, created: earlier.created },
          { client: this.client(), signal },
        );
        const items = withGivenIds('racks', typed, created);
        const base = withCreated(started, items, created);
        const change = listChange(
          {
            name: 'Lab',
            client: this.client(),
            onSending: ([key, fields]) => onSending({ [key]: fields }),
            onCreated,
            keepMine: async () => (this.asked.push('keep mine'), true),
            useTwins: async names => (this.asked.push(`use ${names}`), true),
            createAgain: async names => void this.asked.push(`create again ${names}`),
            secretsOf: async () => ({}),
          },
          { type: 'racks', base, items, sentBefore: earlier.sent },
        );
        const done = await carryOut(change, {
          during: (_, work) => work({ signal: new AbortController().signal, tell: () => undefined }),
          agree: async ({ lines }) => (this.planned.push(...lines), true),
          requireUnlocked: () => undefined,
          backUp: async () => 'file:backup',
          journal: (_, work) => work(),
        });
        if (!done) throw new Error('given up');
        return { saved: text, receipt: done.receipt };
      },
      mayBeStored: () => false,
    });
    return receipt;
  }

  private async write(what: string, write: () => void): Promise<void> {
    this.writes.push(what);
    await this.onWrite(this.writes.length, write);
  }

  private client(): Parameters<typeof listChange>[0]['client'] {
    return {
      listRecords: async type => ({ rows: type === 'racks' ? [...this.stored.values()] : [], unread: [] }),
      getRecord: async (_, id) => {
        const record = this.stored.get(id);
        if (record) return record;
        throw new ApiError({ reason: 'notFound', status: 404, method: 'GET', path: '/' });
      },
      createRecord: async (_, fields) => {
        const record = { ...fields, id: (this.id += 1) };
        await this.write(`POST ${String(fields['name'])}`, () => {
          if (!this.isLate) this.stored.set(record.id, record);
        });
        return record;
      },
      updateRecord: (_, id, { changes }) =>
        this.write(`PATCH ${id}`, () =>
          this.stored.set(id, { ...rack(id), ...this.stored.get(id), ...changes }),
        ),
      deleteRecord: (_, id) => this.write(`DELETE ${id}`, () => this.stored.delete(id)),
    };
  }

  /** Saves until a write, in the middle of which the window is closed and comes back. */
  async closeIn(number: number, end: End, edited: readonly RecordFields[]): Promise<void> {
    const reached = new Promise<void>(resolve => {
      this.onWrite = async (which, write) => {
        if (which < number) return write();
        if (which === number && end === 'done') write();
        resolve();
        // Nobody hears of this or anything after it any more.
        await new Promise(() => undefined);
      };
    });
    void this.save(edited);
    await reached;
    this.reload();
    this.onWrite = async (_, write) => write();
  }
}

const edited = [...[1, 2, 3, 4].map(id => rack(id, `New ${id}`)), rack(6), added('N'), added('M')];
const names = (records: Iterable<RecordFields>) => [...records].map(({ name }) => name).sort();
const cuts = [1, 2, 3, 4, 5, 6, 7].flatMap(number =>
  (['done', 'lost'] as const).map(end => [number, end] as const),
);

describe('a list whose window is closed in the middle of its save', () => {
  it.each(cuts)('loses nothing and creates nothing twice: in write %i, which is %s', async (number, end) => {
    const windows = new Windows();
    await windows.closeIn(number, end, edited);
    await windows.save(edited);
    expect(names(windows.stored.values())).toEqual(names(edited));
    expect(windows.asked.filter(asked => asked === 'keep mine')).toEqual([]);
  });

  it.each(cuts)('knows its own when it is typed on: in write %i, which is %s', async (number, end) => {
    const windows = new Windows();
    await windows.closeIn(number, end, edited);
    const typed = edited.map((fields, place) => {
      if (place < 2) return { ...fields, name: `Newer ${place}` };
      return fields.name === 'N' ? { ...fields, u_height: 10 } : fields;
    });
    await windows.save(typed);
    expect(windows.asked.filter(asked => asked === 'keep mine')).toEqual([]);
    // A create that nobody answered is told from another only by its fields, so it is said where they were changed.
    const isUnanswered = number === 1 && end === 'done';
    expect(names(windows.stored.values())).toEqual(names([...typed, ...(isUnanswered ? [added('N')] : [])]));
    const [created] = [...windows.stored.values()].filter(({ name }) => name === 'N').slice(-1);
    expect(created?.['u_height']).toBe(10);
  });

  it('says before and after a create that was not answered and is another one now that it was made after all', async () => {
    const windows = new Windows();
    await windows.closeIn(1, 'done', edited);
    const receipt = await windows.save(
      edited.map(fields => (fields.name === 'N' ? { ...fields, u_height: 10 } : fields)),
    );
    const made = 'An earlier save has created these after all: N.';
    expect(windows.asked).toEqual([]);
    expect(windows.planned).toContain(made);
    expect(windows.planned).toContain('What is created again, or under another name, is there twice then.');
    expect(receipt.message).toContain(made);
  });
});

describe('what a list created and nobody looked at, because the window was closed', () => {
  const withNew = [rack(1, 'New'), ...start.slice(1), added('N')];
  /** Closes the window in the PATCH after a POST that is answered and not carried out so far. */
  const closeAfterCreate = async (): Promise<Windows> => {
    const windows = new Windows();
    windows.isLate = true;
    await windows.closeIn(2, 'done', withNew);
    windows.isLate = false;
    return windows;
  };

  it('is asked about when the manager does not show it, and created again by that answer alone', async () => {
    const windows = await closeAfterCreate();
    const receipt = await windows.save(withNew);
    expect(windows.asked).toEqual(['create again • N']);
    expect(windows.writes).toEqual(['POST N', 'PATCH 1', 'POST N']);
    expect(receipt.afterwards.items.at(-1)).toEqual({ ...added('N'), id: 102 });
  });

  it('is the same once it shows, and is not sent again', async () => {
    const windows = await closeAfterCreate();
    let reads = 0;
    const { get } = windows.stored;
    windows.stored.get = id => {
      if (id === 101 && (reads += 1) === 2) windows.stored.set(id, { ...added('N'), id });
      return get.call(windows.stored, id);
    };
    const receipt = await windows.save(withNew);
    expect([windows.asked, windows.writes]).toEqual([[], ['POST N', 'PATCH 1']]);
    expect(receipt.afterwards.items.at(-1)).toEqual({ ...added('N'), id: 101 });
  });

  it('is not created again when it cannot be read: the save fails, and the next one knows it', async () => {
    const windows = await closeAfterCreate();
    const { get } = windows.stored;
    windows.stored.get = id => {
      if (id === 101) throw new ApiError({ reason: 'forbidden', status: 403, method: 'GET', path: '/' });
      return get.call(windows.stored, id);
    };
    await expect(windows.save(withNew)).rejects.toMatchObject({ status: 403 });
    windows.stored.get = get;
    windows.stored.set(101, { ...added('N'), id: 101 });
    await windows.save(withNew);
    expect([windows.asked, windows.writes]).toEqual([[], ['POST N', 'PATCH 1']]);
  });

  it('is said to be open when it stands in the list no more', async () => {
    const windows = await closeAfterCreate();
    const { remark } = await windows.save(withNew.slice(0, -1));
    expect(remark).toBe('An earlier save may still create these: N. Look again later.');
  });
});

describe('what was taken back in a list after it was sent and nobody answered', () => {
  it('is looked for, and taken back once it shows', async () => {
    const windows = new Windows();
    await windows.closeIn(1, 'lost', [rack(1, 'New'), ...start.slice(1)]);
    let reads = 0;
    const { get } = windows.stored;
    windows.stored.get = id => {
      reads += 1;
      if (reads === 2) windows.stored.set(1, rack(1, 'New'));
      return get.call(windows.stored, id);
    };
    const receipt = await windows.save(start);
    expect(windows.stored.get(1)).toEqual(rack(1));
    expect([receipt.message, windows.writes]).toEqual(['Racks: 1 saved on Lab.', ['PATCH 1', 'PATCH 1']]);
  });

  it('is said to be open when it does not show', async () => {
    const windows = new Windows();
    await windows.closeIn(1, 'lost', [rack(1, 'New'), ...start.slice(1)]);
    const { remark } = await windows.save(start);
    expect(remark).toBe('An earlier save may still store name of R1 ("New"). Look again later.');
  });

  it('is said of what was to be deleted, and of what was to be created', async () => {
    const deleting = new Windows();
    await deleting.closeIn(1, 'lost', start.slice(1));
    const kept = await deleting.save(start);
    expect(kept.remark).toBe('An earlier save may still delete these: R1. Look again later.');
    const creating = new Windows();
    await creating.closeIn(1, 'lost', [...start, added('N')]);
    const left = await creating.save(start);
    expect(left.remark).toBe('An earlier save may still create these: N. Look again later.');
  });
});
