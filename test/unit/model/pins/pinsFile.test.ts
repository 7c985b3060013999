import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { withGroupLabel, withoutPin, withPin, withPinLabel } from '../../../../src/model/pins/pinsEdits.js';
import { linkPin, pinFields, readPins, targetKey } from '../../../../src/model/pins/pinsFile.js';

const one = (pin: unknown) => {
  const read = readPins(JSON.stringify({ groups: [{ label: 'A', pins: [pin] }] }));
  return 'groups' in read ? read.groups[0]!.pins[0]! : assert.fail('broken');
};
const manager = 'https://m.example';

describe('a pin', () => {
  it.each([
    linkPin(manager, { kind: 'record', record: { type: 'racks', id: 12 } }),
    linkPin(manager, { kind: 'list', type: 'contacts' }),
    linkPin(manager, { kind: 'sensor', uuid: '7106963634872672634' }),
    linkPin(manager, { kind: 'sensor', uuid: 'ä/b.json' }),
    linkPin(manager, { kind: 'accessPoint', point: { id: 776 } }),
    linkPin(manager, { kind: 'accessPoint', point: { macAddress: 'ed:f4:22:45:ff:ef' } }),
    { kind: 'notebook', notebook: 'outages/Zürich 2.dqnb' } as const,
    { kind: 'search', search: 'kind:rack site:"Bad Ragaz" & = %', manager: undefined } as const,
    { kind: 'search', search: 'vlan:12', manager } as const,
  ])('is read as it is written: %j', target => {
    const pin = one({ ...pinFields({ target, name: 'Name' }), note: 1 });
    assert.deepEqual(pin.target, target);
    assert.equal(pin.key, targetKey(target));
  });

  it.each([
    {},
    { gadget: 7 },
    { record: 'racks/12' },
    { manager, record: 'racks/12', sensor: '1' },
    { manager, record: 'racks/12&command=netsensor.deleteRecords' },
    { manager, record: '../../etc/passwd' },
    { manager, record: 'racks/12&as=racks' },
    { manager: 'https://user:secret@m.example', record: 'racks/12' },
    { manager: 'javascript:alert(1)', list: 'racks' },
    { manager, notebook: 'a.dqnb' },
    { notebook: '../a.dqnb' },
    { notebook: 'a.sh' },
    { search: ' ' },
    { search: 'a', manager: 'file:///etc' },
    { manager, record: 12 },
    'racks/12',
    null,
  ])('that is none opens nothing, and hides no other: %j', pin => {
    const text = JSON.stringify({ groups: [{ label: 'A', pins: [pin, { search: 'a' }] }] });
    const read = readPins(text);
    const [odd, known] = 'groups' in read ? read.groups[0]!.pins : [];
    assert.equal(odd?.target, undefined);
    assert.equal(known?.target?.kind, 'search');
    // It can be taken away all the same.
    const without = withoutPin(text, { group: { label: 'A', nth: 0 }, key: odd!.key, nth: 0 });
    assert.deepEqual(JSON.parse(without!), { groups: [{ label: 'A', pins: [{ search: 'a' }] }] });
  });

  it('holds no more of a manager than its address, and a name in one line', () => {
    const target = linkPin(manager, { kind: 'list', type: 'racks' });
    assert.deepEqual(pinFields({ target, name: 'Two\nlines' }), {
      manager,
      list: 'racks',
      name: 'Two lines',
    });
  });
});

describe('a file of pins', () => {
  it.each([
    ['', 1],
    ['{\n  "groups": [\n    { "label": "A", "pins": [ }\n', 3],
    ['{\n<<<<<<< HEAD\n  "groups": []\n}', 2],
    ['[]', 1],
    ['{\n  "groups": {}\n}', 2],
    ['{ "groups": [\n 7 ] }', 2],
    ['{ "groups": [\n { "label": "A",\n "pins": 5 } ] }', 2],
  ])('that cannot be read says in which line: %j', (text, line) => {
    assert.deepEqual(readPins(text), { brokenAt: line });
  });

  it('without groups, or with comments and a comma too many, is read', () => {
    assert.deepEqual(readPins('{}'), { groups: [] });
    const read = readPins('// ours\n{ "groups": [{ "label": "A", "pins": [{ "search": "a" },] },] }');
    assert.equal('groups' in read && read.groups[0]!.pins.length, 1);
  });

  it('says that a pin or a group is gone, in place of changing another one', () => {
    const text = JSON.stringify({ groups: [{ label: 'A', pins: [] }] });
    const group = { label: 'B', nth: 0 };
    const pin = { group: { label: 'A', nth: 0 }, key: 'x', nth: 0 };
    assert.equal(withGroupLabel(text, group, 'C'), undefined);
    assert.equal(withoutPin(text, pin), undefined);
    assert.equal(withPinLabel(text, pin, 'L'), undefined);
    const target = linkPin(manager, { kind: 'list', type: 'racks' });
    assert.equal(withPin(text, group, { target, name: '' }), undefined);
  });
});
