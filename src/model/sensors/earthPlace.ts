import { numberFromText } from 'netsensor-contract/text/looseValues';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';

/** A place on earth, in degrees. */
export interface EarthPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where a node is (contract 001, Access point record); undefined without both coordinates, or with one that is not on earth. */
export function recordPlace(record: RawRecord): EarthPlace | undefined {
  const latitude = degreesOf(record.latitude, 90);
  const longitude = degreesOf(record.longitude, 180);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** Whether a node has coordinates that are no place on earth: one of two, or one that is beyond a pole or the date line. */
export const isOffEarth = (record: RawRecord): boolean =>
  recordPlace(record) === undefined &&
  [record.latitude, record.longitude].some(value => (value ?? '') !== '');

function degreesOf(value: unknown, most: number): number | undefined {
  const number = numberFromText(value);
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined;
}
