import { describe, expect, it } from 'vitest';
import { dimensionMeaning } from '../../../../src/notebook/editing/dimensionWords.js';

describe('what a dimension holds', () => {
  it.each(['constructor', 'toString', '__proto__'])('are none for %s', name => {
    expect(dimensionMeaning(name, 'rb_event')).toBeUndefined();
    expect(dimensionMeaning(name, undefined)).toBeUndefined();
  });

  it('is said of what is published', () => {
    expect(dimensionMeaning('l4_proto', 'rb_event')).toMatch(/^Number of the protocol/);
    expect(dimensionMeaning('l4_proto', undefined)).toMatch(/^Number of the protocol/);
  });

  it('depends on the source where a name means several things', () => {
    expect(dimensionMeaning('group_name', 'rb_event')).toBe('A group such as default or outside.');
    expect(dimensionMeaning('group_name', 'rb_monitor')).toBe('A group such as VLAN-1.');
    expect(dimensionMeaning('group_name', undefined)).toBeUndefined();
  });

  it('is a place around the sensor for each kind of domain', () => {
    expect(dimensionMeaning('service_provider', 'rb_state')).toMatch(/^Name of the service provider/);
    expect(dimensionMeaning('campus_uuid', 'rb_flow')).toMatch(/^Uuid of the campus/);
  });

  it.each(['selector_name', 'tcp_flags', 'wireless_mode', 'nonsense'])(
    'is not guessed from a name: %s',
    name => {
      expect(dimensionMeaning(name, 'rb_flow')).toBeUndefined();
    },
  );
});
