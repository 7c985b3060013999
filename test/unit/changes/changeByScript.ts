import type { ManagerClient } from '../../../src/api/managerClient.js';
import { agreesTo, carryOut, parsePlan, printPlan, type Change } from '../../../src/changes/change.js';
import { nodeDeletionChange } from '../../../src/changes/deletion/nodeDeletionChange.js';
import { recordDeletionChange } from '../../../src/changes/deletion/recordDeletionChange.js';
import { importedRecords } from '../../../src/changes/lists/importedRecords.js';
import { listChange } from '../../../src/changes/lists/listChange.js';
import { firstListProblem } from '../../../src/changes/lists/listWords.js';
import type { ListManager } from '../../../src/changes/lists/settledPlan.js';
import { moveChange } from '../../../src/changes/moveChange.js';
import { NodeReader } from '../../../src/changes/nodeReader.js';
import { createChange, type EarlierTries } from '../../../src/changes/records/createChange.js';
import { nodeCreation } from '../../../src/changes/records/nodeCreation.js';
import { recordCreation } from '../../../src/changes/records/recordCreation.js';
import { recordChange } from '../../../src/changes/records/recordChange.js';
import { checkItems, readList } from '../../../src/model/inventory/listDocument.js';
import { inventoryRules } from '../../../src/model/inventory/recordRules.js';
import { documentFields, printFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import type { SensorTarget } from '../../../src/model/sensors/nodeTarget.js';
import { SensorIndex } from '../../../src/model/sensors/sensorIndex.js';
import { inert } from '../../../src/words/inert.js';

/** Where a script says something, and keeps the backups of what goes. */
export interface Script {
  readonly print: (text: string) => void;
  readonly keep: (backup: object) => Promise<string>;
}

/** Says what a change would do, and returns the plan as a file. */
export async function planByScript<P extends object, A>(change: Change<P, A>, { print }: Script) {
  const plan = await change.plan(new AbortController().signal);
  const nothing = change.nothingToDo?.(plan);
  const { question, lines } = change.word(plan);
  print(nothing ? nothing.message : [question, ...lines].join('\n'));
  return printPlan(change, plan);
}

/** Makes what a file says, and nothing else: all that a command line needs. */
export async function makeByScript<P extends object, A>(
  change: Change<P, A>,
  file: string,
  { print, keep }: Script,
) {
  const made = await carryOut(change, {
    during: (_, work) => work({ signal: new AbortController().signal, tell: print }),
    agree: agreesTo(change, parsePlan<P>(file)),
    requireUnlocked: () => undefined,
    backUp: keep,
    journal: (_, work) => work(),
  });
  print(made?.receipt.message ?? 'It is not what was planned any more. Nothing was sent.');
}

export const domainDeletion = (client: ManagerClient, uuid: string) =>
  nodeDeletionChange({ name: 'Lab', client }, [{ kind: 'sensor', uuid, name: uuid }]);

export const racksDeletion = (client: ManagerClient, ids: readonly number[]) =>
  recordDeletionChange(
    { name: 'Lab', client },
    ids.map(recordId => ({ type: 'racks', recordId, name: `${recordId}` })),
  );

export const domainsMove = async (client: ManagerClient, nodes: readonly SensorTarget[], uuid: string) =>
  moveChange({
    manager: 'Lab',
    request: { connectionId: 'lab', nodes, uuid },
    index: new SensorIndex(await client.sensors.rawTree()),
    client: () => Promise.resolve(client),
    emptiedBy: () => Promise.resolve([]),
    move: async ({ node, to }) => {
      if (node.kind === 'sensor')
        await client.sensors.modify('domain', node.uuid, { fields: { parent_uuid: to } });
    },
  });

export const rackSave = (
  client: ManagerClient,
  { id, base, edited }: { readonly id: number; readonly base: RecordFields; readonly edited: RecordFields },
) =>
  recordChange(
    {
      rules: inventoryRules('racks'),
      base,
      edited,
      readFields: async () => documentFields('racks', await client.getRecord('racks', id)),
      send: changes => client.updateRecord('racks', id, { changes }),
    },
    { record: inert('Rack 7'), manager: inert('Lab') },
  );

/** What is settled without asking: what cannot be is refused. */
const unasked: Omit<ListManager, 'name' | 'client'> = {
  keepMine: () => Promise.resolve(false),
  useTwins: names => Promise.reject(new Error(`These are there already: ${names}`)),
  secretsOf: () => Promise.resolve({}),
  createAgain: names => Promise.reject(new Error(`These may have been created already: ${names}`)),
};

/** The racks of a JSON or CSV file, which has no base: it is an edit of the list that is read now. */
export async function racksOfFile(client: ManagerClient, text: string) {
  const base = (await client.listRecords('racks')).rows.map(record => documentFields('racks', record));
  const edited = printFields(importedRecords('racks', text).into(base));
  const { items } = readList(edited);
  const problems = checkItems('racks', items, base);
  if (problems.length > 0) throw firstListProblem(edited, problems);
  return listChange({ name: 'Lab', client, ...unasked }, { type: 'racks', base, items });
}

/** A rack that is created; `earlier` tells of tries before. */
export const rackCreation = (client: ManagerClient, fields: RecordFields, earlier?: EarlierTries) =>
  createChange(recordCreation(client, { type: 'racks', fields }), inert('Lab'), earlier);

export const domainCreation = (client: ManagerClient, fields: RecordFields & { parent_uuid: string }) =>
  createChange(
    nodeCreation(client, new NodeReader(() => undefined), {
      connectionId: 'lab',
      draft: { kind: 'domain', parentUuid: fields.parent_uuid },
      fields,
    }),
    inert('Lab'),
  );
