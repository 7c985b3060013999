import * as z from 'zod';
import { accessPoint, accessPointRow } from 'netsensor-contract/sensors/accessPoints';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import {
  storedDomain,
  storedFlowSensor,
  storedMseSensor,
  storedVendorSensor,
  treeFields,
} from 'netsensor-contract/sensors/sensors';
import { user } from 'netsensor-contract/sensors/readRecords';

/**
 * What this manager answers, from the schema with which a client reads what any manager may answer: every field is
 * there, nothing else is, and only the named ones can be null.
 */
function exact(stored: { readonly shape: z.ZodRawShape }, nullable: readonly string[] = []) {
  const fields = Object.entries(stored.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const bare = valueOf(field);
    const value = nullable.includes(name) ? bare.nullable() : bare;
    return [name, field.description === undefined ? value : value.describe(field.description)] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

/** A field without the tolerance around it. */
function valueOf(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return valueOf(field.unwrap() as z.ZodType);
  }
  return field instanceof z.ZodPipe ? valueOf(field.def.out as z.ZodType) : field;
}

/** An answer with its root field `query` (contract 001, General rules, rule 2). */
export const answered = <Shape extends z.ZodRawShape>(payload: Shape) =>
  z.strictObject({ query: z.literal(true).describe('The call succeeded.'), ...payload });

/** The answer of the override and delete calls that print `query` as text (contract 001, General rules, rule 2). */
export const answeredAsText = z.strictObject({
  query: z.literal('true').describe('The call succeeded.'),
});

/** An access point as create, modify and the tree answer it (contract 001, Access point record). */
export const accessPointAnswer = exact(accessPoint, [
  'ip_address',
  'latitude',
  'longitude',
  'x',
  'y',
  'description',
  'switch_name',
  'switch_id',
  'last_check_in',
]).meta({ id: 'AccessPoint', description: 'An access point.' });

/** A row of the access point list; the levels that it does not stand in are null (contract 001, Access point rows). */
export const accessPointRowAnswer = exact(
  accessPointRow,
  Object.keys(accessPointRow.shape).filter(
    name => !['name', 'mac_address', 'status', 'enrichment'].includes(name),
  ),
).meta({ id: 'AccessPointRow', description: 'A row of the access point list.' });

const sensorShape = exact({ shape: treeFields }, [
  'ip',
  'latitude',
  'longitude',
  'applied_at',
  'domain_type',
  'real_parent_id',
  'group_id',
  'binding_id',
  'policy_id',
  'reputation_policy_id',
]);

/** A sensor or domain without its subordinates, as the MSE list answers it (contract 001, Endpoints). */
export const sensorAnswer = sensorShape.meta({ id: 'Sensor', description: 'A sensor or domain.' });

/** A sensor or domain with its subordinates (contract 001, Sensor / domain record). */
export const sensorTreeAnswer = z
  .strictObject({
    ...sensorShape.shape,
    access_points: z
      .array(accessPointAnswer)
      .optional()
      .describe('Access points; present on domain and floor records.'),
    get children(): z.ZodArray<z.ZodType> {
      return z.array(sensorTreeAnswer as z.ZodType).describe('Subordinate sensors and domains.');
    },
  })
  .meta({ id: 'SensorTree', description: 'A sensor or domain with everything below it.' });

/** What create and modify answer for each kind of sensor (contract 001, Endpoints). */
export const domainAnswer = exact(storedDomain).omit({ ip: true });
export const flowSensorAnswer = exact(storedFlowSensor);
export const vendorSensorAnswer = exact(storedVendorSensor, ['vendor_validator']);
export const mseSensorAnswer = exact(storedMseSensor, ['mse_version']).omit({ ip: true });

/** A row of the user list (contract 001, User record). */
export const userAnswer = exact(user, ['email', 'name']).meta({ id: 'User', description: 'A user.' });

/** Stored inventory records by type: fields that may be left out on create are null then (contract 000, Resources and fields). */
export const inventoryAnswers = Object.fromEntries(
  inventoryTypeNames.map(type => [type, inventoryAnswer(type)]),
) as Readonly<Record<InventoryType, z.ZodType>>;

function inventoryAnswer(type: InventoryType): z.ZodType {
  const { key, fields, description } = inventoryType(type);
  const time = z.iso.datetime({ offset: true });
  const optional = Object.entries(fields).filter(([, field]) => field instanceof z.ZodOptional);
  const stored = exact(
    { shape: fields },
    optional.map(([name]) => name),
  );
  return z
    .strictObject({
      id: z.int32().describe('Number given by the manager.'),
      ...stored.shape,
      created_at: time.describe('When the record was created.'),
      updated_at: time.describe('When the record was last changed.'),
    })
    .meta({ id: pascalCase(key), description });
}

/** `rack_role` becomes `RackRole`. */
function pascalCase(key: string): string {
  return key.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
