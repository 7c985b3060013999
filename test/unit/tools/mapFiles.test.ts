import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mapFiles } from '../../../tools/maps/mapFiles.js';

describe('the borders and coasts of the world', () => {
  it('are written over what is committed, which is the same', () => {
    const [[world, make] = ['', () => '']] = Object.entries(mapFiles);
    // The finer one takes a second.
    expect(readFileSync(world, 'utf8') === make()).toBe(true);
    expect(Object.keys(mapFiles).filter(path => !existsSync(path))).toEqual([]);
  });
});
