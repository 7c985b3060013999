import { describe, expect, it } from 'vitest';
import { newSecretPlaceholder } from '../../../../src/model/inventory/recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { findSecrets, wholeSecret } from '../../../../src/model/inventory/secretText.js';

const find = (text: string) => findSecrets(text, ['password']);
const document = (value: string) =>
  `{\n  "name": "Console",\n  "password": ${value},\n  "description": "x"\n}\n`;

describe('findSecrets', () => {
  it.each([secretPlaceholder, newSecretPlaceholder])('lets the placeholder %s stand', placeholder => {
    expect(find(document(JSON.stringify(placeholder)))).toEqual([]);
  });

  it.each([
    ['"hunter2"', 'hunter2', 9],
    ['"hunter2', '"hunter2', 8],
    ['hunter2', 'hunter2', 7],
    ['"a \\" b"', 'a " b', 8],
    ['123', '123', 3],
    ['{"a": "hunter2"}', '{"a": "hunter2"', 15],
    ['"(secret, not shown)x"', '(secret, not shown)x', 22],
    ['"(secret, not shown)', '"(secret, not shown)', 20],
    ['', '', 0],
    ['(secret, not shown)', '(secret, not shown)', 19],
    ['"a \\x b"', 'a \\x b', 8],
  ])('finds %s however far it was typed', (typed, value, length) => {
    const text = document(typed);
    expect(find(text)).toMatchObject([{ field: 'password', value, length }]);
    const offset = find(text)[0]?.offset ?? 0;
    const without = `${text.slice(0, offset)}${JSON.stringify(secretPlaceholder)}${text.slice(offset + length)}`;
    expect(find(without)).toEqual([]);
  });

  it('finds every one, also in a list, in text that does not parse, and when a field is given twice', () => {
    const record = '{"password": "one", "password": "two"';
    expect(find(`[${record}, ${record}`).map(({ value }) => value)).toEqual(['one', 'two', 'one', 'two']);
  });

  it('takes all that follows on the line for a value without quotes', () => {
    expect(find('{"password": hunter2 "password": "x"}').map(({ value }) => value)).toEqual([
      'hunter2 "password": "x"',
    ]);
  });

  it('takes no other field and no text for a secret', () => {
    expect(find('{"name": "password", "description": "password: x", "password_hint": "y"}')).toEqual([]);
  });
});

describe('wholeSecret', () => {
  it.each(['hunter2', 'it', '-----BEGIN KEY-----', 'hun"ter2', '(hunter', 'hunter)'])(
    'takes %s as a whole value',
    value => {
      expect(wholeSecret(value)).toBe(value);
    },
  );

  it('takes no quotes around it for a part of it', () => {
    expect(['"hunter2"', '"hunter2', 'hunter2"'].map(wholeSecret)).toEqual(['hunter2', 'hunter2', 'hunter2']);
  });

  it.each(['x', '', '(secret, not shown)x', '(secret, no', 'a not shown)', '"(secret, not shown)'])(
    'takes %s for the beginning of typing',
    value => {
      expect(wholeSecret(value)).toBeUndefined();
    },
  );
});
