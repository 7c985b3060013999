import { describe, expect, it } from 'vitest';
import {
  allFields,
  elementAt,
  fieldNamed,
  placedElements,
  plainFields,
} from '../../../../src/model/text/placedElements.js';

const holders = ['sensor', 'children', 'access_points'];

describe('the elements of a JSON text', () => {
  it('are the object at the top, or those of the list there', () => {
    expect(placedElements('{"id": 1}').map(plainFields)).toEqual([{ id: 1 }]);
    expect(placedElements('[{"id": 1}, 7, [{"id": 2}], {"id": 3}]').map(plainFields)).toEqual([
      { id: 1 },
      { id: 3 },
    ]);
  });

  it('are within others only where these hold them', () => {
    const text =
      '{"sensor": {"name": "a", "children": [{"name": "b", "access_points": [{"status": 1}]}], "type": 1}}';
    expect(placedElements(text, holders).map(each => [each.heldBy, plainFields(each)])).toEqual([
      [undefined, {}],
      ['sensor', { name: 'a', type: 1 }],
      ['children', { name: 'b' }],
      ['access_points', { status: 1 }],
    ]);
    expect(placedElements('{"children": [{"id": 3}]}').map(plainFields)).toEqual([{ children: [{ id: 3 }] }]);
    expect(placedElements('{"a": {"children": [{"id": 3}]}}', holders)).toHaveLength(1);
  });

  it('have the places of their values', () => {
    const text = '[{}, {"tag_ids": [4, 15], "enrichment": {"floor_uuid": "f"}}]';
    const element = placedElements(text)[1];
    const said = allFields(element!).map(({ name, offset, length }) => [
      name,
      text.slice(offset, offset + length),
    ]);
    expect(said).toEqual([
      ['tag_ids', '4'],
      ['tag_ids', '15'],
      ['floor_uuid', '"f"'],
    ]);
    const outer = fieldNamed(element!, 'enrichment')!;
    expect(text.slice(outer.start, outer.offset + outer.length)).toBe('"enrichment": {"floor_uuid": "f"}');
    expect(fieldNamed(element!, 'enrichment.floor_uuid')?.value).toBe('f');
    expect(fieldNamed(element!, 'enrichment.market_uuid')).toBeUndefined();
  });

  it('are found around a place, the innermost first', () => {
    const text = '{"sensor": {"name": "a", "children": [{"name": "b"}]}}';
    const elements = placedElements(text, holders);
    const nameAt = (words: string) => elementAt(elements, text.indexOf(words))?.fields[0]?.value;
    expect(nameAt('"b"')).toBe('b');
    expect(nameAt('"children"')).toBe('a');
    expect(elementAt(elements, text.length + 1)).toBeUndefined();
  });

  it('are read as far as a text goes that is being written', () => {
    const text = '[{"id": 1, "rack_id": }, {"id": 2, "units": "1';
    const elements = placedElements(text);
    expect(elements.map(each => fieldNamed(each, 'id')?.value)).toEqual([1, 2]);
    expect(elements[1]!.offset + elements[1]!.length).toBe(text.length);
  });
});
