import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import type { Fields } from './http/requestFields.js';

/** Reports that a field is wrong, in Rails' words. */
export type Report = (field: string, message: string) => void;

const rackWidths = [10, 19, 21, 23];
const mostRackUnits = 100;

/** Rules between the fields of one record (field notes §4); those that need other records are in the store. */
export const inventoryChecks: Readonly<
  Partial<Record<InventoryType, (fields: Fields, report: Report) => void>>
> = {
  racks: checkRackSize,
  rack_types: checkRackSize,
  contacts: (fields, report) => {
    const { email } = fields;
    if (typeof email === 'string' && email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email)) {
      report('email', 'is invalid');
    }
  },
  power_feeds: (fields, report) => {
    const directCurrent = 2;
    const { voltage, amperage } = fields;
    if (voltage === 0) report('voltage', 'must be other than 0');
    if (typeof voltage === 'number' && voltage < 0 && fields['power_feed_supply_id'] !== directCurrent) {
      report('voltage', 'can be negative only for a DC supply');
    }
    if (typeof amperage === 'number' && amperage < 1) {
      report('amperage', 'must be greater than or equal to 1');
    }
  },
  wireless_lans: (fields, report) => {
    if (Buffer.byteLength(String(fields['ssid'])) > 32) {
      report('ssid', 'is too long (maximum is 32 bytes)');
    }
  },
};

function checkRackSize(fields: Fields, report: Report): void {
  if (Number(fields['u_height']) > mostRackUnits) {
    report('u_height', `must be less than or equal to ${mostRackUnits}`);
  }
  if (!rackWidths.includes(Number(fields['width']))) {
    report('width', `must be one of ${rackWidths.join(', ')}`);
  }
}

/** The rack unit numbers of a reservation, `1,2,3`. */
export const rackUnits = (units: unknown): number[] => String(units).split(',').map(Number);

/** What is wrong with the units of a reservation in a rack of `height` units of which `taken` are reserved. */
export function rackUnitProblem(units: readonly number[], height: number, taken: readonly number[]) {
  const outside = units.filter(unit => unit < 1 || unit > height);
  if (outside.length > 0) return `Invalid unit(s) for ${height}U rack: ${outside.join(', ')}`;
  const reserved = units.filter(unit => taken.includes(unit));
  if (reserved.length > 0) return `The following units have already been reserved: ${reserved.join(', ')}`;
  return undefined;
}
