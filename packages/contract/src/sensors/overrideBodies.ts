import * as z from 'zod';
import { createAccessPoint, enrichment } from './accessPoints.js';
import { domainTypes, listed, sensorTypes } from './nodeRecord.js';

/** Fields of an access point inside an override body: the parent is given by its place, ids are not allowed. */
const placedAccessPoint = createAccessPoint.omit({ sensor_uuid: true }).extend({
  name: z.string().optional().describe('Name of the access point.'),
  sensor_name: z.string().optional().describe('Ignored: access points belong to the node they stand under.'),
});

/** One node of an overwrite body; `children` nest to any depth. */
export interface OverrideNode {
  /** Absent for one that has a uuid and keeps whatever it is called. */
  readonly name?: string | undefined;
  readonly uuid?: string | undefined;
  readonly type?: number | undefined;
  readonly domain_type?: number | undefined;
  readonly children?: readonly OverrideNode[] | undefined;
  readonly access_points?: readonly z.output<typeof placedAccessPoint>[] | undefined;
}

const overrideNode: z.ZodType<OverrideNode> = z
  .strictObject({
    name: z.string().min(1).describe('Name; with domain_type and type it matches a child that has no uuid.'),
    uuid: z.string().optional().describe('Uuid; the uuid of the main sensor cannot be changed.'),
    type: z
      .int32()
      .optional()
      .describe(`Sensor kind: ${listed(sensorTypes)}. Domain when left out.`),
    domain_type: z
      .int32()
      .optional()
      .describe(`Domain kind: ${listed(domainTypes)}. Generic when left out.`),
    get children() {
      return z.array(overrideNode).optional().describe('Subordinate domains and sensors.');
    },
    access_points: z
      .array(placedAccessPoint)
      .optional()
      .describe('Access points; used only on domains and flow sensors.'),
  })
  .meta({ id: 'overrideNode', description: 'A domain or sensor.' });

/** Body of overwrite domain tree (contract 001, Overwrite request). */
export const overrideTree = z.strictObject({ sensor: overrideNode });

const containers = ['service_provider', 'organization', 'deployment', 'namespace'] as const;

/** Body of override a domain's access points (contract 001, Override of a domain's access points). */
export const overrideAccessPoints = z.strictObject({
  access_points: z
    .array(
      createAccessPoint.omit({ sensor_uuid: true, enrichment: true }).extend({
        ...Object.fromEntries(
          containers.flatMap(kind => {
            const words = `of the ${kind.replace('_', ' ')} to place it in.`;
            return [
              [`${kind}_uuid`, z.string().optional().describe(`Uuid ${words}`)],
              [`${kind}_name`, z.string().optional().describe(`Name ${words}`)],
            ];
          }),
        ),
        enrichment: enrichment.optional(),
      }),
    )
    .describe('All access points of the domain and its subdomains; those not listed are deleted.'),
});

/** Body of delete access points by list (contract 001, Deletion by list). */
export const deleteAccessPoints = z.strictObject({
  access_points: z
    .array(
      z.union([
        z.strictObject({ mac_address: z.string().describe('MAC address with colons.') }),
        z.strictObject({ id: z.union([z.int(), z.string()]).describe('Internal id.') }),
      ]),
    )
    .describe('Access points to delete; those the caller may not manage are skipped.'),
});
