import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { saveFields, type FieldSave } from '../../../../src/changes/records/saveFlow.js';

class Lost extends ApiError {
  constructor() {
    super({ reason: 'timeout', method: 'PATCH', path: '/' });
  }
}

const base = { id: 7, name: 'A', u_height: 42, width: 19 };

/** A manager with one record; it notes what is sent, and reads what `store` makes of it. */
function manager(
  current: RecordFields = base,
  store: (now: RecordFields, sent: RecordFields) => RecordFields = (now, sent) => ({ ...now, ...sent }),
) {
  let now = current;
  const sent: RecordFields[] = [];
  const reads: (RecordFields | undefined)[] = [];
  const stored: RecordFields[] = [];
  return {
    sent,
    reads,
    stored,
    access: {
      readFields: async (just?: RecordFields) => {
        reads.push(just);
        return now;
      },
      send: async (changes: RecordFields) => {
        sent.push(changes);
        now = store(now, changes);
      },
      onStored: (changes: RecordFields) => void stored.push(changes),
    },
  };
}

const save = (
  edited: RecordFields,
  access: Omit<FieldSave, 'rules' | 'base' | 'edited'>,
  from: RecordFields = base,
) => saveFields({ rules: inventoryRules('racks'), base: from, edited, ...access });

describe('saving a record', () => {
  it('reads, sends what changed, and reads what was stored', async () => {
    const { access, sent, reads, stored } = manager();
    const outcome = await save({ ...base, u_height: 45 }, access);
    expect(outcome).toEqual({
      kind: 'saved',
      stored: { ...base, u_height: 45 },
      sent: { u_height: 45 },
      secretFields: [],
      mergedFields: [],
      alteredFields: [],
      isIgnored: false,
    });
    expect([sent, reads, stored]).toEqual([
      [{ u_height: 45 }],
      [undefined, { u_height: 45 }],
      [{ u_height: 45 }],
    ]);
  });

  it('gives the writer what the manager had just before', async () => {
    const theirs = { ...base, name: 'B' };
    const { access } = manager(theirs);
    const seen: RecordFields[] = [];
    await save(
      { ...base, u_height: 45 },
      { ...access, send: async (_changes, current) => void seen.push(current) },
    );
    expect(seen).toEqual([theirs]);
  });

  it('sends nothing for a conflict or a field that nobody can take', async () => {
    const { access, sent } = manager({ ...base, u_height: 44 });
    expect(await save({ ...base, u_height: 45 }, access)).toEqual({
      kind: 'conflict',
      conflicts: [{ field: 'u_height', base: 42, mine: 45, theirs: 44 }],
    });
    expect(await save({ ...base, id: 8 }, access)).toMatchObject({
      kind: 'rejected',
      problems: [{ field: 'id' }],
    });
    expect(sent).toEqual([]);
  });

  it('sends nothing when nothing is left to send, and tells what others changed', async () => {
    const theirs = { ...base, name: 'B', updated_at: 'now' };
    const { access, sent, stored } = manager(theirs);
    expect(await save({ ...base }, access)).toEqual({
      kind: 'saved',
      stored: theirs,
      sent: {},
      secretFields: [],
      mergedFields: ['name'],
      alteredFields: [],
      isIgnored: false,
    });
    expect([sent, stored]).toEqual([[], []]);
  });

  it('tells which fields others changed meanwhile', async () => {
    const { access } = manager({ ...base, name: 'B', updated_at: 'now' });
    expect(await save({ ...base, u_height: 45 }, access)).toMatchObject({ mergedFields: ['name'] });
  });

  it('does not tell that others changed what I changed alike', async () => {
    const { access } = manager({ ...base, u_height: 45 });
    const outcome = await save({ ...base, u_height: 45, width: 21 }, access);
    expect(outcome).toMatchObject({ sent: { width: 21 }, mergedFields: [] });
  });

  it('sends secrets beside what changed, or alone, and names them without their values', async () => {
    const { access, sent, stored } = manager();
    const secrets = { password: 'hunter2' };
    const outcome = await save({ ...base, u_height: 45 }, { ...access, secrets });
    expect(outcome).toMatchObject({ sent: { u_height: 45 }, secretFields: ['password'], alteredFields: [] });
    await save({ ...base }, { ...access, secrets }, { ...base });
    expect(sent).toEqual([{ u_height: 45, ...secrets }, secrets]);
    expect(stored).toEqual([{ u_height: 45 }, {}]);
  });

  it('needs nobody who listens', async () => {
    const { access } = manager();
    const { onStored: _onStored, ...others } = access;
    expect(await save({ ...base, u_height: 45 }, others)).toMatchObject({
      kind: 'saved',
      sent: { u_height: 45 },
    });
  });
});

describe('what the manager made of a save', () => {
  const altered = async (edited: RecordFields, store: (now: RecordFields) => RecordFields) =>
    saveFields({
      rules: inventoryRules('power_panels'),
      base: { id: 7, name: 'A', description: 'x' },
      edited: { id: 7, name: 'A', description: 'x', ...edited },
      ...manager({ id: 7, name: 'A', description: 'x' }, store).access,
    });

  it('names sent fields that are stored differently or not returned', async () => {
    const other = await altered({ name: 'B' }, now => ({ ...now, name: 'b' }));
    expect(other).toMatchObject({ kind: 'saved', alteredFields: ['name'] });
    const gone = await altered({ name: 'B' }, () => ({ id: 7 }));
    expect(gone).toMatchObject({ kind: 'saved', alteredFields: ['name'] });
  });

  it('takes an emptied field that is not returned, or null, for stored', async () => {
    const missing = await altered({ description: null }, () => ({ id: 7, name: 'A' }));
    expect(missing).toMatchObject({ alteredFields: [] });
    const empty = await altered({ description: null }, now => ({ ...now, description: null }));
    expect(empty).toMatchObject({ alteredFields: [] });
    const kept = await altered({ description: null }, now => now);
    expect(kept).toMatchObject({ alteredFields: ['description'], isIgnored: true });
  });
});

describe('a save that the manager takes', () => {
  const ignoring = (kept: readonly string[]) =>
    manager(base, (now, changes) => ({
      ...now,
      ...Object.fromEntries(Object.entries(changes).filter(([name]) => !kept.includes(name))),
    })).access;
  const edited = { ...base, name: 'B', u_height: 45 };

  it('is ignored when everything that was sent is as it was', async () => {
    expect(await save(edited, ignoring(['name', 'u_height']))).toMatchObject({ isIgnored: true });
  });

  it('is none when a part of it is stored, or nothing was sent', async () => {
    expect(await save(edited, ignoring(['name']))).toMatchObject({
      isIgnored: false,
      alteredFields: ['name'],
    });
    expect(await save(base, ignoring([]))).toMatchObject({ isIgnored: false, sent: {} });
  });
});

describe('a save whose answer is lost', () => {
  const edited = { ...base, u_height: 45 };
  const lost = async () => {
    throw new Lost();
  };

  it('counts as done when the record shows what was sent', async () => {
    const { access, sent, reads, stored } = manager();
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    expect(await save(edited, { ...access, send })).toMatchObject({ kind: 'saved', stored: edited });
    expect([sent, stored]).toEqual([[{ u_height: 45 }], [{ u_height: 45 }]]);
    expect(reads).toEqual([undefined, { u_height: 45 }, { u_height: 45 }]);
  });

  it('fails as it failed when the record does not show it, and is not sent again', async () => {
    const { access, stored } = manager();
    let count = 0;
    const send = () => {
      count += 1;
      return lost();
    };
    await expect(save(edited, { ...access, send })).rejects.toBeInstanceOf(Lost);
    expect([count, stored]).toEqual([1, []]);
  });

  it('fails as it failed when the record cannot be read', async () => {
    const { access } = manager();
    let reads = 0;
    const readFields = async () => {
      reads += 1;
      if (reads > 1) throw new Error('unreadable');
      return base;
    };
    await expect(save(edited, { ...access, readFields, send: lost })).rejects.toBeInstanceOf(Lost);
  });

  it('fails when only a part of it is there', async () => {
    const { access } = manager(base, now => ({ ...now, u_height: 45 }));
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    await expect(save({ ...edited, name: 'B' }, { ...access, send })).rejects.toBeInstanceOf(Lost);
  });

  it('does not ask for fields that the manager never returns, unless there are no others', async () => {
    const power = { id: 7, name: 'A' };
    const record = manager(power, (now, { name }) => ({ ...now, name }));
    const send = async (changes: RecordFields) => {
      await record.access.send(changes);
      throw new Lost();
    };
    const panel = { rules: inventoryRules('power_panels'), base: power, ...record.access, send };
    expect(await saveFields({ ...panel, edited: { ...power, name: 'B', description: 'x' } })).toMatchObject({
      kind: 'saved',
      sent: { name: 'B', description: 'x' },
    });
    const only = { ...panel, base: { id: 7, name: 'B' }, edited: { id: 7, name: 'B', description: 'x' } };
    await expect(saveFields({ ...only, send: lost })).rejects.toBeInstanceOf(Lost);
  });

  it('counts as done when the record shows a field that it did not have', async () => {
    const power = { id: 7, name: 'A' };
    const { access } = manager(power);
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    const edited = { ...power, description: 'x' };
    expect(
      await saveFields({ rules: inventoryRules('power_panels'), base: power, edited, ...access, send }),
    ).toMatchObject({ kind: 'saved', stored: edited });
  });

  it('fails when a field that was there before has gone', async () => {
    const { access } = manager(base, ({ name: _name, ...others }) => others);
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    await expect(save({ ...edited, name: 'B' }, { ...access, send })).rejects.toBeInstanceOf(Lost);
  });

  it('is not looked up when it was refused', async () => {
    const { access, reads } = manager();
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Error('refused');
    };
    await expect(save(edited, { ...access, send })).rejects.toThrow('refused');
    expect(reads).toEqual([undefined]);
  });
});
