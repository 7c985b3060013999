import { plainlyTyped } from '../text/folded.js';
import { recordMac, type RawRecord } from './nodeRecord.js';

/** A MAC address as the contract has it: with colons (contract 001, Access point record). */
export const colonMac = /^([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}$/;

/** Six octets as switches and controllers write them; each with the letters of one octet or more in a group. */
const notations = [
  // 001ebd4a6001
  /^[\da-f]{12}$/,
  // 00:1e:bd:4a:60:01, 00-1e-bd-4a-60-01, 0:1e:bd:4a:60:1
  /^[\da-f]{1,2}([:-])(?:[\da-f]{1,2}\1){4}[\da-f]{1,2}$/,
  // 00 1e bd 4a 60 01, 00.1e.bd.4a.60.01
  /^[\da-f]{2}([ ._])(?:[\da-f]{2}\1){4}[\da-f]{2}$/,
  // 001e.bd4a.6001, 001e-bd4a-6001
  /^[\da-f]{4}([-.: _])[\da-f]{4}\1[\da-f]{4}$/,
  // 001ebd-4a6001
  /^[\da-f]{6}[-.: _][\da-f]{6}$/,
];

const usual = /^(?:[\da-f]{2}:){5}[\da-f]{2}$/;

/**
 * Reads a MAC address in every notation that is common, whatever came along when it was copied.
 * @returns it in lower case with colons; undefined for anything else
 */
export function readMac(text: string): string | undefined {
  if (usual.test(text)) return text;
  const plain = plainlyTyped(text)
    .replace(/\b0x(?=[\da-f])/g, '')
    .replace(/^[\s"'`<([{]+|[\s"'`>)\]},;.]+$/g, '')
    .replace(/\s*([:-])\s*/g, '$1')
    .replace(/,\s?|\s/g, ' ');
  if (!notations.some(notation => notation.test(plain))) return undefined;
  return octets(plain).join(':');
}

/**
 * What a MAC address is known by, so that two notations of one address are the same. Managers do not check addresses
 * (field notes §1.0): one that cannot be read, such as one of five octets, is known by its text.
 */
export function macKey(text: string): string {
  const read = readMac(text);
  if (read !== undefined) return read;
  const plain = plainlyTyped(text);
  return /^[\da-f]{1,2}(?:[:-][\da-f]{1,2})+$/.test(plain) ? octets(plain).join(':') : plain;
}

/** A MAC address as it is sent: one in another notation is put right; what a manager takes, and what is none, stays. */
export const rightMac = (value: unknown): unknown =>
  typeof value !== 'string' || colonMac.test(value) ? value : (readMac(value) ?? value);

/** The octets of an address whose groups hold one or more of them; a group of one digit lost its zero. */
const octets = (plain: string): string[] =>
  plain.split(/[^\da-f]/).flatMap(group => group.padStart(2, '0').match(/../g) ?? []);

/** What the MAC address of a record is known by, however the manager writes it. */
export function recordMacKey(record: RawRecord): string | undefined {
  const mac = recordMac(record);
  return mac === undefined ? undefined : macKey(mac);
}
