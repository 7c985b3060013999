import type { FastifySchema } from 'fastify';
import * as z from 'zod';
import { overrideTree } from '../../model/sensors/overrides.js';
import {
  createDomain,
  createFlowSensor,
  createMseSensor,
  createVendorSensor,
  modifyDomain,
  modifyFlowSensor,
  modifyMseSensor,
  modifyVendorSensor,
} from '../../model/sensors/sensors.js';
import {
  answered,
  answeredAsText,
  domainAnswer,
  flowSensorAnswer,
  mseSensorAnswer,
  sensorAnswer,
  sensorTreeAnswer,
  vendorSensorAnswer,
} from '../openApi/answers.js';
import { documented, type Operation } from '../openApi/documented.js';
import { sensorExamples as examples, type BodyExamples } from '../openApi/examples.js';
import { rootUuid } from '../generator/networkPlan.js';
import type { KindName } from './namedSensors.js';

const path = { uuid: 'Uuid of the domain or sensor.' };
const rootPath = { uuid: { description: path.uuid, example: rootUuid } };
const about = (operation: string, rest: Omit<Operation, 'section' | 'operation'>): FastifySchema =>
  documented({ section: 'Sensors and domains', operation, ...rest });

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

const createKind: Readonly<Record<KindName, FastifySchema>> = {
  flow: create('Create flow sensor', {
    body: createFlowSensor,
    examples: examples.flow,
    sensor: flowSensorAnswer,
  }),
  vendor: create('Create vendor sensor', {
    body: createVendorSensor,
    examples: examples.vendor,
    sensor: vendorSensorAnswer,
  }),
  mse: create('Create MSE sensor', {
    body: createMseSensor,
    examples: examples.mse,
    sensor: mseSensorAnswer,
  }),
};

const modifyKind: Readonly<Record<KindName, FastifySchema>> = {
  flow: modify('Modify flow sensor', {
    body: modifyFlowSensor,
    examples: examples.flow,
    sensor: flowSensorAnswer,
  }),
  vendor: modify('Modify vendor sensor', {
    body: modifyVendorSensor,
    examples: examples.vendor,
    sensor: vendorSensorAnswer.omit({ secret: true }),
  }),
  mse: modify('Modify MSE sensor', {
    body: modifyMseSensor,
    examples: examples.mse,
    sensor: mseSensorAnswer,
  }),
};

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
    examples: examples.domain,
    sensor: domainAnswer,
  }),
  create: createKind,
  modifyDomain: modify('Modify domain', {
    body: modifyDomain,
    examples: examples.renamed,
    sensor: domainAnswer,
  }),
  modify: modifyKind,
  deleteSensor: about('Delete sensor and all its subordinate sensors', {
    path,
    answer: answered({}),
    errors: [404, 422],
  }),
  override: about('Overwrite domain tree', {
    description: 'A node without children keeps those it has. Any failure undoes all changes.',
    path,
    body: overrideTree,
    examples: examples.override,
    answer: answeredAsText,
    errors: [404, 422],
  }),
  overrideOwn: about("Overwrite the tree of the caller's top domain", {
    body: overrideTree,
    examples: examples.overrideOwn,
    answer: answeredAsText,
    errors: [404, 422],
  }),
};
