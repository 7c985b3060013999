import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  noPins,
  withGroup,
  withGroupLabel,
  withGroupMoved,
  withoutGroup,
  withoutPin,
  withPin,
  withPinLabel,
  withPinsMoved,
  type GroupRef,
  type PinRef,
} from '../../../../src/model/pins/pinsEdits.js';
import { readPins, type Pin, type PinGroup, type PinTarget } from '../../../../src/model/pins/pinsFile.js';

type Json = Record<string, unknown>;
interface JsonGroup extends Json {
  label: string;
  pins: Json[];
}
interface JsonFile extends Json {
  groups: JsonGroup[];
}

const unknown = fc.dictionary(
  fc.constantFrom('owner', 'colour', 'since'),
  fc.oneof(fc.integer(), fc.string(), fc.constant({ deep: [1, { x: null }] })),
  { maxKeys: 2 },
);
const pin = fc
  .tuple(
    fc.oneof(
      fc.constant({ manager: 'https://m.example', record: 'racks/1' }),
      fc.constantFrom({ search: 'kind:rack' }, { notebook: 'a/b.dqnb' }, { gadget: 7 }),
    ),
    unknown,
  )
  .map(([fields, more]): Json => ({ ...fields, ...more }));
const group = fc
  .tuple(fc.constantFrom('Night', 'Day', 'Überwachung'), fc.array(pin, { maxLength: 6 }), unknown)
  .map(([label, pins, more]): JsonGroup => ({ label, pins, ...more }));
const file = fc
  .tuple(fc.array(group, { maxLength: 4 }), unknown)
  .map(([groups, more]): JsonFile => ({ ...more, groups }));
/** As people and programs write it. */
const layout = fc.record({
  indent: fc.constantFrom<(string | number)[]>(2, 4, '\t', 0),
  eol: fc.constantFrom('\n', '\r\n'),
  hasEnd: fc.boolean(),
});
const act = fc.record({
  what: fc.constantFrom('add', 'remove', 'move', 'label', 'unlabel', 'group', 'rename', 'drop', 'shift'),
  group: fc.nat(2),
  pin: fc.nat(5),
  to: fc.nat(4),
  before: fc.nat(6),
});
type Act = ReturnType<typeof act.generate>['value'];

const groupsOf = (text: string): readonly PinGroup[] => {
  const read = readPins(text);
  return 'groups' in read ? read.groups : assert.fail(`broken at ${read.brokenAt}: ${text}`);
};
const groupRef = (groups: readonly PinGroup[], at: number): GroupRef => {
  const { label } = groups[at]!;
  return { label, nth: groups.slice(0, at).filter(each => each.label === label).length };
};
const pinRef = (groups: readonly PinGroup[], at: number, pinAt: number): PinRef => {
  const pins: readonly Pin[] = groups[at]!.pins;
  const { key } = pins[pinAt]!;
  return {
    group: groupRef(groups, at),
    key,
    nth: pins.slice(0, pinAt).filter(each => each.key === key).length,
  };
};
const added: PinTarget = {
  kind: 'link',
  link: { manager: 'https://n.example', target: { kind: 'sensor', uuid: 'a/b' }, view: 'document' },
};

/** What an act makes of the text, and of the plain value; undefined where there is nothing to act on. */
function made(text: string, value: JsonFile, { what, ...at }: Act): string | undefined {
  const groups = groupsOf(text);
  if (what === 'group') {
    value.groups.push({ label: 'New', pins: [] });
    return withGroup(text, 'New');
  }
  if (groups.length === 0) return text;
  const g = at.group % groups.length;
  const ref = groupRef(groups, g);
  const { pins } = value.groups[g]!;
  if (what === 'add') {
    // One of the same thing stays as it is.
    if (!pins.some(({ sensor }) => sensor === 'a~2Fb'))
      pins.push({ manager: 'https://n.example', sensor: 'a~2Fb', name: 'Attic' });
    return withPin(text, ref, { target: added, name: 'Attic' });
  }
  if (what === 'rename') {
    value.groups[g]!.label = 'Renamed';
    return withGroupLabel(text, ref, 'Renamed');
  }
  if (what === 'drop') {
    value.groups.splice(g, 1);
    return withoutGroup(text, ref);
  }
  if (what === 'shift') {
    const to = Math.min(Math.max(g + at.to - 2, 0), groups.length - 1);
    value.groups.splice(to, 0, ...value.groups.splice(g, 1));
    return withGroupMoved(text, ref, at.to - 2);
  }
  return pins.length === 0 ? text : madeOfPin(text, value, { what, ...at });
}

/** The same of an act on a pin. */
function madeOfPin(text: string, value: JsonFile, { what, ...at }: Act): string | undefined {
  const groups = groupsOf(text);
  const g = at.group % groups.length;
  const { pins } = value.groups[g]!;
  const p = at.pin % pins.length;
  const pinned = pinRef(groups, g, p);
  if (what === 'remove') {
    pins.splice(p, 1);
    return withoutPin(text, pinned);
  }
  if (what === 'label') {
    pins[p]!['label'] = 'Mine';
    return withPinLabel(text, pinned, 'Mine');
  }
  if (what === 'unlabel') {
    delete pins[p]!['label'];
    return withPinLabel(text, pinned, '');
  }
  const t = at.to % groups.length;
  const others = value.groups[t]!.pins;
  const target = others[at.before];
  if (target === pins[p]) return withPinsMoved(text, [pinned], { group: pinned.group, before: pinned });
  const before = target && pinRef(groups, t, at.before);
  const [taken] = pins.splice(p, 1);
  others.splice(target ? others.indexOf(target) : others.length, 0, taken!);
  return withPinsMoved(text, [pinned], { group: groupRef(groups, t), before });
}

describe('the file of pins', () => {
  it('is what the acts on it say, in their order, with every field that is not known', () => {
    fc.assert(
      fc.property(file, layout, fc.array(act, { maxLength: 12 }), (start, { indent, eol, hasEnd }, acts) => {
        const value = structuredClone(start);
        let text = JSON.stringify(start, null, indent).replaceAll('\n', eol) + (hasEnd ? eol : '');
        for (const each of acts) {
          text = made(text, value, each) ?? assert.fail(`nothing to ${each.what} in ${text}`);
          assert.deepEqual(JSON.parse(text), value);
          if (eol === '\n' || indent === 0) continue;
          assert.doesNotMatch(text.replaceAll('\r\n', ''), /\n/);
        }
        assert.equal(text.endsWith('\n'), hasEnd);
      }),
      { numRuns: 200 },
    );
  });

  it('is byte for byte the same after a move there and back, whatever is said in it', () => {
    const text = `{
  // Who is on call
  "groups": [
    {
      "label": "Night", // from eight
      "pins": [
        { "search": "kind:rack", "since": 1e400 }, // all
        {"notebook":  "a.dqnb"},
        { "search": "vlan:12" }
      ]
    }
  ]
}
`;
    const group = { label: 'Night', nth: 0 };
    const [first, second, third] = groupsOf(text)[0]!.pins.map(({ key }) => ({ group, key, nth: 0 }));
    const moved = withPinsMoved(text, [second!], { group, before: first! })!;
    assert.deepEqual(
      groupsOf(moved)[0]!.pins.map(({ key }) => key),
      [second!.key, first!.key, third!.key],
    );
    assert.match(moved, /"since": 1e400 \}, \/\/ all\n/);
    assert.equal(withPinsMoved(moved, [second!], { group, before: third! }), text);
  });

  it('moves equal pins and others together, in their order, before one that stays', () => {
    const a = (nth: number) => ({ search: 'a', since: nth });
    const text = JSON.stringify({
      groups: [
        { label: 'Night', pins: [a(0), { search: 'b' }, a(1), { search: 'c' }, a(2)] },
        { label: 'Day', pins: [] },
      ],
    });
    const [night, day] = ['Night', 'Day'].map(label => ({ label, nth: 0 }));
    const { pins } = groupsOf(text)[0]!;
    const ref = (at: number, nth = 0) => ({ group: night!, key: pins[at]!.key, nth });
    const after = (moved: string | undefined) =>
      (JSON.parse(moved!) as JsonFile).groups.map(({ pins: held }) => held);
    const all = [ref(0, 0), ref(2, 1), ref(3)];
    assert.deepEqual(after(withPinsMoved(text, all, { group: day! })), [
      [{ search: 'b' }, a(2)],
      [a(0), a(1), { search: 'c' }],
    ]);
    assert.deepEqual(after(withPinsMoved(text, all, { group: night!, before: ref(4, 2) }))[0], [
      { search: 'b' },
      a(0),
      a(1),
      { search: 'c' },
      a(2),
    ]);
  });

  it('begins with lines of its own, and ends as empty as it began', () => {
    const text = withPin(
      withGroup(noPins, 'Night')!,
      { label: 'Night', nth: 0 },
      { target: added, name: 'Attic' },
    )!;
    assert.equal(
      text,
      `{
  "groups": [
    {
      "label": "Night",
      "pins": [
        {
          "manager": "https://n.example",
          "sensor": "a~2Fb",
          "name": "Attic"
        }
      ]
    }
  ]
}
`,
    );
    assert.deepEqual(JSON.parse(withoutGroup(text, { label: 'Night', nth: 0 })!), { groups: [] });
  });
});
