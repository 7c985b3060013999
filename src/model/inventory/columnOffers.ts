import { getLocation } from 'jsonc-parser';
import type { ColumnsRole } from 'netsensor-contract/inventory/references';
import { elementAt, fieldNamed, placedElements } from '../text/placedElements.js';
import { columnFields, fieldsOf, typeOfModel } from './models.js';

/** Names that may stand at a place of a list of columns, and the part of the text that one takes the place of. */
export interface ColumnOffers {
  readonly names: readonly string[];
  /** Whether a name is in the quotes of the list; else it is written with quotes of its own. */
  readonly isInside: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * The fields of the type that a record names, without those that its list of columns has already, where that is being
 * written; undefined where the type is not known. The text may be no JSON yet.
 */
export function columnOffers(text: string, offset: number, { of }: ColumnsRole): ColumnOffers | undefined {
  const element = elementAt(placedElements(text), offset);
  const type = typeOfModel(element && fieldNamed(element, of)?.value);
  if (!type) return undefined;
  const node = getLocation(text, offset).previousNode;
  const isInside = node?.type === 'string' && node.offset < offset;
  const quote = isInside ? /^"[^"\r\n]*/.exec(text.slice(node.offset))?.[0] : undefined;
  if (!isInside || quote === undefined || offset > node.offset + quote.length) {
    const end = node ? node.offset + node.length : offset;
    const isAt = node?.type !== 'property' && offset <= end;
    return {
      names: columnFields(type),
      isInside: false,
      start: isAt && node ? node.offset : offset,
      end: isAt ? end : offset,
    };
  }
  const before = quote.slice(1, offset - node.offset);
  const after = quote.slice(offset - node.offset);
  const typed = /[^;,]*$/.exec(before)?.[0].trimStart() ?? '';
  const rest = /^[^;,]*/.exec(after)?.[0] ?? '';
  const others = fieldsOf(
    `${before.slice(0, before.length - typed.length)};${after.slice(rest.length)}`.replaceAll(',', ';'),
  );
  const names = columnFields(type).filter(name => !others.includes(name));
  return { names, isInside, start: offset - typed.length, end: offset + rest.length };
}
