import type { FastifySchema } from 'fastify';
import * as z from 'zod';
import { overrideTree } from 'netsensor-contract/sensors/overrideBodies';
import { createDomain, modifyDomain } from 'netsensor-contract/sensors/sensors';
import {
  answered,
  answeredAsText,
  domainAnswer,
  sensorAnswer,
  sensorTreeAnswer,
} from '../openApi/answers.js';
import { inSection, type BodyExamples } from '../openApi/documented.js';
import { rootUuid } from 'netsensor-contract/sensors/sensors';
import { kindNames, modifiedAnswer, namedKinds, type KindName } from './namedSensors.js';

const path = { uuid: 'Uuid of the domain or sensor.' };
const rootPath = { uuid: { description: path.uuid, example: rootUuid } };
const about = inSection('Sensors and domains');

/** What a create or modify takes and answers. */
interface Written {
  readonly body: z.ZodType;
  readonly examples: BodyExamples;
  readonly sensor: z.ZodType;
}
const create = (operation: string, { sensor, ...rest }: Written) =>
  about(operation, { ...rest, answer: answered({ sensor }), errors: [404, 422] });
const modify = (operation: string, { sensor, ...rest }: Written) =>
  about(operation, { ...rest, path, answer: answered({ sensor }), errors: [404, 422] });

const snmp = { snmp_community: 'public', snmp_version: '2c' };
const examples: Readonly<Record<KindName, BodyExamples>> = {
  flow: {
    'A router': {
      name: 'Annex router',
      ip: '192.0.2.10',
      parent_uuid: rootUuid,
      ...snmp,
      homenets: [{ name: 'Office', value: '10.0.0.0/8' }],
    },
  },
  vendor: {
    'A cloud controller': {
      name: 'Annex cloud',
      ip: 'controller.example.net',
      parent_uuid: rootUuid,
      vendor_validator: 'a phrase',
    },
  },
  mse: {
    'A location engine': { name: 'Annex engine', stream: 'StreamB', mse_version: '8', parent_uuid: rootUuid },
  },
};

const ofEachKind = (operation: (kind: KindName) => FastifySchema) =>
  Object.fromEntries(kindNames.map(kind => [kind, operation(kind)])) as Readonly<
    Record<KindName, FastifySchema>
  >;

/** What the OpenAPI document says about the operations on domains and sensors (contract 001, Sensors and domains). */
export const operations = {
  tree: about('Sensor tree of one sensor', {
    path: rootPath,
    answer: answered({ sensor: sensorTreeAnswer }),
    errors: [404],
  }),
  ownTree: about("Sensor tree of the caller's top domain", {
    answer: answered({ sensor: sensorTreeAnswer }),
    errors: [404],
  }),
  listMse: about('List MSE sensors of a domain', {
    path: rootPath,
    answer: answered({ mse: z.array(sensorAnswer) }),
    errors: [404],
  }),
  createDomain: create('Create domain', {
    body: createDomain,
    examples: { 'A building': { name: 'Annex', domain_type: 5, parent_uuid: rootUuid } },
    sensor: domainAnswer,
  }),
  create: ofEachKind(kind => {
    const { words, schema: body, created: sensor } = namedKinds[kind];
    return create(`Create ${words}`, { body, examples: examples[kind], sensor });
  }),
  modifyDomain: modify('Modify domain', {
    body: modifyDomain,
    examples: { 'A new name': { name: 'Annex north' } },
    sensor: domainAnswer,
  }),
  modify: ofEachKind(kind => {
    const { words, schema: body } = namedKinds[kind];
    return modify(`Modify ${words}`, { body, examples: examples[kind], sensor: modifiedAnswer(kind) });
  }),
  deleteSensor: about('Delete sensor and all its subordinate sensors', {
    path,
    answer: answered({}),
    errors: [404, 422],
  }),
  override: about('Overwrite domain tree', {
    description: 'A node without children keeps those it has. Any failure undoes all changes.',
    path,
    body: overrideTree,
    examples: {
      'A building with a floor': {
        sensor: { name: 'Annex', domain_type: 5, children: [{ name: 'Ground floor', domain_type: 101 }] },
      },
    },
    answer: answeredAsText,
    errors: [404, 422],
  }),
  overrideOwn: about("Overwrite the tree of the caller's top domain", {
    body: overrideTree,
    examples: { 'Everything as it is': { sensor: { name: 'root' } } },
    answer: answeredAsText,
    errors: [404, 422],
  }),
};
