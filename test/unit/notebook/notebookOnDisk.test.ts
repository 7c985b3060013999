import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printNotebook } from '../../../src/model/notebook/notebookFile.js';
import type { Log } from '../../../src/ui/doors.js';
import { storedState } from '../storedState.js';
import { dialogs, disk, OpenNotebook, type Slow } from './notebookHost.js';

vi.mock('vscode', async () => (await import('./notebookHost.js')).vscodeOfNotebook);
const { unsavedField } = await import('../../../src/notebook/notebookData.js');
const { NotebookSerializer } = await import('../../../src/notebook/notebookSerializer.js');

const fileOf = (text: string) => printNotebook({ cells: [{ kind: 'query', text, extra: {} }], extra: {} });
const conflict = '<<<<<<< ours\n';

/** What waits until a test lets it go on. */
function hold(...slow: readonly Slow[]) {
  const held: (() => void)[] = [];
  disk.pass = async each => {
    if (!slow.includes(each)) return;
    await new Promise<void>(resolve => held.push(resolve));
  };
  return {
    held,
    release: () => {
      disk.pass = async () => undefined;
      held.forEach(resolve => resolve());
    },
  };
}

describe('a notebook whose file changes', () => {
  const log = { error: (line: unknown) => failures.push(line) } as unknown as Log;
  let failures: unknown[];
  let serializer: InstanceType<typeof NotebookSerializer>;
  let notebook: OpenNotebook;

  const open = async (text: string) => {
    disk.put(fileOf(text));
    notebook = new OpenNotebook(serializer);
    await notebook.open();
  };
  /** The file becomes something else, which VS Code reads. */
  const replace = (content: string) => {
    disk.put(content);
    return notebook.readAgain();
  };

  beforeEach(() => {
    failures = [];
    Object.assign(dialogs, { shown: [], answer: undefined });
    disk.pass = async () => undefined;
    serializer = new NotebookSerializer(storedState(), log);
  });
  afterEach(() => {
    notebook.close();
    serializer.dispose();
    expect(failures).toEqual([]);
  });

  it('is unsaved with what is typed while its file is read, which is no notebook', async () => {
    await open('{}');
    await vi.waitFor(() => expect(disk.content).toBe(fileOf('{}')));
    const { release } = hold('read', 'look');
    const reading = replace(conflict);
    notebook.change({ text: '// mine' });
    expect(notebook.isDirty).toBe(false);
    release();
    await reading;
    await vi.waitFor(() => expect(notebook.isDirty).toBe(true));
    expect(await notebook.save()).toBe(false);
    expect([notebook.text, disk.content]).toEqual(['// mine', conflict]);
  });

  it('says that what was typed while another notebook was read is not in it', async () => {
    await open('{}');
    const { release } = hold('read', 'look');
    const reading = replace(fileOf('[1]'));
    notebook.change({ text: '// mine' });
    release();
    await reading;
    await vi.waitFor(() =>
      expect(dialogs.shown.join()).toMatch(/was read again from disk while you changed it/),
    );
    expect([notebook.text, notebook.isDirty]).toEqual(['[1]', false]);
  });

  it('says nothing when it is read again as it is, or when what was typed is taken back', async () => {
    await open('{}');
    await replace(fileOf('[1]'));
    notebook.change({ text: '// mine' });
    notebook.change({ text: '[1]' });
    notebook.isDirty = false;
    await replace(fileOf('[2]'));
    expect(dialogs.shown).toEqual([]);
  });

  it('counts as saved where what was typed is taken back, of which VS Code tells the text last', async () => {
    await open('{}');
    notebook.change({ text: '// mine' });
    notebook.isDirty = false;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    notebook.tell();
    notebook.text = '{}';
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect([notebook.isDirty, Object.keys(notebook.metadata)]).toEqual([
      false,
      expect.not.arrayContaining([unsavedField]),
    ]);
  });

  it('counts as saved where an undo leads back to what was saved while it was typed into', async () => {
    await open('{}');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    notebook.change({ text: '[1]' });
    notebook.onSerialize = () => () => notebook.change({ text: '[1, 2]' });
    await notebook.save();
    await vi.advanceTimersByTimeAsync(1_000);
    const undo = { text: '[1]', isDirty: false };
    Object.assign(notebook, undo);
    notebook.tell();
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(notebook).toMatchObject(undo);
    expect(notebook.metadata).not.toHaveProperty(unsavedField);
    const { release } = hold('read', 'look');
    const reading = replace(conflict);
    notebook.change({ text: '// mine' });
    release();
    await reading;
    await vi.waitFor(() => expect(notebook.isDirty).toBe(true));
  });

  it('is not saved over what came right after it was read, though it was saved here before', async () => {
    await open('{}');
    notebook.change({ text: '// mine' });
    expect(await notebook.save()).toBe(true);
    notebook.close();
    const { held, release } = hold('look');
    await open('// mine');
    await vi.waitFor(() => expect(held).not.toEqual([]));
    disk.put(fileOf('[1]'), false);
    release();
    notebook.change({ text: '// more' });
    expect(await notebook.save()).toBe(false);
    expect(disk.content).toBe(fileOf('[1]'));
  });

  it('is not saved over what came while others had their turn in its save', async () => {
    await open('{}');
    notebook.change({ text: '// mine' });
    const now = vi.spyOn(Date, 'now');
    const late = async () => {
      disk.put(fileOf('[1]'), false);
      now.mockReturnValue(new Date().getTime() + 60_000);
    };
    expect(await notebook.save(late)).toBe(false);
    now.mockRestore();
    expect(disk.content).toBe(fileOf('[1]'));
  });

  it.each(['save', 'Keep mine'])(
    'asks nothing about the half that is there while it is written by %s',
    async by => {
      await open('{}');
      if (by === 'Keep mine') {
        dialogs.answer = by;
        disk.put(conflict, false);
      }
      notebook.change({ text: '// mine' });
      const { pass } = disk;
      disk.pass = async kind => {
        if (kind !== 'write') return;
        disk.pass = pass;
        disk.put('');
        await new Promise(resolve => setImmediate(resolve));
      };
      await notebook.save();
      await vi.waitFor(() => expect(disk.content).toBe(fileOf('// mine')));
      expect(dialogs.shown.filter(each => /empty|not complete/.test(each))).toEqual([]);
    },
  );

  it('keeps what it shows while its file is empty, and says so where it stays empty', async () => {
    await open('{}');
    await replace('');
    expect([notebook.text, notebook.isDirty]).toEqual(['{}', false]);
    await vi.waitFor(() =>
      expect(dialogs.shown).toEqual([
        expect.stringMatching(/^n.dqnb has changed on disk. It is empty there/),
      ]),
    );
    await replace(fileOf('[1]'));
    expect(notebook.text).toBe('[1]');
  });

  it('lets an empty file be read while another has a conflict for longer', async () => {
    await open('{}');
    await replace(conflict);
    await vi.waitFor(() => expect(dialogs.shown).toHaveLength(1));
    const empty = new Uint8Array();
    await expect(serializer.deserializeNotebook(empty)).rejects.toThrow();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect((await serializer.deserializeNotebook(empty)).cells).toEqual([]);
    now.mockRestore();
  });

  it('lets an empty file be read while that of another cannot be, unless it is or was just empty', async () => {
    await open('{}');
    disk.pass = async () => Promise.reject(new Error('locked'));
    const empty = new Uint8Array();
    await expect(serializer.deserializeNotebook(empty)).rejects.toThrow();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect((await serializer.deserializeNotebook(empty)).cells).toEqual([]);
    now.mockRestore();
    disk.put('', false);
    disk.writtenAt = 0;
    await expect(serializer.deserializeNotebook(empty)).rejects.toThrow();
  });

  it('opens empty from an empty file', async () => {
    disk.put('');
    notebook = new OpenNotebook(serializer);
    await notebook.open();
    expect([notebook.text, dialogs.shown]).toEqual(['', []]);
  });

  it('is not saved over what it was itself before, when another program puts that back', async () => {
    await open('{}');
    const save = async (text: string) => {
      notebook.change({ text });
      expect(await notebook.save()).toBe(true);
    };
    await save('1');
    await vi.waitFor(() => expect(disk.content).toBe(fileOf('1')));
    const { subtle } = crypto;
    const digest = subtle.digest.bind(subtle);
    const late: (() => void)[] = [];
    const known: string[] = [];
    let asked = 0;
    // What was saved is known late, after the next save has begun.
    const digests = vi.spyOn(subtle, 'digest').mockImplementation(async (name, content) => {
      const text = Buffer.from(content as ArrayBuffer).toString();
      const isHeld = text === disk.content && text === fileOf('2');
      if (isHeld) await new Promise<void>(resolve => late.push(resolve));
      asked += 1;
      const made = await digest(name, content);
      known.push(text);
      return made;
    });
    await save('2');
    await vi.waitFor(() => expect(late).toHaveLength(1));
    notebook.change({ text: '3' });
    disk.put(fileOf('1'), false);
    const saving = notebook.save();
    // A save waits for digests alone: when it asks for none any more it has written, or waits for the one that is held.
    await vi.waitFor(() => expect(known).toContain(fileOf('3')));
    do await new Promise(resolve => setImmediate(resolve));
    while (asked > known.length);
    late.forEach(resolve => resolve());
    expect(await saving).toBe(false);
    digests.mockRestore();
    expect(disk.content).toBe(fileOf('1'));
  });

  it('is not saved over what it was opened with, put back before this was known to have been read again', async () => {
    await open('{}');
    await vi.waitFor(() => expect(disk.content).toBe(fileOf('{}')));
    const { release } = hold('look');
    await replace(fileOf('[2]'));
    await replace(fileOf('[1]'));
    disk.put(fileOf('{}'));
    notebook.change({ text: 'c[1]' });
    const saving = notebook.save();
    release();
    expect(await saving).toBe(false);
    expect(disk.content).toBe(fileOf('{}'));
  });

  it.each([
    { there: fileOf('{}'), isSaved: true },
    { there: fileOf('[1]'), isSaved: false },
  ])(
    'lets another be saved as it only where it knows what is there: $isSaved',
    async ({ there, isSaved }) => {
      await open('{}');
      disk.put(there, false);
      expect(await notebook.become('// other')).toBe(isSaved);
      expect(disk.content).toBe(isSaved ? fileOf('// other') : there);
      expect(dialogs.shown).toHaveLength(isSaved ? 0 : 1);
    },
  );

  it.each([{ slow: [] }, { slow: ['look' as const] }])(
    'is not saved over what it was itself before it read what it had been before that, when looks are slow: $slow',
    async ({ slow }) => {
      await open('{}');
      for (const text of ['1', '2']) {
        notebook.change({ text });
        expect(await notebook.save()).toBe(true);
      }
      await vi.waitFor(() => expect(disk.content).toBe(fileOf('2')));
      const { release } = hold(...slow);
      await replace(fileOf('1'));
      disk.put(fileOf('2'), false);
      notebook.change({ text: '3' });
      const saving = notebook.save();
      release();
      expect(await saving).toBe(false);
      expect(disk.content).toBe(fileOf('2'));
    },
  );

  it.each(['look', 'written'] as const)(
    'is not saved over what it was before, put back right after a save had written, when its “%s” is late',
    async slow => {
      await open('{}');
      notebook.change({ text: '1' });
      expect(await notebook.save()).toBe(true);
      notebook.change({ text: '2' });
      let release = () => undefined as void;
      notebook.onSerialize = () => () => ({ release } = hold(slow));
      const saving = notebook.save();
      await vi.waitFor(() => expect(disk.content).toBe(fileOf('2')));
      disk.put(fileOf('1'), false);
      release();
      expect(await saving).toBe(true);
      notebook.onSerialize = () => () => undefined;
      notebook.change({ text: '3' });
      expect(await notebook.save()).toBe(false);
      expect(disk.content).toBe(fileOf('1'));
    },
  );
});
