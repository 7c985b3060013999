import * as accessPoints from 'netsensor-contract/sensors/accessPoints';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { createSchema, documentSchema, listSchema } from 'netsensor-contract/inventory/inventoryRecord';
import { toJsonSchema, type JsonSchema } from 'netsensor-contract/schemas/jsonSchema';
import { folderPlanFile } from '../asCode/planFile.js';
import { expectShape } from '../results/expectations.js';
import { floorFile } from '../pictures/floors/floorFile.js';
import { pinsFileShape } from '../pins/pinsShape.js';
import { nodeKindNames, nodeKinds } from '../sensors/nodeDocument.js';
import { draftSchema, manyNodesSchema, nodeSchema } from './nodeSchemas.js';
import * as overrides from 'netsensor-contract/sensors/overrideBodies';
import { editorSchema } from './editorSchema.js';
import { queryJsonSchema } from './queryJsonSchema.js';
import * as sensors from 'netsensor-contract/sensors/sensors';
import { user } from 'netsensor-contract/sensors/readRecords';

/** JSON Schemas by file name below `schemas/`, without the ending `.schema.json`. */
export type JsonSchemaCatalogue = Readonly<Record<string, JsonSchema>>;

/** Every generated JSON Schema. */
export function schemaCatalogue(): JsonSchemaCatalogue {
  const inventory = inventoryTypeNames.flatMap(type => {
    const { key, singular } = inventoryType(type);
    return [
      [key, toJsonSchema(documentSchema(type))],
      [`${key}.list`, toJsonSchema(listSchema(type))],
      [`${key}.create`, toJsonSchema(createSchema(type).meta({ title: `New ${singular.toLowerCase()}` }))],
    ] as const;
  });
  const nodes = nodeKindNames.flatMap(kind => {
    const { schemaName } = nodeKinds[kind];
    return [
      [schemaName, nodeSchema(kind)],
      [`${schemaName}.create`, draftSchema(kind)],
    ] as const;
  });
  const shapes = {
    'domain.modify': sensors.modifyDomain,
    'domain.stored': sensors.storedDomain,
    'flow-sensor.modify': sensors.createFlowSensor,
    'flow-sensor.stored': sensors.storedFlowSensor,
    'vendor-sensor.modify': sensors.createVendorSensor,
    'vendor-sensor.stored': sensors.storedVendorSensor,
    'mse-sensor.modify': sensors.createMseSensor,
    'mse-sensor.stored': sensors.storedMseSensor,
    'sensor-tree.stored': sensors.sensorRecord,
    'access-point.modify': accessPoints.modifyAccessPoint,
    'access-point.stored': accessPoints.accessPoint,
    'access-point.row': accessPoints.accessPointRow,
    'access-points.delete': overrides.deleteAccessPoints,
    'user.stored': user,
    'floor-plan': floorFile,
    'netsensor-plan': folderPlanFile,
    'notebook-expect': expectShape,
    'netsensor-pins': pinsFileShape,
  };
  return {
    ...Object.fromEntries([...inventory, ...nodes]),
    ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, toJsonSchema(schema)])),
    'sensor-tree.override': manyNodesSchema(overrides.overrideTree),
    'access-points.override': manyNodesSchema(overrides.overrideAccessPoints),
    'data-query': editorSchema(queryJsonSchema()),
  };
}

/** The text of a schema file: stable, with one trailing newline. */
export const schemaText = (schema: JsonSchema): string => `${JSON.stringify(schema, null, 2)}\n`;
