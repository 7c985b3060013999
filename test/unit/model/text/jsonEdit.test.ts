import { describe, expect, it } from 'vitest';
import { withPlace } from '../../../../src/model/pictures/placeText.js';

describe('another place in the text of an access point', () => {
  it('changes nothing but the two numbers', () => {
    const text = '{\n  "name": "Lobby", // by the door\n  "x": 10,\n  "y": null,\n  "status": 1\n}\n';
    const changed = text.replace('10', '-3').replace('null', '40');
    expect(withPlace(text, { x: -3, y: 40 })).toBe(changed);
  });

  it('adds what is not there', () => {
    expect(withPlace('{\n  "name": "Lobby"\n}\n', { x: 1, y: 2 })).toBe(
      '{\n  "name": "Lobby",\n  "x": 1,\n  "y": 2\n}\n',
    );
  });

  it('leaves alone what is no object', () => {
    expect(withPlace('[1]', { x: 1, y: 2 })).toBeUndefined();
    expect(withPlace('', { x: 1, y: 2 })).toBeUndefined();
  });
});
