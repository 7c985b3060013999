import type { FastifyInstance } from 'fastify';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { recordCreation, type CreatedRecord } from '../../../src/changes/records/recordCreation.js';
import { saveFields } from '../../../src/changes/records/recordChange.js';
import { inventoryRules, changedFields } from '../../../src/model/inventory/recordRules.js';
import { documentFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { faultOf, type GivenFault } from '../../../packages/manager/src/variety/faults/faultPlan.js';
import { installFaults } from '../../../packages/manager/src/variety/faults/installFaults.js';
import { startTestManager } from '../../../packages/manager/test/testManager.js';
import { createdOrFound } from '../changes/records/createdOrFound.js';

const type = 'racks' as const;
const rules = inventoryRules(type);

/** What the run saw; every list of sentences has to be empty. */
export interface EditorsReport {
  readonly edits: number;
  readonly saved: number;
  readonly conflicts: number;
  readonly failures: number;
  readonly faults: number;
  readonly created: number;
  readonly problems: readonly string[];
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

/** Every request may fail, before or after it was carried out; reads are not cut too often, because they are repeated. */
function addFaults(app: FastifyInstance, random: Random): { count: number } {
  const seen = { count: 0 };
  const choose = ({ method }: { method: string }) => {
    const fault = chooseFault(random, method === 'GET');
    if (fault) seen.count += 1;
    return fault && faultOf(fault);
  };
  installFaults(app, choose, error => ({ error }));
  return seen;
}

const page = { type: 'page', operation: 'done' } as const;
const broken = { type: 'reset' } as const;
const outOfOrder = { type: 'status', status: 500 } as const;
const faultsOfWrites: readonly GivenFault[] = [
  { ...broken, operation: 'skipped' },
  broken,
  page,
  outOfOrder,
  { ...outOfOrder, operation: 'done' },
  { type: 'status', status: 422 },
];

function chooseFault(random: Random, isRead: boolean): GivenFault | undefined {
  const number = random();
  if (isRead) return number < 0.02 ? outOfOrder : number < 0.03 ? page : number < 0.032 ? broken : undefined;
  return faultsOfWrites[Math.floor(number / 0.08)];
}

/** A document that an editor has open. */
interface OpenDocument {
  readonly id: number;
  base: RecordFields;
  edited: RecordFields;
}

/**
 * Lets three editors change and create racks at the same time, through the client and the save flow of the extension,
 * against a manager on which every request may fail, and looks into the manager itself after each save. Saves of one
 * record follow each other: the contract has no conditional write, so nobody could tell apart what happens within the
 * few milliseconds between the read and the write of one save.
 */
export async function letEditorsWork({
  edits,
  seed,
}: {
  edits: number;
  seed: number;
}): Promise<EditorsReport> {
  const random = randomNumbers(seed);
  const manager = await startTestManager({ faults: undefined });
  const problems: string[] = [];
  const count = { edits: 0, saved: 0, conflicts: 0, failures: 0, created: 0 };
  const faults = addFaults(manager.app, random);
  const address = await manager.app.listen({ host: '127.0.0.1', port: 0 });
  const client = new ManagerClient({
    address,
    key: manager.key,
    trust: {},
    timeout: 10_000,
    log: () => undefined,
  });
  const store = manager.stores.inventory;
  const ids = (await store.list(type)).slice(0, 4).map(({ id }) => id);
  const busy = new Map<number, Promise<void>>();
  const truth = async (id: number) => documentFields(type, await store.get(type, id));
  const alone = (id: number, task: () => Promise<void>): Promise<void> => {
    const next = (busy.get(id) ?? Promise.resolve()).then(task);
    busy.set(id, next);
    return next;
  };

  const edit = (fields: RecordFields): RecordFields => {
    const values = {
      u_height: 40 + Math.floor(random() * 10),
      width: [10, 19, 21, 23][Math.floor(random() * 4)],
      name: `Rack ${String.fromCharCode(65 + Math.floor(random() * 6))}`,
    };
    const names = Object.keys(values).filter(() => random() < 0.5);
    return {
      ...fields,
      ...Object.fromEntries(names.map(name => [name, values[name as keyof typeof values]])),
    };
  };

  const save = async (document: OpenDocument): Promise<void> => {
    const { id, base, edited } = document;
    const before = await truth(id);
    const mine = changedFields(base, edited).filter(name => !rules.readOnlyFields.includes(name));
    const overwritten = mine.filter(name => before[name] !== base[name] && before[name] !== edited[name]);
    const outcome = await saveFields({
      rules,
      base,
      edited,
      readFields: async () => documentFields(type, await client.getRecord(type, id)),
      send: changes => client.updateRecord(type, id, { changes }),
    }).catch((error: unknown) => ({ kind: 'failed', error }) as const);
    const after = await truth(id);
    const changed = changedFields(before, after).filter(name => !rules.readOnlyFields.includes(name));
    const say = (what: string) => problems.push(`rack ${id}, ${outcome.kind}: ${what}`);
    for (const name of changed) {
      if (!mine.includes(name)) say(`${name} changed, which the editor did not touch`);
      else if (after[name] !== edited[name]) say(`${name} is not what the editor wrote`);
      else if (overwritten.includes(name)) say(`${name} of somebody else was lost`);
    }
    if (outcome.kind === 'saved') {
      count.saved += 1;
      if (overwritten.length > 0) say('accepted over a change of somebody else');
      if (mine.some(name => after[name] !== edited[name])) say('accepted and not stored');
      if (changedFields(outcome.stored, after).length > 0) say('shows something else than is stored');
      document.base = outcome.stored;
      document.edited = outcome.stored;
    } else if (outcome.kind === 'conflict') {
      count.conflicts += 1;
      if (changed.length > 0) say('a conflict that wrote something');
      const named = outcome.conflicts.map(({ field }) => field).sort();
      if (named.join() !== [...overwritten].sort().join())
        say(`names ${named.join()}, not ${overwritten.join()}`);
      decide(document, random() < 0.5, outcome.conflicts);
    } else {
      count.failures += 1;
      const reason =
        outcome.kind === 'failed'
          ? String(outcome.error)
          : outcome.kind === 'unsettled'
            ? outcome.became
            : '';
      if (outcome.kind === 'rejected' || reason === '') say('refused without a reason');
    }
  };

  const createOne = async (name: string): Promise<void> => {
    const create = createdOrFound<CreatedRecord>();
    const fields = { name, u_height: 42, width: 19 };
    let isDone = false;
    for (let attempt = 0; attempt < 20 && !isDone; attempt += 1) {
      isDone = await create(recordCreation(client, { type, fields })).then(
        () => true,
        () => false,
      );
      if (!isDone) count.failures += 1;
    }
    const stored = (await store.list(type)).filter(record => record['name'] === name);
    if (stored.length !== 1) problems.push(`${name} exists ${stored.length} times`);
    count.created += 1;
  };

  const work = async (editor: number): Promise<void> => {
    const documents = new Map<number, OpenDocument>();
    while (count.edits < edits) {
      count.edits += 1;
      if (count.edits % 50 === 0) {
        await createOne(`New ${editor} ${count.edits}`);
        continue;
      }
      const id = ids[Math.floor(random() * ids.length)] ?? 0;
      const open = documents.get(id) ?? (await opened(id, truth));
      documents.set(id, open);
      open.edited = edit(open.edited);
      if (random() < 0.7) await alone(id, () => save(open));
    }
  };
  await Promise.all([1, 2, 3].map(work));
  await client.close();
  await manager.app.close();
  await manager.database.close();
  return { ...count, faults: faults.count, problems };
}

async function opened(id: number, truth: (id: number) => Promise<RecordFields>): Promise<OpenDocument> {
  const base = await truth(id);
  return { id, base, edited: base };
}

/** As the commands "Keep mine" and "Take theirs" do: the fields count as started from what the manager has. */
function decide(
  document: OpenDocument,
  keepsMine: boolean,
  conflicts: readonly { field: string; theirs: unknown }[],
): void {
  const theirs = Object.fromEntries(conflicts.map(({ field, theirs: value }) => [field, value]));
  document.base = { ...document.base, ...theirs };
  if (!keepsMine) document.edited = { ...document.edited, ...theirs };
}
