import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../src/model/inventory/recordsCsv.js';
import { printRaw } from '../../../../src/model/inventory/recordText.js';
import { secretNames, secretPlaceholder } from 'netsensor-contract/text/secretNames';

describe('records of a file', () => {
  it('come into a list with the placeholder in place of each secret', () => {
    const fields = { id: 7, name: 'K', username: 'root', password: 'hunter2' };
    expect(withoutSecrets('account_keys', fields)).toEqual({ ...fields, password: secretPlaceholder });
    expect(withoutSecrets('racks', { id: 1, name: 'R' })).toEqual({ id: 1, name: 'R' });
  });
});

describe('fields that may hold a secret', () => {
  it.each(['secret', 'password', 'auth_token', 'Secret_Key', 'passwords'])(
    'are known by a name such as %s, and their values are replaced',
    name => {
      expect(secretNames.test(name)).toBe(true);
      const text = printRaw([{ name: 'K', [name]: 'hunter2', deeper: [{ [name]: ['hunter2'] }] }]);
      expect(text).not.toContain('hunter2');
      expect(text).toContain('"name": "K"');
    },
  );

  it.each(['name', 'username', 'snmp_community', 'hash_salt'])('are none of those called %s', name => {
    expect(secretNames.test(name)).toBe(false);
  });
});
