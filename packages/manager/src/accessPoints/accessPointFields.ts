import { fieldsWhere } from 'netsensor-contract/text/collections';
import * as z from 'zod';
import { createAccessPoint, enrichment, looseMacAddress } from 'netsensor-contract/sensors/accessPoints';
import { looseText } from 'netsensor-contract/sensors/tolerant';
import {
  checkedFields,
  fieldErrors,
  knownFields,
  presentFields,
  type Fields,
} from '../http/requestFields.js';
import type { NewAccessPoint } from '../sensors/accessPointTable.js';

const locationUuids = Object.keys(enrichment.shape);

/** Known location uuids are text, and `null` is the same as left out; other keys are free, with plain values (field notes §1.2). */
const storedEnrichment = z
  .object(Object.fromEntries(locationUuids.map(name => [name, looseText])))
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .transform((given): Fields =>
    fieldsWhere<unknown>(given, (name, value) => value !== null || !locationUuids.includes(name)),
  );

const { sensor_uuid: _parent, ...contractShape } = createAccessPoint.shape;

/** What a manager takes on create, beside the parent: more MAC addresses than clients should send, no blank names. */
const createShape = {
  ...contractShape,
  mac_address: looseMacAddress,
  name: z.string().regex(/\S/),
  enrichment: storedEnrichment.optional(),
};

/** The fields of an access point that is created, checked; `flow_uuid` is not looked up yet. */
type CreateFields = z.output<typeof createSchema>;
const createSchema = z.strictObject(createShape);

const { enrichment: _ignored, ...modifyShape } = createShape;
const modifySchema = z.strictObject({
  ...modifyShape,
  mac_address: modifyShape.mac_address.optional(),
  name: modifyShape.name.optional(),
  ip_address: modifyShape.ip_address.nullable(),
  latitude: modifyShape.latitude.nullable(),
  longitude: modifyShape.longitude.nullable(),
  x: modifyShape.x.nullable(),
  y: modifyShape.y.nullable(),
  flow_uuid: modifyShape.flow_uuid.nullable(),
  description: modifyShape.description.nullable(),
});

/**
 * The fields of one access point to create, or what is wrong with them by field; `null` is the same as left out, unknown
 * fields are ignored.
 */
export function checkAccessPoint(given: Fields) {
  const result = createSchema.safeParse(presentFields(createShape, given));
  return result.success ? { fields: result.data } : { errors: fieldErrors(result.error.issues, given) };
}

/**
 * The fields of a modify body; `null` empties an optional one, `enrichment` and unknown fields are ignored (contract 001, Access points).
 * @throws HttpProblem 422 that names each wrong field
 */
export function modifyFields(given: Fields): z.output<typeof modifySchema> {
  return checkedFields(modifySchema.safeParse(knownFields(modifyShape, given)), given);
}

/** The row of an access point in a domain; it is down unless it is said to be up (field notes §1.2, sample). */
export function newAccessPoint(fields: CreateFields, sensorId: number): NewAccessPoint {
  const { flow_uuid, enrichment: located = {}, status = 0, ...given } = fields;
  return {
    ip_address: null,
    latitude: null,
    longitude: null,
    x: null,
    y: null,
    description: null,
    ...given,
    sensor_id: sensorId,
    status,
    enrichment: JSON.stringify(located),
    settings: settingsText(flow_uuid),
  };
}

/** The settings of an access point as they are stored. */
export const settingsText = (flowUuid: string | null | undefined): string =>
  JSON.stringify(flowUuid ? { flow_uuid: flowUuid } : {});
