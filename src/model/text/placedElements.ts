import { visit } from 'jsonc-parser';

/** A piece of a text, in UTF-16 units. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** A property of an object, or a member of a list, which goes by the name of the list. Its place is that of its value. */
export interface PlacedField extends Place {
  readonly name: string;
  /** Where its name begins; for a member of a list, where its value does. */
  readonly start: number;
  readonly holds: 'value' | 'object' | 'list';
  /** A text, a number, a boolean or null; undefined for an object or a list. */
  readonly value: unknown;
  /** What the object or list holds. */
  readonly fields: readonly PlacedField[];
}

/** An object of a text that stands for a record or a node by itself. */
export interface PlacedElement extends Place {
  /** The property that holds it, by itself or in a list; undefined at the top. */
  readonly heldBy: string | undefined;
  readonly fields: readonly PlacedField[];
}

/** An object or list that is being read. */
interface Holder {
  readonly place: { readonly offset: number; length: number };
  /** Where its fields go; undefined for a list of elements. */
  readonly fields: PlacedField[] | undefined;
  readonly isElement: boolean;
  /** Of the property that is being read; of the list for its members. */
  name: string;
  /** Where that property begins; undefined in a list. */
  start: number | undefined;
}

/**
 * The elements of a text that may be no whole JSON yet: the object at the top or those of the list there, and what
 * stands in properties of elements that hold further ones; each after the one around it.
 * @param holders names of these properties
 */
export function placedElements(text: string, holders: readonly string[] = []): PlacedElement[] {
  const reader = new ElementReader(holders);
  visit(text, {
    onObjectBegin: offset => reader.beginObject(offset),
    onArrayBegin: offset => reader.beginList(offset),
    onObjectEnd: (offset, length) => reader.end(offset + length),
    onArrayEnd: (offset, length) => reader.end(offset + length),
    onObjectProperty: (name, offset) => reader.beginProperty(name, offset),
    onLiteralValue: (value: unknown, offset, length) =>
      void reader.addField({ offset, length }, { holds: 'value', value }),
  });
  return reader.finish(text.length);
}

class ElementReader {
  private readonly elements: PlacedElement[] = [];
  private readonly open: Holder[] = [];

  constructor(private readonly holders: readonly string[]) {}

  beginObject(offset: number): void {
    const above = this.open.at(-1);
    const place = { offset, length: 0 };
    const isElement = this.mayHoldElements(above) || above?.fields === undefined;
    const fields: PlacedField[] = isElement
      ? []
      : this.addField(place, { holds: 'object', value: undefined });
    if (isElement) this.elements.push(Object.assign(place, { heldBy: above?.name || undefined, fields }));
    this.open.push({ place, fields, isElement, name: '', start: undefined });
  }

  beginList(offset: number): void {
    const above = this.open.at(-1);
    const place = { offset, length: 0 };
    const fields = this.mayHoldElements(above)
      ? undefined
      : this.addField(place, { holds: 'list', value: undefined });
    this.open.push({ place, fields, isElement: false, name: above?.name ?? '', start: undefined });
  }

  beginProperty(name: string, start: number): void {
    Object.assign(this.open.at(-1) ?? {}, { name, start });
  }

  /** @returns where what it holds goes */
  addField(place: Place, kind: Pick<PlacedField, 'holds' | 'value'>): PlacedField[] {
    const above = this.open.at(-1);
    const fields: PlacedField[] = [];
    const { name = '', start = place.offset } = above ?? {};
    above?.fields?.push(Object.assign(place, kind, { name, start, fields }));
    return fields;
  }

  end(until: number): void {
    const place = this.open.pop()?.place;
    if (place) place.length = until - place.offset;
  }

  /** Ends what the text leaves open. */
  finish(until: number): PlacedElement[] {
    while (this.open.length > 0) this.end(until);
    return this.elements;
  }

  private mayHoldElements(above: Holder | undefined): boolean {
    return !above || (above.isElement && this.holders.includes(above.name));
  }
}

/** The innermost element around an offset. */
export const elementAt = (elements: readonly PlacedElement[], at: number): PlacedElement | undefined =>
  elements.findLast(({ offset, length }) => offset <= at && at <= offset + length);

/** All fields of an element, those within its objects and lists, too. */
export function allFields({ fields }: Pick<PlacedElement, 'fields'>): PlacedField[] {
  return fields.flatMap(field => (field.holds === 'value' ? [field] : allFields(field)));
}

/** A field of an element by its name, `enrichment.floor_uuid` for one within another. */
export function fieldNamed({ fields }: Pick<PlacedElement, 'fields'>, name: string): PlacedField | undefined {
  const own = fields.find(field => field.name === name);
  const [first, ...rest] = name.split('.');
  if (own || rest.length === 0) return own;
  const outer = fields.find(field => field.name === first);
  return outer && fieldNamed(outer, rest.join('.'));
}

/** What an element or an object says. */
export const plainFields = ({ fields }: Pick<PlacedElement, 'fields'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map(field => [field.name, plainValue(field)]));

function plainValue(field: PlacedField): unknown {
  if (field.holds === 'value') return field.value;
  return field.holds === 'list' ? field.fields.map(plainValue) : plainFields(field);
}
