import { describe, expect, it } from 'vitest';
import { pngScale } from '../../../src/renderer/pngPicture.js';

describe('the size of a PNG', () => {
  it('is twice that of its picture, as much as a browser makes of a large one, and none where no word could be read', () => {
    expect(pngScale(1_000, 700)).toBe(2);
    expect(pngScale(4_000, 16_000)! * 16_000).toBeLessThanOrEqual(16_384);
    expect(pngScale(8_000, 8_000)! ** 2 * 8_000 ** 2).toBeLessThanOrEqual(64_000_000);
    expect(pngScale(1_000, 93_000)).toBeUndefined();
    expect(pngScale(0, 0)).toBe(2);
  });
});
