import type { AccessPointFilters } from '../model/sensors/accessPoints.js';
import { readRows, type Row } from './accessPoints/accessPointRows.js';
import { accessPointElements, deleteBelow, deleteListed } from './accessPoints/deleteAccessPoints.js';
import { readAccessPoints, type StoredAccessPoint } from './accessPoints/accessPointTable.js';
import { overrideAccessPoints } from './accessPoints/overrideAccessPoints.js';
import { createAccessPoint, modifyAccessPoint } from './accessPoints/writeAccessPoint.js';
import type { Database } from './store/database.js';
import type { StoredUser } from './users/userStore.js';

/** The access points of a manager; every write is one transaction and on disk when its promise resolves. */
export class AccessPointStore {
  constructor(
    private readonly database: Database,
    private readonly now: () => number,
  ) {}

  /** All access points, in the order of their ids. */
  async list(): Promise<StoredAccessPoint[]> {
    return this.database.read(session => readAccessPoints(session));
  }

  /** The list rows of the access points that match all given filters and that the caller may read. */
  async rows(caller: StoredUser, filters: AccessPointFilters = {}): Promise<Row[]> {
    return this.database.read(session => readRows(session, caller, filters));
  }

  /** @throws HttpProblem 404, 401, or 422 that names each wrong field */
  async create(caller: StoredUser, body: unknown): Promise<object> {
    const now = this.now();
    return this.database.write(session => createAccessPoint(session, { caller, body, now }));
  }

  /**
   * Changes the access point of an id or MAC address.
   * @throws HttpProblem 404, 401, or 422 that names each wrong field
   */
  async modify(caller: StoredUser, named: string, body: unknown): Promise<object> {
    const now = this.now();
    return this.database.write(session => modifyAccessPoint(session, named, { caller, body, now }));
  }

  /**
   * Deletes the access points a body names and the caller may manage.
   * @throws HttpProblem 400, 404 or 422; nothing is deleted then
   */
  async deleteListed(caller: StoredUser, body: unknown): Promise<void> {
    const elements = accessPointElements(body);
    await this.database.write(session => deleteListed(session, caller, elements));
  }

  /**
   * Deletes all access points of a domain and of everything below it.
   * @throws HttpProblem 404 or 401
   */
  async deleteBelow(caller: StoredUser, sensorUuid: string): Promise<void> {
    await this.database.write(session => deleteBelow(session, caller, sensorUuid));
  }

  /**
   * Replaces the access points of a domain and of everything below it by those of a body.
   * @throws HttpProblem 400, 404, 401, or 422 that names each wrong field; nothing is changed then
   */
  async override(caller: StoredUser, domainUuid: string, body: unknown): Promise<void> {
    const elements = accessPointElements(body);
    const now = this.now();
    await this.database.write(session =>
      overrideAccessPoints(session, { caller, domainUuid, elements, now }),
    );
  }
}
