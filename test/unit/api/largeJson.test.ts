import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { parseLargeJson } from '../../../src/api/incrementalJson.js';

/** Parses a text that arrives in pieces of a few characters. */
function parseInPieces(text: string, length: number): Promise<unknown> {
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
  return parseLargeJson(pieces);
}

/** Whether a value is another one of which the ends of lists and objects are missing. */
function isBeginning(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false;
  return Object.entries(part).every(([key, value]) =>
    isBeginning(value, (whole as Record<string, unknown>)[key]),
  );
}

describe('JSON that is parsed while it arrives', () => {
  it('lets others run in between, also when all of it is there already', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const text = JSON.stringify({ list: Array.from({ length: 200 }, (_, id) => ({ id })) });
      let isDone = false;
      let turns = 0;
      const take = () => {
        turns += 1;
        if (!isDone) setImmediate(take);
      };
      setImmediate(take);
      function* pieces() {
        for (let at = 0; at < text.length; at += 10) {
          vi.advanceTimersByTime(1);
          yield text.slice(at, at + 10);
        }
      }
      expect(await parseLargeJson(pieces())).toEqual(JSON.parse(text));
      isDone = true;
      expect(turns).toBeGreaterThan(text.length / 10 / 20);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is told in parts, each a beginning of the whole, while it takes its time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const node = (name: string, children: unknown[]): unknown => ({ name, access_points: [], children });
      const floors = (house: string) => ['1', '2', '3'].map(floor => node(`${house}.${floor}`, []));
      const whole = {
        query: true,
        sensor: node(
          'root',
          ['a', 'b', 'c'].map(house => node(house, floors(house))),
        ),
      };
      const text = JSON.stringify(whole);
      const parts: unknown[] = [];
      function* pieces() {
        for (let at = 0; at < text.length; at += 10) {
          vi.advanceTimersByTime(100);
          yield text.slice(at, at + 10);
        }
      }
      expect(await parseLargeJson(pieces(), part => parts.push(JSON.parse(JSON.stringify(part))))).toEqual(
        whole,
      );
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) expect(isBeginning(part, whole)).toBe(true);
      expect(isBeginning(whole, parts.at(-1))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is told as far as it has come when nothing comes any more', async () => {
    const text = JSON.stringify({ list: Array.from({ length: 20 }, (_, id) => ({ id })) });
    let goOn = () => undefined as void;
    async function* pieces() {
      yield text.slice(0, 100);
      await new Promise<void>(resolve => (goOn = resolve));
      yield text.slice(100);
    }
    let told = (_part: unknown) => undefined as void;
    const part = new Promise(resolve => (told = resolve));
    const whole = parseLargeJson(pieces(), each => told(structuredClone(each)));
    expect(isBeginning(await part, JSON.parse(text))).toBe(true);
    goOn();
    expect(await whole).toEqual(JSON.parse(text));
  });

  it('is the value that the whole text has, with all digits, wherever the pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 40 }), async (text, length) => {
        expect(await parseInPieces(text, length)).toEqual(parseExactJson(text, digits => digits));
      }),
      { numRuns: 500 },
    );
  });

  it('is refused where JSON.parse refuses it, after any single character was lost or doubled', async () => {
    const text = '{"query": true, "a": {"b": [ {"c\\"]": [1, 2, []]}, "x,y" , null ], "d": []}, "e": [[{}]]}';
    const outcome = async (parse: () => unknown) => {
      try {
        return JSON.stringify(await parse());
      } catch {
        return 'refused';
      }
    };
    for (let at = 0; at < text.length; at += 1) {
      for (const broken of [
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + text.slice(at - 1),
        text.slice(0, at),
      ]) {
        expect([broken, await outcome(() => parseInPieces(broken, 7))]).toEqual([
          broken,
          await outcome(() => JSON.parse(broken)),
        ]);
      }
    }
  });

  it('keeps hostile keys as keys', async () => {
    const text =
      '{"sensor":{"__proto__":[{"polluted":1}],"constructor":[1],"1":[2],"children":[{"__proto__":[]}]}}';
    const value = await parseInPieces(text, 5);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('takes the later of two values of a key, as JSON.parse does', async () => {
    for (const text of [
      '{"a":[1],"a":2}',
      '{"a":1,"a":[2]}',
      '{"a":[1],"a":[2]}',
      '{"a":{"b":[1]},"a":{"b":5}}',
    ]) {
      expect([text, await parseInPieces(text, 3)]).toEqual([text, JSON.parse(text)]);
    }
  });

  it('leaves records as they are while what repeats from one to the next is shared', async () => {
    const uuid = 'a uuid that is longer than what JSON.parse shares by itself';
    const records = ['{"uuid":"U","__proto__":"U","more":{"uuid":"U"}}', '{"uuid":"U","__proto__":"U"}'];
    const text = `{"children":[${[...records, '{"uuid":"other"}', ...records].join()}]}`.replaceAll(
      'U',
      uuid,
    );
    expect(JSON.stringify(await parseInPieces(text, 10))).toBe(text);
  });

  it('reads 100,000 levels', { timeout: 60_000 }, async () => {
    const depth = 100_000;
    let value = await parseInPieces(`${'{"children":['.repeat(depth)}${']}'.repeat(depth)}`, 65_536);
    let levels = 0;
    while (value !== undefined) {
      value = (value as { children: unknown[] }).children[0];
      levels += 1;
    }
    expect(levels).toBe(depth);
  });
});
