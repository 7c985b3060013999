import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { settleWaits } from '../../../../src/changes/settle.js';
import { saveFields } from '../../../../src/changes/records/recordChange.js';
import { type FieldSave } from '../../../../src/changes/records/saveFlow.js';

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
      besides: {},
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
      besides: {},
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

  it('is ignored when all that the manager shows of it is as it was: what it never shows tells nothing', async () => {
    const hidden = (kept: readonly string[]) => {
      const { send, readFields } = ignoring(kept);
      const readShown = async () => {
        const { width: _, ...shown } = await readFields();
        return shown;
      };
      return { send, readFields: readShown };
    };
    const { width: _, ...shown } = base;
    const sent = { ...shown, name: 'B', width: 23 };
    expect(await save(sent, hidden(['name', 'width']), shown)).toMatchObject({ isIgnored: true });
    expect(await save(sent, hidden(['width']), shown)).toMatchObject({ isIgnored: false });
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
    expect(reads).toEqual([undefined, { u_height: 45 }]);
  });

  it('counts as done when the record shows it in another spelling that it had not before', async () => {
    const { access } = manager(base, (now, sent) => ({ ...now, name: String(sent.name).toUpperCase() }));
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    expect(await save({ ...base, name: 'Lost rack' }, { ...access, send })).toMatchObject({
      kind: 'saved',
      stored: { name: 'LOST RACK' },
      alteredFields: ['name'],
    });
    const old = { ...base, name: 'LOST RACK' };
    expect(
      await save({ ...base, name: 'Lost rack' }, { ...manager(old).access, send: lost }, old),
    ).toMatchObject({ kind: 'unsettled' });
  });

  it('is open when the record does not show it however often it is read, and is not sent again', async () => {
    const { access, stored, reads } = manager();
    let count = 0;
    const send = () => {
      count += 1;
      return lost();
    };
    expect(await save(edited, { ...access, send })).toEqual({
      kind: 'unsettled',
      sent: { u_height: 45 },
      became: 'unknown',
      error: expect.any(Lost) as unknown,
    });
    expect([count, stored, reads.length]).toEqual([1, [], 5]);
  });

  it('is open when the record cannot be read', async () => {
    const { access } = manager();
    let reads = 0;
    const readFields = async () => {
      reads += 1;
      if (reads > 1) throw new Error('unreadable');
      return base;
    };
    const outcome = await save(edited, { ...access, readFields, send: lost });
    expect(outcome).toMatchObject({ kind: 'unsettled', error: expect.any(Lost) as unknown });
  });

  it('is open when only a part of it is there', async () => {
    const { access } = manager(base, now => ({ ...now, u_height: 45 }));
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    expect(await save({ ...edited, name: 'B' }, { ...access, send })).toMatchObject({ kind: 'unsettled' });
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
    expect(await saveFields({ ...only, send: lost })).toMatchObject({ kind: 'unsettled' });
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

  it('is open when a field that was there before has gone', async () => {
    const { access } = manager(base, ({ name: _name, ...others }) => others);
    const send = async (changes: RecordFields) => {
      await access.send(changes);
      throw new Lost();
    };
    expect(await save({ ...edited, name: 'B' }, { ...access, send })).toMatchObject({ kind: 'unsettled' });
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

/** A manager whose reads show a write only after so many of them, and that answers the write as told. */
function late(readsBefore: number, answer: () => Promise<void> = async () => undefined) {
  let now: RecordFields = base;
  let pending: RecordFields = {};
  let left = 0;
  return {
    readFields: async () => {
      if (left > 0) left -= 1;
      else now = { ...now, ...pending };
      return now;
    },
    send: async (changes: RecordFields) => {
      pending = changes;
      left = readsBefore;
      return answer();
    },
  };
}

describe('a save that shows late', () => {
  const edited = { ...base, u_height: 45 };
  const lost = async () => {
    throw new Lost();
  };

  it('is waited for, whether it was answered or not', async () => {
    for (const answer of [undefined, lost]) {
      const waits: number[] = [];
      const patience = { pause: async (milliseconds: number) => void waits.push(milliseconds) };
      const outcome = await save(edited, { ...late(2, answer), patience });
      expect(outcome).toMatchObject({ kind: 'saved', stored: edited, isIgnored: false, alteredFields: [] });
      expect(waits).toEqual(settleWaits.slice(0, 2));
    }
  });

  it('is waited for field by field: what shows already says nothing of the rest', async () => {
    const { send, readFields } = late(2);
    const partly = async () => ({ ...(await readFields()), name: 'B' });
    let reads = 0;
    const outcome = await save(
      { ...edited, name: 'B' },
      { send, readFields: () => ((reads += 1) > 1 ? partly() : readFields()) },
    );
    expect(outcome).toMatchObject({ kind: 'saved', alteredFields: [] });
  });

  it('is open, not ignored, when nobody waits for it', async () => {
    const patience = { signal: AbortSignal.abort() };
    expect(await save(edited, { ...late(9), patience })).toEqual({
      kind: 'unsettled',
      sent: { u_height: 45 },
      became: 'unknown',
      error: undefined,
    });
  });

  it('is stored when it was answered and the record cannot be read any more', async () => {
    let reads = 0;
    const readFields = async () => {
      reads += 1;
      if (reads > 1) throw new Error('unreadable');
      return base;
    };
    expect(await save(edited, { readFields, send: async () => undefined })).toMatchObject({
      kind: 'unsettled',
      became: 'stored',
    });
  });

  it('is looked for once when the manager itself says that it failed', async () => {
    const { access, reads } = manager();
    const send = async () => {
      throw new ApiError({ reason: 'server', status: 500, method: 'PATCH', path: '/' });
    };
    expect(await save(edited, { ...access, send })).toMatchObject({ kind: 'unsettled', became: 'unknown' });
    expect(reads).toHaveLength(2);
  });

  it('is nobody else’s change when it shows after all', async () => {
    const theirs = { ...base, u_height: 45 };
    const sentBefore = [['u_height', 45]] as const;
    const again = manager(theirs);
    expect(await save(edited, { ...again.access, sentBefore })).toMatchObject({ sent: {}, mergedFields: [] });
    const on = manager(theirs);
    expect(await save({ ...base, u_height: 46 }, { ...on.access, sentBefore })).toMatchObject({
      kind: 'saved',
      sent: { u_height: 46 },
      mergedFields: [],
    });
    const undone = manager(theirs);
    expect(await save({ ...base }, { ...undone.access, sentBefore })).toMatchObject({
      sent: { u_height: 42 },
    });
    const spelt = [['name', 'Räck 9']] as const;
    const upper = { ...base, name: 'RÄCK 9' };
    const same = manager(upper);
    expect(await save({ ...base, name: 'Räck 9' }, { ...same.access, sentBefore: spelt })).toMatchObject({
      kind: 'saved',
      stored: upper,
      sent: {},
    });
    const renamed = manager(upper);
    expect(await save({ ...base, name: 'R8' }, { ...renamed.access, sentBefore: spelt })).toMatchObject({
      kind: 'saved',
      sent: { name: 'R8' },
    });
    const other = manager({ ...base, u_height: 47 });
    expect(await save({ ...base, u_height: 46 }, { ...other.access, sentBefore })).toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('a value that was taken back after it was sent and nobody answered', () => {
  const sentBefore = [['u_height', 45]] as const;
  const waiting = (access: ReturnType<typeof late>, cancelAfter = Infinity) => {
    const cancelling = new AbortController();
    const waits: number[] = [];
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds);
      if (waits.length >= cancelAfter) cancelling.abort();
    };
    return { waits, access: { ...access, sentBefore, patience: { pause, signal: cancelling.signal } } };
  };

  it('is looked for, and taken back once it shows', async () => {
    const manager = late(0);
    const reads: RecordFields[] = [base, base, { ...base, u_height: 45 }];
    const readFields = async () => reads.shift() ?? manager.readFields();
    const { access, waits } = waiting({ ...manager, readFields });
    const outcome = await save({ ...base }, access);
    expect(outcome).toMatchObject({ kind: 'saved', sent: { u_height: 42 }, stored: base, mergedFields: [] });
    expect(outcome).toMatchObject({ stillOpen: undefined, arrived: [['u_height', 45]] });
    expect(waits).toEqual(settleWaits.slice(0, 1));
  });

  it('is said to be open when it does not show, or nobody waits', async () => {
    for (const cancelAfter of [Infinity, 1]) {
      const { access, waits } = waiting(late(0), cancelAfter);
      expect(await save({ ...base }, access)).toMatchObject({ sent: {}, stillOpen: [['u_height', 45]] });
      expect(waits).toHaveLength(Math.min(cancelAfter, settleWaits.length));
    }
  });

  it('is said to be open without a wait when another value, or another field, is sent', async () => {
    for (const edited of [
      { ...base, u_height: 44 },
      { ...base, name: 'B' },
    ]) {
      const { access, waits } = waiting(late(0));
      expect(await save(edited, access)).toMatchObject({ stored: edited, stillOpen: [['u_height', 45]] });
      expect(waits).toEqual([]);
    }
  });
});

describe('what changes beside a save', () => {
  const role = { id: 7, name: 'A', color: 'ff0000', description: 'x', updated_at: 'then' };
  const clearing = (names: readonly string[]) =>
    manager(role, (now, sent) => ({
      ...now,
      ...Object.fromEntries(names.map(name => [name, null])),
      ...sent,
      updated_at: 'now',
    }));
  const saveRole = (access: Omit<FieldSave, 'rules' | 'base' | 'edited'>) =>
    saveFields({
      rules: inventoryRules('rack_roles'),
      base: role,
      edited: { ...role, name: 'B' },
      ...access,
    });

  it('is named with the values of before, without what a manager keeps by itself', async () => {
    expect(await saveRole(clearing(['description']).access)).toMatchObject({
      kind: 'saved',
      sent: { name: 'B' },
      besides: { description: 'x' },
    });
    expect(await saveRole(clearing([]).access)).toMatchObject({ besides: {} });
  });

  it('does not happen to fields that are sent alongside as they are', async () => {
    const { access, sent } = clearing(['color', 'description']);
    const alongside = ['color', 'description', 'name'];
    const outcome = await saveRole({ ...access, alongside });
    expect(outcome).toMatchObject({ sent: { name: 'B' }, besides: {} });
    expect(sent).toEqual([{ color: 'ff0000', description: 'x', name: 'B' }]);
  });

  it('is put up with where a field that would be sent alongside is empty or has lost a letter', async () => {
    const current = { ...role, color: null, description: 'Caf\ufffd' };
    const { access, sent } = manager(current);
    await saveRole({ ...access, alongside: ['color', 'description', 'name'] });
    expect(sent).toEqual([{ name: 'B' }]);
  });
});
