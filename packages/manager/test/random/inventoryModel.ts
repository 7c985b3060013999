import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';

/** A record as the model keeps it: what was given, by field. */
export type Fields = Record<string, unknown>;

/** What an inventory is expected to answer: a record, that it is gone or was never there, or that it is refused. */
export type Expected =
  | { readonly status: 200; readonly id: number; readonly fields: Fields | undefined }
  | { readonly status: 404 | 422 };

/** Where a field points, and whether the record goes with the one it points to. */
interface Link {
  readonly field: string;
  readonly to: InventoryType;
  readonly goesWithIt: boolean;
}

/** The rules of the manager, written down once more and in other words. */
const links: Partial<Record<InventoryType, readonly Link[]>> = {
  rack_reservations: [{ field: 'rack_id', to: 'racks', goesWithIt: true }],
  contact_groups: [{ field: 'parent_id', to: 'contact_groups', goesWithIt: false }],
  power_feeds: [{ field: 'power_panel_id', to: 'power_panels', goesWithIt: false }],
  wireless_lans: [{ field: 'wireless_lan_group_id', to: 'wireless_lan_groups', goesWithIt: false }],
  wireless_lan_groups: [{ field: 'parent_id', to: 'wireless_lan_groups', goesWithIt: false }],
};
const differBy: Partial<Record<InventoryType, readonly string[]>> = {
  rack_types: ['manufacturer_id', 'model'],
  contact_groups: ['parent_id', 'name'],
  power_panels: ['name'],
  power_feeds: ['power_panel_id', 'name'],
  wireless_lan_groups: ['name'],
};

/** All records of a manager, as plain maps, with the rules as plain loops. */
export class InventoryModel {
  readonly records = new Map<InventoryType, Map<number, Fields>>();
  private readonly lastIds = new Map<InventoryType, number>();

  /** Starts with what a manager holds. @param lastId highest id given out, also to records that are gone */
  take(type: InventoryType, records: ReadonlyMap<number, Fields>, lastId: number): void {
    this.records.set(type, new Map(records));
    this.lastIds.set(type, lastId);
  }

  of(type: InventoryType): Map<number, Fields> {
    return this.records.get(type) ?? new Map<number, Fields>();
  }

  create(type: InventoryType, fields: Fields): Expected {
    if (!this.allows(type, undefined, fields)) return { status: 422 };
    const id = (this.lastIds.get(type) ?? 0) + 1;
    this.lastIds.set(type, id);
    this.of(type).set(id, fields);
    return { status: 200, id, fields };
  }

  update(type: InventoryType, id: number, change: Fields): Expected {
    const stored = this.of(type).get(id);
    if (!stored) return { status: 404 };
    const fields = { ...stored, ...change };
    const isSame = Object.keys(change).every(name => Object.is(stored[name], change[name]));
    if (!isSame && !this.allows(type, id, fields)) return { status: 422 };
    this.of(type).set(id, fields);
    return { status: 200, id, fields };
  }

  delete(type: InventoryType, id: number): Expected {
    if (!this.of(type).has(id)) return { status: 404 };
    const users = this.usersOf(type, id);
    if (users.some(({ goesWithIt }) => !goesWithIt)) return { status: 422 };
    for (const user of users) this.of(user.type).delete(user.id);
    this.of(type).delete(id);
    return { status: 200, id, fields: undefined };
  }

  private usersOf(type: InventoryType, id: number) {
    const found: { type: InventoryType; id: number; goesWithIt: boolean }[] = [];
    for (const [user, list] of Object.entries(links) as [InventoryType, readonly Link[]][]) {
      for (const { field, to, goesWithIt } of list) {
        if (to !== type) continue;
        for (const [userId, fields] of this.of(user)) {
          if (fields[field] === id) found.push({ type: user, id: userId, goesWithIt });
        }
      }
    }
    return found;
  }

  private allows(type: InventoryType, id: number | undefined, fields: Fields): boolean {
    return (
      this.pointsToExisting(type, fields) &&
      !this.isBelowItself(type, id, fields) &&
      !this.isTaken(type, id, fields) &&
      (type !== 'rack_reservations' || this.unitsAreFree(id, fields)) &&
      (type !== 'racks' || this.unitsStayInside(id, fields))
    );
  }

  private pointsToExisting(type: InventoryType, fields: Fields): boolean {
    return (links[type] ?? []).every(
      ({ field, to }) => fields[field] === null || this.of(to).has(fields[field] as number),
    );
  }

  private isBelowItself(type: InventoryType, id: number | undefined, fields: Fields): boolean {
    if (id === undefined || !('parent_id' in fields)) return false;
    let above = fields['parent_id'] as number | null;
    while (above !== null && above !== id)
      above = (this.of(type).get(above)?.['parent_id'] ?? null) as number | null;
    return above === id;
  }

  private isTaken(type: InventoryType, id: number | undefined, fields: Fields): boolean {
    const names = differBy[type];
    if (!names) return false;
    return [...this.of(type)].some(
      ([otherId, other]) => otherId !== id && names.every(name => other[name] === fields[name]),
    );
  }

  private unitsAreFree(id: number | undefined, fields: Fields): boolean {
    const height = this.of('racks').get(fields['rack_id'] as number)?.['u_height'] as number;
    const taken = [...this.of('rack_reservations')]
      .filter(([otherId, other]) => otherId !== id && other['rack_id'] === fields['rack_id'])
      .flatMap(([, other]) => unitsOf(other));
    return unitsOf(fields).every(unit => unit >= 1 && unit <= height && !taken.includes(unit));
  }

  private unitsStayInside(id: number | undefined, rack: Fields): boolean {
    return [...this.of('rack_reservations').values()]
      .filter(reservation => reservation['rack_id'] === id)
      .every(reservation => unitsOf(reservation).every(unit => unit <= (rack['u_height'] as number)));
  }
}

const unitsOf = (reservation: Fields): number[] => (reservation['units'] as string).split(',').map(Number);
