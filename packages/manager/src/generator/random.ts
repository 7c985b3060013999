/** As many things as asked for, made one after the other. */
export const list = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

/** A stream of pseudo-random values that a seed and a purpose decide; other streams never shift it. */
export class Random {
  private state: number;

  constructor(seed: number, purpose: string) {
    this.state = [...purpose].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
      ~seed,
    );
  }

  /** The next value from 0 up to 1 (the mulberry32 generator). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** One of a list, which must not be empty. */
  pick<const Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item;
  }

  /** Decimal digits without a leading zero, as sensor uuids have them (field notes §1.0). */
  digits(length: number): string {
    return String(1 + this.below(9)) + list(length - 1, () => this.below(10)).join('');
  }

  /** Lower-case hex digits. */
  hex(length: number): string {
    return list(length, () => this.below(16).toString(16)).join('');
  }

  /** A MAC address in lower case that starts with the three octets of a vendor. */
  mac(vendorOctets: string): string {
    return [vendorOctets, this.hex(2), this.hex(2), this.hex(2)].join(':');
  }
}
