import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { carryOut, silently, type PlanWords } from '../../../../src/changes/change.js';
import {
  createChange,
  type Created,
  type CreateReceipt,
  type Creation,
  type FoundTwin,
  type SentTry,
} from '../../../../src/changes/records/createChange.js';
import {
  EditedDocument,
  type EarlierSaves,
  type SaveProgress,
} from '../../../../src/changes/records/editedDocument.js';
import { goesOnFrom, isEditedSince } from '../../../../src/changes/records/saveFlow.js';
import { saveFields } from '../../../../src/changes/records/recordChange.js';
import { findRecordTwins } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import { parseRecord, printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';
import { nodeRules, type NodeKind } from '../../../../src/model/sensors/nodeDocument.js';
import { findTwins } from '../../../../src/model/sensors/nodeDraft.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import { inert } from '../../../../src/words/inert.js';

/** A create of which nobody knows what became, and that its manager is not at any more. */
const lost = new ApiError({ reason: 'server', status: 500, method: 'POST', path: '/' });

interface Thing extends Created {
  readonly name: string;
}

const thing = (name: string): Thing => ({ name, identity: name });
const fail = (error: Error) => async () => {
  throw error;
};

/** How a manager, and who is asked, behave. */
interface Behaviour extends Partial<Creation<Thing>> {
  readonly tries?: readonly SentTry[];
  readonly agree?: (words: PlanWords, found: readonly FoundTwin<Thing>[]) => Promise<boolean>;
  /** What the manager has of these names. */
  readonly has?: readonly string[];
}

const sent = { name: 'Now' };
const before: readonly SentTry[] = [{ fields: { name: 'Before' } }];

/** Creates something; answers what came of it and what was done, in order. */
async function create({ tries = [], agree = async () => true, has = [], ...behaviour }: Behaviour) {
  const done: string[] = [];
  const creation: Creation<Thing> = {
    fields: sent,
    nameField: 'name',
    problems: [],
    read: async answered => answered,
    isMeant: () => true,
    isWhole: () => true,
    requestPath: '/',
    twins: async () => fields => has.filter(name => name === fields['name']).map(thing),
    ...behaviour,
    create: () => {
      done.push('create');
      return behaviour.create?.() ?? Promise.resolve(thing('new'));
    },
  };
  const note = async (noted: readonly SentTry[]) =>
    void done.push(
      `note ${noted.map(({ fields, isAnswered }) => `${String(fields['name'])}${isAnswered ? ' answered' : ''}`).join()}`,
    );
  const made = await carryOut(createChange(creation, inert('Lab'), { tries, note }), {
    ...silently(),
    agree: async (words, { twins }) => {
      if (tries.length === 0) return 'unasked';
      done.push(`ask ${twins.map(({ twin }) => twin.name).join()}`);
      return agree(words, twins);
    },
  }).catch((error: unknown) => ({ error }));
  return made && 'error' in made ? { ...made, done } : { ...made?.receipt, done };
}

describe('creating something once', () => {
  it('notes that it is sent before it is sent, and that it was answered before it is looked for', async () => {
    expect(await create({})).toEqual({
      severity: 'info',
      message: 'Created new.',
      outcome: { kind: 'created', created: thing('new') },
      done: ['note Now', 'create', 'note Now answered'],
    });
  });

  it('sends nothing that is not as the contract wants it, and says why', async () => {
    const problems = [{ field: 'name', code: 'missing' }] as const;
    const { outcome, message, done } = (await create({ problems, tries: before })) as CreateReceipt<Thing> & {
      done: string[];
    };
    expect(outcome).toEqual({ kind: 'rejected' });
    expect(message).toContain('Nothing was sent.');
    expect(done).toEqual([]);
  });

  it('notes that it was refused, so that it may be sent again', async () => {
    const error = new Error('refused');
    expect(await create({ create: fail(error) })).toEqual({ error, done: ['note Now', 'create', 'note '] });
  });

  it('notes nothing where a secret is not given', async () => {
    const error = new Error('given up');
    expect(await create({ prepare: fail(error) })).toEqual({ error, done: [] });
  });

  it('goes on asking after one that was refused when nobody knows what became of the one before', async () => {
    const error = new Error('refused');
    expect(await create({ tries: before, create: fail(error) })).toEqual({
      error,
      done: ['ask ', 'note Before,Now', 'create', 'note Before'],
    });
  });

  it('says what it may have become when the answer is lost, with the reason, and sends it no more', async () => {
    expect(await create({ create: fail(lost), has: ['Now'] })).toEqual({
      severity: 'error',
      message: '“Now” may have been created: Now.',
      outcome: { kind: 'unknown', twins: [{ twin: thing('Now'), sent }], error: lost },
      done: ['note Now', 'create'],
    });
  });

  it('is unknown when the answer is lost and nothing is there, or when nobody can look', async () => {
    const open = { kind: 'unknown', twins: [], error: lost };
    expect(await create({ create: fail(lost) })).toMatchObject({
      outcome: open,
      message: expect.stringMatching(/^The manager does not show “Now”, so it is not known/) as string,
      done: ['note Now', 'create'],
    });
    expect(await create({ create: fail(lost), twins: fail(new Error('not now')) })).toMatchObject({
      outcome: open,
      message: expect.stringMatching(
        /^It is not known whether “Now” was created\..* look for it\.$/,
      ) as string,
    });
  });

  it('asks before it sends again what was sent before, and looks once more after the answer', async () => {
    expect(await create({ tries: before, has: ['Before'], agree: async () => false })).toEqual({
      done: ['ask Before'],
    });
    expect(await create({ tries: before })).toMatchObject({
      outcome: { kind: 'created' },
      done: ['ask ', 'note Before,Now', 'create', 'note Before,Now answered'],
    });
    const has: string[] = [];
    const agree = async () => has.push('Before') === 1;
    expect(await create({ tries: before, has, agree })).toEqual({ done: ['ask ', 'ask Before'] });
  });

  it('sends nothing when the user gives up, or when nobody can look what the first try became', async () => {
    const error = new Error('given up');
    expect(await create({ tries: before, agree: fail(error) })).toEqual({ error, done: ['ask '] });
    const { error: unasked, done } = (await create({ tries: before, twins: fail(error) })) as {
      error: unknown;
      done: string[];
    };
    expect(unasked).toMatchObject({
      became: 'unknown',
      message: expect.stringMatching(/^It is not known whether “Before” was created\./) as string,
    });
    expect(done).toEqual([]);
  });

  it('keeps that the manager answered, though it shows something else, which may be it', async () => {
    const noted: unknown[] = [];
    const creation: Creation<Thing> = {
      fields: sent,
      nameField: 'name',
      problems: [],
      create: async () => thing('Now'),
      read: async () => thing('Other'),
      isMeant: ({ name }) => name === 'Now',
      isWhole: () => true,
      requestPath: '/things',
      twins: async () => () => [],
    };
    const note = async (tries: readonly SentTry[]) => void noted.push(tries);
    const made = await carryOut(createChange(creation, inert('Lab'), { note }), silently());
    expect(made?.receipt.outcome).toMatchObject({
      kind: 'unknown',
      twins: [{ twin: thing('Other'), sent }],
      error: { reason: 'badResponse', detail: 'Now, which is something else' },
    });
    expect(noted).toEqual([[{ fields: sent }], [{ fields: sent, isAnswered: true }]]);
  });
});

/** What some fields that were sent may have become, by a look at what there is. */
async function twinsOf(
  tries: readonly SentTry[],
  fields: RecordFields,
  find: (fields: RecordFields) => readonly Created[],
) {
  const creation = { fields, nameField: 'name', problems: [], twins: async () => find };
  const change = createChange(creation as unknown as Creation<Created>, inert('Lab'), { tries });
  const plan = await change.plan(new AbortController().signal);
  return { twins: plan.twins, words: change.word(plan) };
}

describe('a draft that was typed into after it was sent', () => {
  it.each(inventoryTypeNames)('is found by what was sent, among %s', async type => {
    const { nameField } = inventoryType(type);
    const ghost = { [nameField]: 'Ghost' };
    const floor = { [nameField]: 'Ghost floor' };
    const rows = [{ [nameField]: 'Other' }, { [nameField]: 'GHOST' }, { [nameField]: 'Ghost floor' }];
    const records = rows.map((row, index) => ({ ...row, id: index + 1 }));
    const find = (fields: RecordFields) =>
      findRecordTwins({ type }, records, fields).map(({ id }) => ({ name: 'one', identity: `#${id}` }));
    const { twins } = await twinsOf([{ fields: ghost }], floor, find);
    expect(twins.map(({ twin, sent: of }) => [twin.identity, of])).toEqual([
      ['#2', ghost],
      ['#3', ghost],
    ]);
  });

  it.each<[kind: NodeKind, type: number, sent: RecordFields, now: RecordFields]>([
    ['domain', 1, { name: 'Ghost' }, { name: 'Ghost floor' }],
    ['flow', 5, { name: 'Ghost' }, { name: 'Ghost floor' }],
    ['vendor', 99, { name: 'Ghost' }, { name: 'Ghost floor' }],
    ['mse', 8, { name: 'Ghost' }, { name: 'Ghost floor' }],
    [
      'accessPoint',
      0,
      { name: 'G', mac_address: '0a:bb:00:00:00:01' },
      { name: 'G', mac_address: '0a:bb:00:00:00:02' },
    ],
  ])('is found by what was sent: %s', async (kind, type, first, now) => {
    const children = kind === 'accessPoint' ? [] : [{ uuid: '7', name: 'GHOST', type }];
    const points = kind === 'accessPoint' ? [{ id: 7, mac_address: '0A-BB-00-00-00-01', name: 'G' }] : [];
    const tree = readSensorTree({ uuid: '1', name: 'Top', children, access_points: points });
    const find = (fields: RecordFields) =>
      findTwins(tree, { kind, parentUuid: '1' }, fields).map(() => ({ name: 'one', identity: 'one' }));
    const { twins } = await twinsOf([{ fields: first }], now, find);
    expect(twins.map(each => each.sent)).toEqual([first]);
  });

  it('takes the last try first, and each of what there is once', async () => {
    const find = ({ name }: RecordFields) => [thing(String(name))];
    const tries = [{ fields: { name: 'Ghost' } }, { fields: { name: 'Ghost floor' } }];
    const { twins } = await twinsOf(tries, { name: 'Ghost' }, find);
    expect(twins.map(({ twin, sent: of }) => [twin.name, of['name']])).toEqual([
      ['Ghost floor', 'Ghost floor'],
      ['Ghost', 'Ghost'],
    ]);
  });

  it('is asked about by the name that was sent, and no answer is called lost that came', async () => {
    const ask = async (tries: readonly SentTry[], name: string, has: readonly string[] = []) =>
      (await twinsOf(tries, { name }, () => has.map(thing))).words;
    expect(await ask([{ fields: { name: 'Ghost' }, isAnswered: true }], 'Ghost floor')).toMatchObject({
      question: '“Ghost” may have been created already. Create “Ghost floor” as well?',
      lines: [
        'The manager answered that it created it, but does not show it now. It may still be at it; then there will be two.',
      ],
    });
    expect(await ask([{ fields: { name: 'Ghost' } }], 'Ghost')).toMatchObject({
      question: '“Ghost” may have been created already. Create it once more?',
      lines: [
        'It is not known what became of the first try, and the manager does not show it now. It may still be at it; then there will be two.',
      ],
    });
    expect((await ask([{ fields: { name: 'Ghost' } }], 'Ghost', ['Ghost'])).lines).toEqual([
      'This may be it: Ghost · Ghost',
    ]);
  });
});

describe('the edit of what a draft was found to have become', () => {
  /** Saves a text as an edit of what was created by sending some fields, with a manager that made something of them. */
  async function savedSince(parts: Record<'sent' | 'stored' | 'edited', RecordFields>) {
    let current = { id: 7, ...parts.stored };
    const sends: RecordFields[] = [];
    const document = new EditedDocument(printFields({ name: '' }));
    const { goesOn, made } = goesOnFrom(parts.sent, current);
    const outcome = await document.save({
      write: async (_earlier, { onSending, onBecame }) => {
        onBecame({ became: '/7', goesOn, made });
        const saved = await saveFields({
          rules: parts.sent['domain_type'] === undefined ? inventoryRules('racks') : nodeRules('domain'),
          base: parseRecord(document.baseText ?? ''),
          edited: parts.edited,
          made: document.earlier.made,
          isPart: true,
          readFields: async () => current,
          send: async changes => {
            onSending(changes);
            sends.push(changes);
            current = { ...current, ...changes };
          },
        });
        return { saved: printFields(parts.edited), outcome: saved };
      },
      mayBeStored: () => false,
    });
    return { sends, outcome: outcome.outcome, document };
  }

  it('starts from how the manager spells what was sent', async () => {
    const { sends, outcome, document } = await savedSince({
      sent: { name: 'Lab west', domain_type: 1 },
      stored: { name: 'LAB_WEST', domain_type: 1 },
      edited: { name: 'Lab west wing', domain_type: 1 },
    });
    expect(outcome).toMatchObject({ kind: 'saved', mergedFields: [] });
    expect(sends).toEqual([{ name: 'Lab west wing' }]);
    expect(document.earlier.became).toBe('/7');
  });

  it('starts from what the manager made of it, and leaves that where nobody edited it', async () => {
    const lab = { sent: { name: 'Lab', domain_type: 1 }, stored: { name: 'Lab (new)', domain_type: 2 } };
    const left = await savedSince({ ...lab, edited: { name: 'Lab wing', domain_type: 1 } });
    expect(left.outcome).toMatchObject({ kind: 'saved', mergedFields: [] });
    expect(left.sends).toEqual([{ name: 'Lab wing' }]);
    const typed = await savedSince({ ...lab, edited: { name: 'Lab', domain_type: 3 } });
    expect(typed.outcome).toMatchObject({ kind: 'saved', mergedFields: [] });
    expect(typed.sends).toEqual([{ domain_type: 3 }]);
  });

  it('is no edit of what stands on the manager as it was typed', async () => {
    const { sends } = await savedSince({
      sent: { name: 'Ghost', u_height: 42 },
      stored: { name: 'Ghost', u_height: 42, width: 19 },
      edited: { name: 'Ghost', u_height: 42 },
    });
    expect(sends).toEqual([]);
    expect(isEditedSince({ name: 'Ghost' }, { name: 'Ghost' })).toBe(false);
    expect(isEditedSince({ name: 'Ghost' }, { name: 'Ghost floor' })).toBe(true);
  });

  it('is known beyond a save that failed', async () => {
    const kept: unknown[] = [];
    const document = new EditedDocument(printFields({ name: '' }), undefined, ({ baseText, earlier }) =>
      kept.push([baseText, earlier.became]),
    );
    const goesOn = printFields({ name: 'Ghost' });
    const write = async (_earlier: EarlierSaves, { onBecame }: SaveProgress) => {
      onBecame({ became: '/7', goesOn });
      throw new Error('refused');
    };
    await expect(document.save({ write, mayBeStored: () => false })).rejects.toThrow('refused');
    expect(kept.at(-1)).toEqual([goesOn, '/7']);
  });
});
