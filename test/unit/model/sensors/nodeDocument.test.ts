import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMac } from 'netsensor-contract/sensors/macAddress';
import { draftAddress, draftFields, parseDraft, findTwins } from '../../../../src/model/sensors/nodeDraft.js';
import { createProblems, planPatch } from '../../../../src/model/inventory/recordRules.js';
import {
  demandedOf,
  fullWrite,
  nodeFields,
  nodeKindNames,
  nodeKinds,
  nodeRules,
  placedAccessPoint,
  type NodeKind,
  nodeWarnings,
} from '../../../../src/model/sensors/nodeDocument.js';
import {
  accessPointPath,
  parseAccessPointPath,
  parseSensorPath,
  sensorPath,
} from '../../../../src/model/sensors/nodeRef.js';
import { type RecordFields } from '../../../../src/model/inventory/recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import { sensorRecord } from 'netsensor-contract/sensors/sensors';

const hostile = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });

describe('paths of nodes', () => {
  it('lead back to the sensor whatever its name and uuid are', () => {
    fc.assert(
      fc.property(hostile, hostile, (uuid, name) => {
        const path = sensorPath({ kind: 'flow', uuid }, name);
        expect(path.split('/')).toHaveLength(4);
        expect(parseSensorPath(path)).toEqual({ kind: 'flow', uuid });
      }),
      { numRuns: 50 },
    );
  });

  it('lead back to the access point, by id and by any text in place of a MAC address', () => {
    fc.assert(
      fc.property(
        fc.oneof(hostile, fc.constantFrom('ed:f4:22:45:ff:ef', '112233445566', '1122334455', 'a-b')),
        mac => {
          const path = accessPointPath({ macAddress: mac }, 'x');
          expect(parseAccessPointPath(path)).toEqual({ macAddress: readMac(mac) ?? mac });
        },
      ),
      { numRuns: 50 },
    );
    expect(parseAccessPointPath(accessPointPath({ id: 776 }, 'Lobby.1'))).toEqual({ id: 776 });
  });

  it.each([
    '/sensors/x/a.1.json',
    '/sensors/domain/a.json',
    '/sensors/domain/a.%.json.',
    '/access_points/a.json',
  ])('do not take %s for a node', path => {
    expect(parseSensorPath(path) ?? parseAccessPointPath(path)).toBeUndefined();
  });

  it('lead back to the draft', () => {
    const draft = { kind: 'domain', parentUuid: 'a&b=%41' } as const;
    expect(parseDraft(draftAddress(draft, 'New domain 2'))).toEqual(draft);
  });
});

describe('the document of a node', () => {
  it('shows what may be changed first, nothing below it, and no secret', () => {
    const record = { id: 1, children: [{}], access_points: [], secret: 'abc', name: 'N', ip: '1.1.1.1' };
    expect(Object.entries(nodeFields('vendor', record))).toEqual([
      ['ip', '1.1.1.1'],
      ['name', 'N'],
      ['id', 1],
      ['secret', secretPlaceholder],
    ]);
  });

  it('shows what was given in this window until the manager returns it', () => {
    expect(nodeFields('mse', { name: 'N', stream: 'A' }, { stream: 'B', mse_version: '8' })).toEqual({
      stream: 'A',
      name: 'N',
      mse_version: '8',
    });
  });

  it('is written whole, and names what that empties', () => {
    const write = fullWrite('mse', { name: 'N', stream: 'A', uuid: '1', mse_version: null }, { name: 'M' });
    expect(write.body).toEqual({ stream: 'A', name: 'M' });
    expect(write.emptied).toEqual(['parent_uuid', 'snmp_community', 'snmp_version', 'homenets']);
  });

  it.each([
    ['mse', ['stream', 'mse_version', 'homenets'], ['stream']],
    ['flow', ['snmp_community', 'homenets'], []],
    ['vendor', ['vendor_validator', 'ip'], ['ip']],
  ] as const)('tells which fields of a sensor of kind %s a manager demands', (kind, fields, demanded) => {
    expect(demandedOf(kind, fields)).toEqual(demanded);
  });

  it('names what it empties although its document says null for it, unless the manager returns the field', () => {
    const current = { name: 'N', stream: 'A', mse_version: '8' };
    const changes = { name: 'M', mse_version: null, snmp_version: null, homenets: null, snmp_community: 'c' };
    const write = fullWrite('mse', current, changes);
    expect(write.body).toEqual({ stream: 'A', name: 'M', snmp_community: 'c' });
    expect(write.emptied).toEqual(['parent_uuid', 'snmp_version', 'homenets']);
  });

  it.each([
    ['domain', 'uuid', null],
    ['domain', 'name', ''],
    ['domain', 'name', null],
    ['domain', 'parent_uuid', null],
    ['domain', 'domain_type', null],
    ['flow', 'ip', null],
    ['accessPoint', 'sensor_uuid', null],
    ['flow', 'homenets', [{ name: 'lan', value: '10.0.0.0' }]],
    ['accessPoint', 'mac_address', 'aa:bb'],
  ] as const)('of a %s takes no wrong %s', (kind, field, value) => {
    const base = { [field]: 'before' };
    const plan = planPatch({ rules: nodeRules(kind), base, edited: { [field]: value }, current: base });
    expect(plan).toMatchObject({ kind: 'rejected', problems: [{ field, code: 'invalid' }] });
  });

  it.each(nodeKindNames)('of kind %s takes no notice of what the manager keeps itself', kind => {
    const kept = [
      'applied_at',
      'need_apply',
      'applying',
      'need_reputation_apply',
      'created_at',
      'updated_at',
      'last_check_in',
      'clients',
      'uptime',
    ];
    const base = Object.fromEntries(kept.map(field => [field, 1]));
    const edited = Object.fromEntries(kept.map(field => [field, 2]));
    expect(planPatch({ rules: nodeRules(kind), base, edited, current: base })).toEqual({ kind: 'nothing' });
  });

  it('has the parent that an access point tells, and that of the tree where it tells none', () => {
    const parents = ['2', null, undefined].map(sensor_uuid =>
      placedAccessPoint({ name: 'AP', sensor_uuid }, '1'),
    );
    expect(parents.map(({ sensor_uuid }) => sensor_uuid)).toEqual(['2', '1', '1']);
  });

  it('names the place of a wrong value within a list', () => {
    const { create } = nodeKinds.flow;
    const fields = {
      name: 'F',
      ip: '::1',
      homenets: [
        { name: 'a', value: '::/0' },
        { name: 'b', value: 'x' },
      ],
    };
    expect(createProblems(create, fields)).toMatchObject([{ place: 'homenets[1].value' }]);
  });
});

describe('a draft', () => {
  it.each(nodeKindNames)('of a %s holds its required fields, which have to be filled in', kind => {
    const fields = draftFields({ kind, parentUuid: '1' });
    const required = Object.keys(nodeKinds[kind].draft).filter(name => fields[name] === '');
    const problems = createProblems(nodeKinds[kind].create, fields);
    expect(problems.map(({ field }) => field).sort()).toEqual(required.sort());
  });

  it('finds what it may have become', () => {
    const child = (uuid: string, name: string, type: number) => ({ uuid, name, type });
    const points = [
      { name: 'AP', mac_address: 'AA:0b' },
      { name: 'Dashes', mac_address: '00-1E-BD-4A-60-01' },
    ];
    const tree = sensorRecord.parse({
      ...child('1', 'root', 1),
      children: [
        child('2', 'N', 1),
        child('3', 'N', 5),
        { ...child('4', 'X', 1), children: [child('5', 'N', 1)] },
        { ...child('6', 'V', 99), access_points: points },
      ],
    });
    const twins = (kind: NodeKind, fields: RecordFields) =>
      findTwins(tree, { kind, parentUuid: '1' }, fields).map(({ record }) => record.uuid ?? record.name);
    expect([
      twins('domain', { name: 'N', parent_uuid: '1' }),
      twins('domain', { name: 'N', uuid: '5' }),
      twins('domain', { name: 'N', uuid: 'other', parent_uuid: '4' }),
      twins('flow', { name: 'N', parent_uuid: '1' }),
      twins('vendor', { name: 'V', parent_uuid: '1' }),
      twins('accessPoint', { name: 'Other', mac_address: 'aa:0B' }),
      twins('domain', { name: ' ñ', parent_uuid: '1' }),
      twins('accessPoint', { name: 'Other', mac_address: '001e.bd4a.6001' }),
    ]).toEqual([['2'], ['5'], ['5'], ['3'], ['6'], ['AP'], ['2'], ['Dashes']]);
  });
});

describe('warnings about a node', () => {
  const tree = new SensorIndex({
    uuid: '1',
    name: 'root',
    type: 1,
    children: [
      { uuid: '2', name: 'A', type: 1, children: [{ uuid: '3', name: 'B', type: 1 }] },
      { uuid: '4', name: 'F', type: 5 },
    ],
  });

  it.each([
    ['domain', { mac_hasing_salt: 's', domain_type: 2 }, ['unused']],
    ['domain', { mac_hasing_salt: 's', domain_type: 6 }, []],
    ['domain', { visualization_range: 1, megabytes_limit: 1 }, ['unused', 'unused']],
    ['domain', { visualization_range: 1, megabytes_limit: null, domain_type: 2 }, []],
    ['domain', { uuid: '2', parent_uuid: '3' }, ['insideItself']],
    ['domain', { uuid: '3', parent_uuid: '2' }, []],
    ['flow', { parent_uuid: '9' }, ['notInTree']],
    ['accessPoint', { sensor_uuid: '4' }, ['noDomain']],
    ['accessPoint', { sensor_uuid: '2', flow_uuid: '3' }, ['noFlowSensor']],
    ['accessPoint', { sensor_uuid: '2', flow_uuid: '4' }, []],
    [
      'accessPoint',
      { sensor_uuid: '2', enrichment: { floor_uuid: '9', market_uuid: '3', more: '9' } },
      ['notInTree'],
    ],
  ] as const)('of kind %s with %j', (kind, fields, codes) => {
    expect(nodeWarnings(kind, fields, tree).map(({ code }) => code)).toEqual(codes);
  });

  it('say nothing about places while no tree was read', () => {
    expect(nodeWarnings('flow', { parent_uuid: '9' }, undefined)).toEqual([]);
  });
});
