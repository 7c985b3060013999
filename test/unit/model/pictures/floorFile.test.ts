import { describe, expect, it } from 'vitest';
import {
  parseFloorFile,
  pictureType,
  withFloorFields,
} from '../../../../src/model/pictures/floors/floorFile.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

describe('the file of a floor', () => {
  const text = `{
  // of the second floor
  "floor": "7106",
  "picture": "floor-2.png",
  "metresPerUnit": 0.05
}
`;

  it('says the floor, its picture and its scale', () => {
    expect(parseFloorFile(text)).toEqual({
      file: { floor: '7106', picture: 'floor-2.png', metresPerUnit: 0.05 },
    });
  });

  it.each([
    ['{ "floor": ', /^line 1: no JSON/],
    ['{}', /^floor: /],
    ['[]', /^text: /],
    ['{ "floor": "1", "colour": "red" }', /colour/],
    ['{ "floor": "1", "metresPerUnit": 0 }', /^metresPerUnit: /],
    ['{ "floor": "1", "metresPerUnit": 1e999 }', /^metresPerUnit: /],
    ['{ "floor": "1", "corner": [1e12, 0] }', /^corner/],
    ['{ "floor": "1", "layer": "all" }', /^layer: /],
    ['{ "floor": "1", "picture": "https://example.com/a.png" }', /^picture: /],
    ['{ "floor": "1", "picture": "/etc/passwd" }', /^picture: /],
    ['{ "floor": "1", "picture": "a\\\\b.png" }', /^picture: /],
    ['{ "floor": "1", "picture": "a\\u0000.png" }', /^picture: /],
  ])('is refused with the field that is wrong: %s', (written, problem) => {
    expect(parseFloorFile(written)).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  it.each(hostileTexts)('is never read from what is no such file: %j', hostile => {
    expect(parseFloorFile(hostile)).toHaveProperty('problem');
  });

  it('gets other values without losing its comments, and is made new from nothing', () => {
    const changed = withFloorFields(text, { metresPerUnit: 0.1, layer: 'reach' });
    expect(changed).toContain('// of the second floor');
    expect(parseFloorFile(changed)).toMatchObject({ file: { metresPerUnit: 0.1, layer: 'reach' } });
    expect(parseFloorFile(withFloorFields('', { floor: '1', metresPerUnit: 2 }))).toEqual({
      file: { floor: '1', metresPerUnit: 2 },
    });
  });
});

describe('the kind of a picture', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

  it.each([
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<svg/>', undefined],
    ['<html><svg></svg></html>', undefined],
    ['', undefined],
    ['#!/bin/sh', undefined],
  ])('is told from its first bytes: %j', (text, type) => {
    expect(pictureType(bytes(text))).toBe(text === '<svg/>' ? undefined : type);
  });
});
