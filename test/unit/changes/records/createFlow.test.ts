import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import {
  againQuestion,
  createOnlyOnce,
  goesOnFrom,
  isEditedSince,
  triedNames,
  twinsOfTries,
  type CreateFlow,
  type DraftOutcome,
} from '../../../../src/changes/records/createFlow.js';
import {
  EditedDocument,
  type EarlierSaves,
  type SaveProgress,
} from '../../../../src/changes/records/editedDocument.js';
import { saveFields } from '../../../../src/changes/records/recordChange.js';
import { findRecordTwins } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryRules } from '../../../../src/model/inventory/recordRules.js';
import { parseRecord, printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';
import { nodeRules, type NodeKind } from '../../../../src/model/sensors/nodeDocument.js';
import { findTwins } from '../../../../src/model/sensors/nodeDraft.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';

class Lost extends ApiError {
  constructor() {
    super({ reason: 'timeout', method: 'PATCH', path: '/' });
  }
}

/** Creates something with a manager that behaves as told; answers what came of it and what was done, in order. */
async function create(flow: Partial<CreateFlow<string, string>>) {
  const done: string[] = [];
  const { outcome, create: send = async () => 'new', chooseTwin = async () => undefined } = flow;
  const result = await createOnlyOnce<string, string>({
    outcome,
    fields: { name: 'Now' },
    note: async tries => void done.push(`note ${tries.map(({ fields }) => String(fields['name'])).join()}`),
    create: onAnswered => {
      done.push('create');
      return send(onAnswered);
    },
    chooseTwin: search => {
      done.push(`choose ${search.when}`);
      return chooseTwin(search);
    },
  }).catch((error: unknown) => ({ error }));
  return { result, done };
}

const sent = { name: 'Now' };
const unknown: DraftOutcome<string> = { tries: [{ fields: { name: 'Before' } }] };

const fail = (error: Error) => async () => {
  throw error;
};

describe('creating something once', () => {
  it('notes that it is sent before it is sent', async () => {
    expect(await create({})).toEqual({
      result: { kind: 'created', created: 'new', sent },
      done: ['note Now', 'create'],
    });
  });

  it('notes that it was refused, so that it may be sent again', async () => {
    const error = new Error('refused');
    expect(await create({ create: fail(error) })).toEqual({
      result: { error },
      done: ['note Now', 'create', 'note '],
    });
  });

  it('goes on asking after one that was refused when nobody knows what became of the one before', async () => {
    const error = new Error('refused');
    expect(await create({ outcome: unknown, create: fail(error) })).toEqual({
      result: { error },
      done: ['choose beforeSending', 'note Before,Now', 'create', 'note Before'],
    });
  });

  it('sends nothing for what has become something already', async () => {
    const outcome = { address: '/7' };
    expect(await create({ outcome })).toEqual({ result: { kind: 'became', outcome }, done: [] });
  });

  it('asks what it has become when the answer is lost, with the reason, and sends it no more', async () => {
    const seen: unknown[] = [];
    const error = new Lost();
    const chooseTwin: CreateFlow<string, string>['chooseTwin'] = async ({ error: reason }) => {
      seen.push(reason);
      return { twin: 'twin', sent };
    };
    expect(await create({ create: fail(error), chooseTwin })).toEqual({
      result: { kind: 'adopted', created: 'twin', sent },
      done: ['note Now', 'create', 'note Now', 'choose afterwards'],
    });
    expect(seen).toEqual([error]);
  });

  it('is unknown when the answer is lost and it is none of what there is', async () => {
    expect(await create({ create: fail(new Lost()) })).toEqual({
      result: { kind: 'unknown' },
      done: ['note Now', 'create', 'note Now', 'choose afterwards'],
    });
  });

  it('asks before it sends again what was sent before a reload', async () => {
    const chooseTwin = async () => ({ twin: 'twin', sent: { name: 'Before' } });
    expect(await create({ outcome: unknown, chooseTwin })).toEqual({
      result: { kind: 'adopted', created: 'twin', sent: { name: 'Before' } },
      done: ['choose beforeSending'],
    });
    expect(await create({ outcome: unknown })).toEqual({
      result: { kind: 'created', created: 'new', sent },
      done: ['choose beforeSending', 'note Before,Now', 'create'],
    });
  });

  it('sends nothing when the user gives up', async () => {
    const error = new Error('given up');
    expect(await create({ outcome: unknown, chooseTwin: fail(error) })).toEqual({
      result: { error },
      done: ['choose beforeSending'],
    });
  });
});

describe('a draft that was typed into after it was sent', () => {
  it.each(inventoryTypeNames)('is found by what was sent, among %s', async type => {
    const { nameField } = inventoryType(type);
    const ghost = { [nameField]: 'Ghost' };
    const floor = { [nameField]: 'Ghost floor' };
    const tries = [{ fields: ghost }];
    const find = (rows: readonly RecordFields[]) => (fields: RecordFields) =>
      findRecordTwins(
        { type },
        rows.map((row, index) => ({ ...row, id: index + 1 })),
        fields,
      ).map(record => ({ identity: `#${record.id}`, record }));
    const rows = [{ [nameField]: 'Other' }, { [nameField]: 'GHOST' }, { [nameField]: 'Ghost floor' }];
    const found = twinsOfTries({ tries, fields: floor, named: undefined, find: find(rows) });
    expect(found.map(({ twin, sent }) => [twin.record.id, sent])).toEqual([
      [2, ghost],
      [3, ghost],
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
  ])('is found by what was sent: %s', (kind, type, before, now) => {
    const children = kind === 'accessPoint' ? [] : [{ uuid: '7', name: 'GHOST', type }];
    const points = kind === 'accessPoint' ? [{ id: 7, mac_address: '0A-BB-00-00-00-01', name: 'G' }] : [];
    const tree = readSensorTree({ uuid: '1', name: 'Top', children, access_points: points });
    const find = (fields: RecordFields) =>
      findTwins(tree, { kind, parentUuid: '1' }, fields).map(({ record }) => ({ identity: 'one', record }));
    const found = twinsOfTries({ tries: [{ fields: before }], fields: now, named: undefined, find });
    expect(found.map(each => each.sent)).toEqual([before]);
  });

  it('takes the last try first, and each of what there is once', () => {
    const all = ['Ghost', 'Ghost floor'].map(name => ({ identity: name, name }));
    const find = ({ name }: RecordFields) => all.filter(each => each.name === name);
    const tries = [{ fields: { name: 'Ghost' } }, { fields: { name: 'Ghost floor' } }];
    const found = twinsOfTries({ tries, fields: { name: 'Ghost' }, named: all[1], find });
    expect(found.map(({ twin, sent: of }) => [twin.name, of['name']])).toEqual([
      ['Ghost floor', 'Ghost floor'],
      ['Ghost', 'Ghost'],
    ]);
  });

  it('is asked about by the name that was sent, and no answer is called lost that came', () => {
    const nameOf = ({ name }: RecordFields) => (typeof name === 'string' ? name : undefined);
    const ask = (tries: Parameters<typeof againQuestion>[0], name: string) =>
      againQuestion(tries, { names: triedNames(tries, nameOf), name });
    expect(ask([{ fields: { name: 'Ghost' }, isAnswered: true }], 'Ghost floor')).toEqual({
      question: '“Ghost” may have been created already. Create “Ghost floor” as well?',
      detail:
        'The manager answered that it created it, but does not show it now. It may still be at it; then there will be two.',
    });
    expect(ask([{ fields: { name: 'Ghost' } }], 'Ghost')).toEqual({
      question: '“Ghost” may have been created already. Create it once more?',
      detail:
        'It is not known what became of the first try, and the manager does not show it now. It may still be at it; then there will be two.',
    });
  });

  it('keeps that the manager answered, though it does not show it', async () => {
    const kept: unknown[] = [];
    await createOnlyOnce<string, string>({
      outcome: undefined,
      fields: { name: 'Ghost' },
      note: async tries => void kept.push(tries),
      create: onAnswered => {
        onAnswered();
        return Promise.reject(new Lost());
      },
      chooseTwin: async () => undefined,
    });
    expect(kept).toEqual([
      [{ fields: { name: 'Ghost' } }],
      [{ fields: { name: 'Ghost' }, isAnswered: true }],
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
