import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagerClient } from '../../../src/api/managerClient.js';
import { nodeCreation, type CreatedNode } from '../../../src/changes/records/nodeCreation.js';
import { recordCreation, type CreatedRecord } from '../../../src/changes/records/recordCreation.js';
import { saveFields } from '../../../src/changes/records/recordChange.js';
import { type RecordAccess } from '../../../src/changes/records/saveFlow.js';
import {
  fullWrite,
  nodeFields,
  nodeKinds,
  nodeRules,
  placedAccessPoint,
  placedSensor,
  type NodeKind,
} from '../../../src/model/sensors/nodeDocument.js';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import type { AccessPointRef } from '../../../src/model/sensors/nodeRef.js';
import { inventoryRules, type RecordRules } from '../../../src/model/inventory/recordRules.js';
import { documentFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { readAccessPoint, readSensor } from 'netsensor-contract/sensors/readRecords';
import { NodeReader } from '../../../src/changes/nodeReader.js';
import { createRecord, listRecords } from '../../support/inventory.js';
import { inventoryCases, makeReferences, type References } from '../../support/inventoryCases.js';
import { isDeep } from '../../support/depth.js';
import { askManager } from '../../support/manager.js';
import { writeFailures, type WriteFailure } from '../../support/requestFailures.js';
import { findNode, makeAccessPoint, makeDomain, readSensorTree } from '../../support/sensorTree.js';
import { createdOrFound } from '../changes/records/createdOrFound.js';
import { startFailingManager, type SaveAttempt } from './failEachCall.js';

type SensorKind = Exclude<NodeKind, 'accessPoint'>;

const patience = { timeout: 60_000 };
const nodes: readonly [kind: NodeKind, fields: RecordFields][] = [
  ['domain', { domain_type: 4 }],
  ['flow', { ip: '10.2.0.1' }],
  ['vendor', { ip: 'cloud.example', vendor_validator: 'v' }],
  ['mse', { stream: 'S' }],
  ['accessPoint', {}],
];

/** All where a run goes for depth; else racks, and those that take more than other fields: with secrets, and a unit of a rack. */
const typeCases = inventoryCases.filter(
  ({ type }) =>
    isDeep || ['racks', 'rack_reservations'].includes(type) || inventoryType(type).secretFields !== undefined,
);

describe('a save while any one request fails', () => {
  let world: Awaited<ReturnType<typeof startFailingManager>>;
  let refer: References;
  let number = 0;

  beforeAll(async () => {
    world = await startFailingManager();
    refer = await makeReferences(world.access, 'Failing');
  });
  afterAll(() => world.stop());

  const newParent = async () => makeDomain(world.access, { name: `Failing ${(number += 1)}` });
  /** Names of what is in a domain. */
  const namesIn = async (uuid: string) => {
    const { children = [], access_points: points = [] } =
      findNode(await readSensorTree(world.access, uuid), uuid) ?? {};
    return [...children, ...points].map(({ name }) => name);
  };

  describe('creates once, or throws:', () => {
    it.each(nodes)('%s', patience, async (kind, more) => {
      const tried = await world.failEachCall(async () => {
        const { uuid } = await newParent();
        const draft = { kind, parentUuid: uuid };
        const mac = `ab:cf:00:00:${hex(number >> 8)}:${hex(number)}`;
        const fields = {
          ...more,
          name: 'Made',
          [nodeKinds[kind].parentField]: uuid,
          ...(kind === 'accessPoint' ? { mac_address: mac } : {}),
        };
        const create = createdOrFound<CreatedNode>();
        const save = async (client: ManagerClient) => {
          const reader = new NodeReader(() => undefined);
          await create(nodeCreation(client, reader, { connectionId: 'one', draft, fields }));
        };
        return { save, look: () => namesIn(uuid), done: ['Made'] };
      }, sampleForNode(kind));
      expect(tried).toBeGreaterThan(0);
    });

    it.each(typeCases.map(item => [item.type, item] as const))('%s', patience, async (type, item) => {
      await world.failEachCall(async () => {
        number += 1;
        // A unit of a rack is reserved once.
        if (type === 'rack_reservations') refer = await makeReferences(world.access, `Failing ${number}`);
        const known = new Set((await listRecords(world.access, type)).map(({ id }) => id));
        const fields = { ...item.fields(`Made ${number}`, refer), ...secretsOf(type) };
        const create = createdOrFound<CreatedRecord>();
        const secrets = async () => secretsOf(type);
        const save = async (client: ManagerClient) => {
          await create(recordCreation(client, { type, fields, secrets }));
        };
        const look = async () =>
          (await listRecords(world.access, type)).filter(({ id }) => !known.has(id)).length;
        return { save, look, done: 1 };
      }, sampleFor(type));
    });
  });

  describe('stores a change, or throws:', () => {
    it.each(nodes.filter(([kind]) => kind !== 'accessPoint'))('%s', patience, async (name, more) => {
      const kind = name as SensorKind;
      await world.failEachCall(async () => {
        const parent = await newParent();
        const body = { parent_uuid: parent.uuid, ...more, name: 'Before' };
        const { sensor } = (await askManager(world.access, `/api/v1/sensors/${kind}`, {
          method: 'POST',
          body,
        })) as { sensor: { uuid: string } };
        const reader = new NodeReader(() => undefined);
        reader.note({ connectionId: 'one', uuid: sensor.uuid }, parent.uuid);
        return modification(
          nodeRules(kind),
          { ...more, name: 'After' },
          () => namesIn(parent.uuid),
          ['After'],
          {
            readFields: async client => {
              const node = { connectionId: 'one', uuid: sensor.uuid };
              const { raw, parentUuid } = await reader.read(client, node);
              return nodeFields(kind, placedSensor(readSensor(raw), parentUuid));
            },
            send: async (client, changes, current) => {
              const { isOverwritten } = nodeKinds[kind];
              const fields = isOverwritten ? fullWrite(kind, current, changes).body : changes;
              await client.sensors.modify(kind, sensor.uuid, { fields });
            },
          },
        );
      }, sampleForNode(kind));
    });

    it.each(['id', 'MAC address'])('accessPoint by %s', patience, async by => {
      await world.failEachCall(async () => {
        const parent = await newParent();
        const point = await makeAccessPoint(world.access, { name: 'Before', sensor_uuid: parent.uuid });
        const ref: AccessPointRef = by === 'id' ? { id: point.id } : { macAddress: point.mac_address };
        const reader = new NodeReader(() => undefined);
        const look = () => namesIn(parent.uuid);
        return modification(nodeRules('accessPoint'), { name: 'After' }, look, ['After'], {
          readFields: async client => {
            const identity = 'id' in ref ? { accessPointId: ref.id } : ref;
            const { raw, parentUuid } = await reader.read(client, { connectionId: 'one', ...identity });
            return nodeFields('accessPoint', placedAccessPoint(readAccessPoint(raw), parentUuid));
          },
          send: async (client, changes) => {
            const address = 'id' in ref ? ref.id : ref.macAddress;
            await client.accessPoints.modify(address, { fields: changes });
          },
        });
      }, sampleForNode('accessPoint'));
    });

    it.each(typeCases.map(item => [item.type, item] as const))('%s', patience, async (type, item) => {
      const [field, value] = item.other;
      await world.failEachCall(async () => {
        number += 1;
        // A unit of a rack is reserved once.
        if (type === 'rack_reservations') refer = await makeReferences(world.access, `Failing ${number}`);
        const fields = { ...item.fields(`Before ${number}`, refer), ...secretsOf(type) };
        const { id } = await createRecord(world.access, type, fields);
        const look = async () =>
          (await listRecords(world.access, type)).find(record => record.id === id)?.[field];
        return modification(inventoryRules(type), { [field]: value }, look, value, {
          readFields: async client => documentFields(type, await client.getRecord(type, id)),
          send: (client, changes) => client.updateRecord(type, id, { changes }),
        });
      }, sampleFor(type));
    });
  });

  /** Reads what the document starts from, and saves a change of it. */
  async function modification(
    rules: RecordRules,
    change: RecordFields,
    look: SaveAttempt['look'],
    done: unknown,
    access: ClientAccess,
  ): Promise<SaveAttempt> {
    let isStored = false;
    const base = await world.withClient(access.readFields);
    const save = async (client: ManagerClient) => {
      const outcome = await saveFields({
        rules,
        base,
        edited: { ...base, ...change },
        readFields: () => access.readFields(client),
        send: (changes, current) => access.send(client, changes, current),
        onStored: () => (isStored = true),
      });
      if (outcome.kind === 'unsettled') throw outcome.error;
      expect(outcome.kind).toBe('saved');
    };
    return { save, look, done, isStored: () => isStored };
  }
});

/** How a record is read and written through a client. */
interface ClientAccess {
  readonly readFields: (client: ManagerClient) => Promise<RecordFields>;
  readonly send: (
    client: ManagerClient,
    ...rest: Parameters<RecordAccess['send']>
  ) => ReturnType<RecordAccess['send']>;
}

/** A secret is written with every new record that has one, and never read back. */
const secretsOf = (type: InventoryType): RecordFields =>
  Object.fromEntries((inventoryType(type).secretFields ?? []).map(name => [name, 'a secret word']));

/** Domains fail in every way; the other kinds share the failures among them where a run does not go for depth. */
const sampleForNode = (kind: NodeKind): WriteFailure | undefined =>
  kind === 'domain'
    ? undefined
    : quickFailures[nodes.findIndex(([name]) => name === kind) % quickFailures.length];

/** Racks fail in every way; the other types share all but their fields with them, and the failures among them. */
const sampleFor = (type: InventoryType): WriteFailure | undefined =>
  type === 'racks' ? undefined : quickFailures[inventoryTypeNames.indexOf(type) % quickFailures.length];

const quickFailures = writeFailures.filter(name => name !== 'no answer in time');

const hex = (byte: number) => (byte & 255).toString(16).padStart(2, '0');
