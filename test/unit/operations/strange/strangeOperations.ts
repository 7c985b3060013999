import type { ManagerClient } from '../../../../src/api/managerClient.js';
import { carryOut, silently, type Change, type Receipt } from '../../../../src/changes/change.js';
import {
  accessPointDeletionChange,
  nodeDeletionChange,
} from '../../../../src/changes/deletion/nodeDeletionChange.js';
import type { ShownNode } from '../../../../src/changes/nodePlaces.js';
import { createChange } from '../../../../src/changes/records/createChange.js';
import { nodeCreation } from '../../../../src/changes/records/nodeCreation.js';
import { saveFields } from '../../../../src/changes/records/recordChange.js';
import { mayHaveHappened } from '../../../../src/changes/steps.js';
import { override } from '../../../../src/changes/trees/override.js';
import { overwrite } from '../../../../src/changes/trees/overwrite.js';
import { isSameSpelling } from '../../../../src/model/inventory/recordRules.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import {
  fullWrite,
  nodeFields,
  nodeKinds,
  nodeRules,
  placedAccessPoint,
  placedSensor,
  type NodeKind,
} from '../../../../src/model/sensors/nodeDocument.js';
import type { NodeIdentity } from 'netsensor-contract/sensors/nodeRecord';
import { readAccessPoint, readSensor } from 'netsensor-contract/sensors/readRecords';
import { renewOtherKey } from '../../../../src/changes/users/renewOtherKey.js';
import { renewOwnKey } from '../../../../src/changes/users/renewOwnKey.js';
import { NodeReader } from '../../../../src/changes/nodeReader.js';
import { inert } from '../../../../src/words/inert.js';
import { kept, type Stored, type StoredNode, type StrangeManager } from './strangeManager.js';

/** What somebody is told of an operation: that it is done, done with what is named, not done, or that it is not known. */
export interface Claim {
  readonly is: 'done' | 'otherwise' | 'undone' | 'open';
  readonly words: string;
}

/** Something that is asked of a manager. */
export interface Operation {
  readonly act: (client: ManagerClient) => Promise<Claim>;
  /** What it came to: all of it, nothing, or something else. */
  readonly look: (manager: StrangeManager) => 'before' | 'done' | 'between';
  /** Whether it answers a new key. */
  readonly hasKey?: boolean;
}

const { signal } = new AbortController();
const running = { signal, tell: () => undefined };
const connectionId = 'c';

/** What a failure says: it was refused, or nobody knows. */
const claimOf = (error: unknown): Claim => ({
  is: mayHaveHappened(error) ? 'open' : 'undone',
  words: error instanceof Error ? error.message : String(error),
});

interface Save {
  readonly kind: NodeKind;
  readonly node: NodeIdentity;
  readonly changes: RecordFields;
}

/** Saves changed fields of a node as its document does. */
const saving = ({ kind, node, changes }: Save): Operation => {
  const address = String(Object.values(node)[0]);
  const has = (record: Stored, above: StoredNode, [name, value]: [string, unknown]) =>
    name === nodeKinds[kind].parentField ? above.uuid === value : isSameSpelling(value, record[name]);
  return {
    act: async client => {
      const reader = new NodeReader(() => undefined);
      const readFields = async () => {
        const { raw, parentUuid } = await reader.read(client, { connectionId, ...node });
        return kind === 'accessPoint'
          ? nodeFields(kind, placedAccessPoint(readAccessPoint(raw), parentUuid))
          : nodeFields(kind, placedSensor(readSensor(raw), parentUuid));
      };
      const base = await readFields();
      const outcome = await saveFields({
        rules: nodeRules(kind),
        base,
        edited: { ...base, ...changes },
        readFields,
        send: async (fields, current) => {
          if (kind === 'accessPoint') return client.accessPoints.modify(address, { fields });
          const body = nodeKinds[kind].isOverwritten ? fullWrite(kind, current, fields).body : fields;
          await client.sensors.modify(kind, address, { fields: body });
        },
      });
      const words = JSON.stringify(outcome);
      if (outcome.kind !== 'saved' || outcome.isIgnored) return { is: 'open', words };
      const isPlain = outcome.alteredFields.length + Object.keys(outcome.besides).length === 0;
      return { is: isPlain ? 'done' : 'otherwise', words };
    },
    look: manager => {
      const found = findRecord(manager, address);
      if (!found) return 'between';
      const { record, above } = found;
      const isThere = Object.entries(changes).map(change => has(record, above, change));
      const isKept = kept.every(name => record[name] !== null);
      if (isKept && isThere.every(Boolean)) return 'done';
      const isHome = above.uuid === homes[address] && record.name === first[address];
      return isKept && !isThere.includes(true) && isHome ? 'before' : 'between';
    },
  };
};

/** What the records of the beginning are called, by uuid, id and MAC address. */
const first: Readonly<Record<string, string>> = {
  3: 'Floor',
  4: 'Edge',
  1: 'Lobby',
};

/** Where they stand. */
const homes: Readonly<Record<string, string>> = { 3: '2', 4: '2', 1: '3' };

function findRecord(manager: StrangeManager, address: string) {
  const isPoint = address === '1';
  for (const above of manager.nodes())
    for (const record of isPoint ? above.access_points : above.children)
      if ((isPoint ? record.id === 1 : record.uuid === address) && !record.is_deleted)
        return { record, above };
  return undefined;
}

/** Creates a node as its draft does; its user takes what may be it for it. */
const creating = (kind: NodeKind, fields: RecordFields): Operation => ({
  act: async client => {
    const reader = new NodeReader(() => undefined);
    const parentUuid = String(fields[nodeKinds[kind].parentField]);
    const creation = nodeCreation(client, reader, { connectionId, draft: { kind, parentUuid }, fields });
    const { receipt } =
      (await carryOut(createChange({ ...creation, isWhole: () => true }, inert('Lab')), silently())) ?? {};
    const words = JSON.stringify(receipt);
    if (receipt?.outcome.kind !== 'created')
      return {
        is: receipt?.outcome.kind === 'unknown' && receipt.outcome.twins.length === 0 ? 'open' : 'otherwise',
        words,
      };
    const { placed } = receipt.outcome.created;
    if (!placed) return { is: 'otherwise', words };
    const stored = { ...placed.raw, [nodeKinds[kind].parentField]: placed.parentUuid };
    const isStored = Object.entries(fields).every(([name, value]) => isSameSpelling(value, stored[name]));
    return { is: isStored ? 'done' : 'otherwise', words };
  },
  look: manager => {
    const above = String(fields[nodeKinds[kind].parentField]);
    const all = manager
      .nodes()
      .flatMap(each => [
        ...each.children.map(record => ({ record, at: each.uuid })),
        ...each.access_points.map(record => ({ record: record as StoredNode, at: each.uuid })),
      ]);
    const added = all.filter(({ record }) => record.uuid === '9' || record.id === 9);
    const live = added.filter(({ record }) => !record.is_deleted);
    if (live.length === 0) return 'before';
    const isMeant = live.some(({ record, at }) => at === above && isSameSpelling(fields.name, record.name));
    return isMeant ? 'done' : 'between';
  },
});

/** Plans a change, sends it, and says what became of it. */
async function told<Plan extends object, Applied>(
  change: Change<Plan, Applied, Receipt>,
  claimOfWords: (words: string) => Claim['is'],
): Promise<Claim> {
  const shown = await change.plan(signal);
  const plan = await change.plan(signal, { shown: shown });
  try {
    const { message } = await change.receive(plan, await change.apply(plan, running), running);
    return { is: claimOfWords(message), words: message };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return words.includes('so far') ? { is: 'open', words } : claimOf(error);
  }
}

function deletionClaim(words: string): Claim['is'] {
  if (words.startsWith('Nothing was deleted')) return 'undone';
  if (!words.startsWith('Deleted')) return 'open';
  return words.includes('Still there') ? 'otherwise' : 'done';
}

const counted = (left: number, all: number) => (left === 0 ? 'done' : left === all ? 'before' : 'between');

const deleting = (chosen: readonly ShownNode[], left: (manager: StrangeManager) => number): Operation => {
  return {
    act: client => told(nodeDeletionChange({ name: 'Lab', client }, chosen), deletionClaim),
    look: manager => counted(left(manager), chosen.length),
  };
};

const pointsIn = (manager: StrangeManager): Stored[] =>
  manager
    .nodes()
    .flatMap(each => each.access_points)
    .filter(each => !each.is_deleted);

const mac = (id: number) => `00:00:00:00:00:0${id}`;

const pointTarget = (id: number, name: string): ShownNode => ({
  kind: 'accessPoint',
  id,
  name,
  macAddress: mac(id),
  sensorUuid: '3',
});

const manager = (client: ManagerClient) => ({ name: 'Lab', client, keepMine: async () => true });

function domainClaim(words: string): Claim['is'] {
  if (/ (was overwritten|were overridden)\.$/.test(words)) return 'done';
  if (/^.+ (was overwritten|were overridden), but these differ/.test(words)) return 'otherwise';
  return 'open';
}

const site = [
  { name: 'Ground floor', uuid: '3', type: 1, domain_type: 1 },
  { name: 'Attic', type: 1, domain_type: 1 },
];

const named = (records: readonly Stored[]) => records.map(({ name }) => String(name)).sort();

const renewing = (owner: '1' | '2', act: Operation['act']): Operation => ({
  hasKey: true,
  act,
  look: ({ keys }) => (keys[owner]?.startsWith('new') ? 'done' : 'before'),
});

const whileLooking = <T>(look: (signal: AbortSignal) => Promise<T>): Promise<T> => look(signal);

export const operations: Readonly<Record<string, Operation>> = {
  'a domain that is saved': saving({
    kind: 'domain',
    node: { uuid: '3' },
    changes: { name: 'Roof', domain_type: 5 },
  }),
  'a flow sensor that is saved': saving({
    kind: 'flow',
    node: { uuid: '4' },
    changes: { name: 'Core', ip: '10.0.0.9' },
  }),
  'an access point that is saved': saving({
    kind: 'accessPoint',
    node: { accessPointId: 1 },
    changes: { name: 'Door', ip_address: '10.0.0.8' },
  }),
  'an access point with another MAC address': saving({
    kind: 'accessPoint',
    node: { accessPointId: 1 },
    changes: { mac_address: 'aa:bb:cc:dd:ee:ff' },
  }),
  'a domain that is moved': saving({ kind: 'domain', node: { uuid: '3' }, changes: { parent_uuid: '5' } }),
  'an access point that is moved': saving({
    kind: 'accessPoint',
    node: { accessPointId: 1 },
    changes: { sensor_uuid: '5' },
  }),
  'a domain that is created': creating('domain', { name: 'Attic', domain_type: 5, parent_uuid: '2' }),
  'an access point that is created': creating('accessPoint', {
    name: 'Stairs',
    mac_address: 'aa:bb:cc:dd:ee:01',
    sensor_uuid: '3',
  }),
  'a domain that is deleted': deleting(
    [{ kind: 'sensor', uuid: '3', name: 'Floor', parentUuid: '2' }],
    all => all.nodes().filter(({ uuid }) => uuid === '3').length,
  ),
  'access points that are deleted': deleting(
    [pointTarget(1, 'Lobby'), pointTarget(2, 'Hall')],
    all => pointsIn(all).length,
  ),
  'all access points of a domain that are deleted': {
    act: client =>
      told(
        accessPointDeletionChange(
          { name: 'Lab', client },
          { kind: 'sensor', uuid: '2', name: 'Site', parentUuid: '1' },
        ),
        deletionClaim,
      ),
    look: all => counted(pointsIn(all).length, 2),
  },
  'a domain that is overwritten': {
    act: client =>
      told(
        overwrite(manager(client), {
          uuid: '2',
          operation: 'overwrite',
          body: { sensor: { name: 'Site', uuid: '2', type: 1, domain_type: 1, children: site } },
        }),
        domainClaim,
      ),
    look: all => {
      const names = named(
        all
          .nodes()
          .filter(({ uuid }) => uuid === '2')
          .flatMap(({ children }) => children),
      );
      if (names.join() === 'Attic,Ground floor') return 'done';
      return names.join() === 'Edge,Floor' ? 'before' : 'between';
    },
  },
  'access points that are overridden': {
    act: client =>
      told(
        override(manager(client), {
          uuid: '3',
          elements: () => [
            { name: 'Lobby', mac_address: mac(1), description: 'about Lobby', status: 1 },
            { name: 'Stairs', mac_address: 'aa:bb:cc:dd:ee:01' },
          ],
        }),
        domainClaim,
      ),
    look: all => {
      const names = named(
        all
          .nodes()
          .filter(({ uuid }) => uuid === '3')
          .flatMap(each => each.access_points),
      );
      if (names.join() === 'Lobby,Stairs') return 'done';
      return names.join() === 'Hall,Lobby' && pointsIn(all).some(({ id }) => id === 1) ? 'before' : 'between';
    },
  },
  "another user's key": renewing('2', async client => {
    const renewed = await renewOtherKey({
      renew: () => client.users.renewKey(2),
      before: () => client.users.keyOf(2),
      keyNow: () => client.users.keyOf(2),
      whileLooking,
    }).catch(claimOf);
    if ('is' in renewed) return renewed;
    return { is: renewed.kind === 'done' ? 'done' : 'open', words: JSON.stringify(renewed) };
  }),
  'the key of the connection': renewing('1', async client => {
    let stored: string | undefined;
    const renewed = await renewOwnKey({
      rehearse: async () => undefined,
      renew: () => client.users.renewKey(1),
      store: async key => void (stored = key),
      verify: async () => {
        if (stored === undefined) await client.users.list();
      },
      tryKey: async () => void (await client.users.list()),
      whileLooking,
    });
    const words = JSON.stringify(renewed);
    const isDone = renewed.kind === 'done' || renewed.kind === 'lost';
    return { is: isDone ? 'done' : renewed.kind === 'unchanged' ? 'undone' : 'open', words };
  }),
};
