import { describe, expect, it } from 'vitest';
import { withFields, withoutLayout } from '../../../../src/model/text/jsonEdit.js';

describe('fields that are set in the text of an object', () => {
  it('changes nothing but their values', () => {
    const text = '{\n  "name": "Lobby", // by the door\n  "x": 10,\n  "y": null,\n  "status": 1\n}\n';
    const changed = text.replace('10', '-3').replace('null', '40');
    expect(withFields(text, { x: -3, y: 40 })).toBe(changed);
  });

  it('adds what is not there', () => {
    expect(withFields('{\n  "name": "Lobby"\n}\n', { x: 1, y: 2 })).toBe(
      '{\n  "name": "Lobby",\n  "x": 1,\n  "y": 2\n}\n',
    );
  });

  it('leaves alone what is no object', () => {
    expect(withFields('[1]', { x: 1, y: 2 })).toBeUndefined();
    expect(withFields('', { x: 1, y: 2 })).toBeUndefined();
  });
});

describe('JSON text without its layout', () => {
  it('is the same however it is laid out', () => {
    const laidOut = '{\n  "name": "Rack 1, left",\n  "sizes": [ 1, -2.50e3 ],\n  "note": null\n}\n';
    expect(withoutLayout('{"name":"Rack 1, left","sizes":[1,-2.50e3],"note":null}')).toBe(
      withoutLayout(laidOut),
    );
  });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['1e400', 'null'],
    ['1e400', '2e400'],
    ['"1"', '1'],
    ['-0', '0'],
    ['"a b"', '"a  b"'],
    ['["a","b"]', '["a,b"]'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
  ])('tells %s from %s', (one, other) => {
    expect(withoutLayout(one)).not.toBe(withoutLayout(other));
  });
});
