import { recordName } from 'netsensor-contract/inventory/inventoryRecord';
import { groupBy, runsOf } from 'netsensor-contract/text/collections';
import { rackUnits } from 'netsensor-contract/inventory/unitList';
import { integerOf, textOf } from 'netsensor-contract/text/looseValues';
import { freeUnits, unitSegments, type UnitRun, type UnitSegment } from './rackUnits.js';

/** A record as a picture shows it: as it is stored, or as a document says that was not saved yet. */
export interface PicturedRecord {
  /** The number of the record; the address of its document for one that does not exist yet. */
  readonly key: string;
  /** Undefined for one that does not exist yet. */
  readonly id: number | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether a document has changes of it that were not saved. */
  readonly isEdited: boolean;
}

/** A reservation in the rack that it is for. */
export interface RackReservation {
  readonly key: string;
  readonly id: number | undefined;
  readonly isEdited: boolean;
  /** What it is for, in words; empty where nothing is said. */
  readonly label: string;
  /** Its runs of units, from the lowest; those outside the rack too. */
  readonly runs: readonly UnitRun[];
  /** The units that the rack does not have, or that are not drawn of it. */
  readonly outside: readonly UnitRun[];
}

/** A rack from its lowest unit up: what is free, what is reserved, and by whom. */
export interface RackElevation {
  readonly id: number;
  readonly name: string;
  readonly isEdited: boolean;
  /** In units; undefined where the record does not say it. */
  readonly height: number | undefined;
  /** Units that are drawn: all of them, up to {@link mostDrawnUnits}. */
  readonly drawnUnits: number;
  /** In inches; undefined where the record does not say it. */
  readonly width: number | undefined;
  readonly reservations: readonly RackReservation[];
  /** The drawn units from the lowest, in pieces that the same reservations claim. */
  readonly segments: readonly UnitSegment[];
  readonly free: number;
  readonly longestFree: number;
  /** Runs of units that several reservations claim. */
  readonly clashes: number;
  /** Reservations with units that the rack does not have. */
  readonly misfits: number;
}

/** Units of a rack that are drawn at most; a manager allows 100 (field notes §4, rack.u_height). */
export const mostDrawnUnits = 120;

/** What racks hold, from their records and all reservations. */
export function rackElevations(
  racks: readonly PicturedRecord[],
  reservations: readonly PicturedRecord[],
): RackElevation[] {
  const byRack = groupBy(reservations, ({ fields }) => integerOf(fields['rack_id']));
  return racks.flatMap(rack => (rack.id === undefined ? [] : [elevation(rack, byRack.get(rack.id) ?? [])]));
}

function elevation(rack: PicturedRecord, records: readonly PicturedRecord[]): RackElevation {
  const { id = 0, fields, isEdited } = rack;
  const stated = integerOf(fields['u_height']);
  const height = stated !== undefined && stated >= 0 ? stated : undefined;
  const units = new Map(records.map(record => [record.key, rackUnits(record.fields['units']) ?? []]));
  // Of a rack that does not say its height, as much is shown as is reserved.
  const highest = [...units.values()].flat().reduce((most, unit) => Math.max(most, unit), 1);
  const drawnUnits = Math.min(height ?? highest, mostDrawnUnits);
  const reservations = records.map(record => reservation(record, units.get(record.key) ?? [], drawnUnits));
  const segments = unitSegments(drawnUnits, units);
  // Of a taller rack the units above are not drawn.
  const isWhole = height === drawnUnits;
  return {
    clashes: segments.filter(({ claims }) => claims.length > 1).length,
    misfits: isWhole ? reservations.filter(({ outside }) => outside.length > 0).length : 0,
    id,
    isEdited,
    height,
    drawnUnits,
    reservations,
    segments,
    name: recordName('racks', { ...fields, id }),
    width: integerOf(fields['width']),
    ...freeUnits(segments),
  };
}

function reservation(
  { key, id, isEdited, fields }: PicturedRecord,
  units: readonly number[],
  drawnUnits: number,
): RackReservation {
  const exact = units.filter(Number.isSafeInteger);
  const isOutside = (unit: number) => unit < 1 || unit > drawnUnits;
  return {
    key,
    id,
    isEdited,
    runs: runsOf(exact),
    outside: runsOf(exact.filter(isOutside)),
    label: textOf(fields['description'])?.trim() ?? '',
  };
}
