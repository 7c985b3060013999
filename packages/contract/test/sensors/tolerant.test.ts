import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { integerOf, isOn, textOf } from '../../src/text/looseValues.js';
import {
  fieldType,
  looseBoolean,
  looseField,
  looseInteger,
  looseNumber,
  looseText,
} from '../../src/sensors/tolerant.js';

const refused = 'refused';
const read = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? result.data : refused;
};

describe('a value as managers send it', () => {
  it.each([
    ['42', 42],
    [' -4.50 ', -4.5],
    [7, 7],
    [null, null],
    [undefined, undefined],
    ['', refused],
    ['4.', refused],
    ['.5', refused],
    ['x4', refused],
    ['4x', refused],
    ['1e3', refused],
    ['9007199254740993', refused],
    [true, refused],
  ])('is a number: %j', (value, expected) => {
    expect(read(looseNumber, value)).toBe(expected);
  });

  it.each([
    ['42', 42],
    ['4.5', refused],
    [null, null],
  ])('is a whole number: %j', (value, expected) => {
    expect(read(looseInteger, value)).toBe(expected);
  });

  it.each([
    [true, true],
    ['true', true],
    ['True', true],
    [1, true],
    ['1', true],
    [false, false],
    ['false', false],
    [0, false],
    ['0', false],
    [null, null],
    [undefined, undefined],
    ['yes', refused],
    [2, refused],
    ['', refused],
  ])('is a switch: %j', (value, expected) => {
    expect(read(looseBoolean, value)).toBe(expected);
  });

  it.each([
    ['x', 'x'],
    [7106963634872, '7106963634872'],
    [null, null],
    [undefined, undefined],
    [true, refused],
    [[], refused],
  ])('is a text: %j', (value, expected) => {
    expect(read(looseText, value)).toBe(expected);
  });
});

describe('a value that is read without a schema', () => {
  it('is a text, a whole number or a switch, or nothing', () => {
    expect(['x', 7, null, true].map(textOf)).toEqual(['x', '7', undefined, undefined]);
    expect(['7', -7, '7.5', 'x', null].map(integerOf)).toEqual([7, -7, undefined, undefined, undefined]);
    expect([true, 'true', 1, '1', false, 0, 'x', 2].map(isOn)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the field of a record', () => {
  it.each([
    ['number', z.int().min(1)],
    ['number', z.number().optional()],
    ['number', z.literal([0, 1]).optional()],
    ['number', z.number().nullable().default(7).optional()],
    ['boolean', z.boolean().nullable()],
    ['array', z.array(z.string()).default([])],
    ['string', z.string().min(1)],
    ['string', z.enum(['a', 'b'])],
    ['string', z.literal('a').optional()],
    ['string', z.literal(['a', 1])],
  ])('holds a %s', (type, field) => {
    expect(fieldType(field)).toBe(type);
  });

  it.each([
    [z.number(), '42', 42],
    [z.boolean().optional(), '0', false],
    [z.string(), 42, '42'],
    [z.array(z.string()), ['a'], ['a']],
    [z.array(z.string()), null, null],
    [z.array(z.string()), [1], refused],
    [z.array(z.string()), 'a', refused],
  ])('is read tolerantly', (field, value, expected) => {
    expect(read(looseField(field), value)).toEqual(expected);
  });
});
