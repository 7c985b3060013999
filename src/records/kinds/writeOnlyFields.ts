import { accessPointIdentity, type AccessPointRef } from '../../model/sensors/nodeRef.js';
import type { RecordFields } from '../../model/inventory/recordText.js';

/**
 * Fields that were saved in this window and that the manager does not return, such as home networks: without them the
 * next write, which overwrites all properties, would empty them. They are kept in memory only.
 */
export class GivenFields {
  private readonly given = new Map<string, RecordFields>();
  private readonly emptied = new Map<string, ReadonlySet<string>>();

  of(document: string): RecordFields {
    return this.given.get(document) ?? {};
  }

  /** Notes a body that the manager accepted; a field it left out is empty now. */
  replace(document: string, body: RecordFields): void {
    this.given.set(document, body);
  }

  /** Notes changed fields that the manager accepted, beside those given before. */
  add(document: string, changes: RecordFields): void {
    this.given.set(document, { ...this.of(document), ...changes });
  }

  /** Whether the user has agreed for this document that these fields are emptied. */
  mayEmpty(document: string, fields: readonly string[]): boolean {
    const agreed = this.emptied.get(document);
    return agreed !== undefined && fields.every(field => agreed.has(field));
  }

  agreeToEmpty(document: string, fields: readonly string[]): void {
    this.emptied.set(document, new Set([...(this.emptied.get(document) ?? []), ...fields]));
  }
}

/** Under which key the fields of a sensor are kept. */
export const givenToSensor = (connectionId: string, uuid: string): string => `${connectionId} sensor ${uuid}`;

/** Under which key the fields of an access point are kept. */
export const givenToAccessPoint = (connectionId: string, ref: AccessPointRef): string =>
  `${connectionId} ${accessPointIdentity(ref)}`;
