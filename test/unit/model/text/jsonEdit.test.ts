import { describe, expect, it } from 'vitest';
import { withFields } from '../../../../src/model/text/jsonEdit.js';

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
