import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { additions, lineOf, removals, withFields, withoutField } from '../text/jsonEdit.js';
import { fieldOf, keyOf, parsePins, partsOf, pinFields, targetKey, type NewPin } from './pinsFile.js';

/** A group of a file: by its label, and by which of those with that label it is. */
export interface GroupRef {
  readonly label: string;
  readonly nth: number;
}

/** A pin of a file, whatever was put before it meanwhile. */
export interface PinRef {
  readonly group: GroupRef;
  readonly key: string;
  readonly nth: number;
}

/** The text of a file without pins. */
export const noPins = '{\n  "groups": []\n}\n';

/** A text that was changed; undefined where what is meant is not in it any more. */
export type Edited = string | undefined;

/**
 * Edits of the text of a file that can be read. Everything else in it stays as it is written: fields that are not known, comments,
 * order, the ends of lines.
 */

/** Adds a group behind the others. */
export function withGroup(text: string, label: string): Edited {
  const { root } = parsePins(text);
  if (root && !fieldOf(root, 'groups')) return withGroup(withFields(text, { groups: [] }) ?? text, label);
  const groups = root && fieldOf(root, 'groups');
  return groups && inserted(text, groups, { at: partsOf(root, 'groups').length, part: { label, pins: [] } });
}

/** Adds a pin to a group, before another one or at its end; one of the same thing in it stays as it is. */
export function withPin(text: string, group: GroupRef, pin: NewPin, before?: PinRef): Edited {
  const isThere = findPin(text, { group, key: targetKey(pin.target), nth: 0 }) !== undefined;
  return isThere ? text : insertedPins(text, { group, before }, [pinFields(pin)]);
}

/** Moves pins to another place of their groups, or of another one, where they stand in this order. */
export function withPinsMoved(text: string, pins: readonly PinRef[], { group, before }: PinPlace): Edited {
  const moved = pins.filter(each => !before || !samePin(before, each));
  const written = moved.map(each => pinText(text, each));
  const without = withoutPins(text, moved);
  return without && withPinsFrom(without, { group, before: before && afterRemoval(before, moved) }, written);
}

/** Takes pins as they are written from one file into another. */
export function withPinsFrom(text: string, to: PinPlace, written: readonly Edited[]): Edited {
  const parts = written.flatMap(each => (each === undefined ? [] : [new Written(each)]));
  return parts.length === written.length ? insertedPins(text, to, parts) : undefined;
}

/** A pin as it is written. */
export function pinText(text: string, ref: PinRef): Edited {
  const node = findPin(text, ref)?.node;
  return node && text.slice(node.offset, node.offset + node.length);
}

/** Takes a pin away. */
export function withoutPin(text: string, ref: PinRef): Edited {
  const found = findPin(text, ref);
  return (
    found &&
    applyEdits(
      text,
      removals(text, found.list, at => at === found.at),
    )
  );
}

/** Takes pins away: the last first, as equal ones are told apart by their order. */
export const withoutPins = (text: string, pins: readonly PinRef[]): Edited =>
  pins
    .toSorted((one, other) => other.nth - one.nth)
    .reduce<Edited>((now, each) => now && withoutPin(now, each), text);

/** Takes a group away with its pins. */
export function withoutGroup(text: string, ref: GroupRef): Edited {
  const found = findGroup(text, ref);
  return (
    found &&
    applyEdits(
      text,
      removals(text, found.list, at => at === found.at),
    )
  );
}

/** Takes groups away: the last first, as those with one label are told apart by their order. */
export const withoutGroups = (text: Edited, groups: readonly GroupRef[]): Edited =>
  groups
    .toSorted((one, other) => other.nth - one.nth)
    .reduce((now, each) => (now === undefined ? now : withoutGroup(now, each)), text);

/** What is taken out of a text, to be put back into what that has become by then. */
export interface Taken {
  readonly pins: readonly {
    readonly ref: PinRef;
    readonly written: string;
    /** How many of the same thing its group had. */
    readonly alike: number;
    /** What stood behind it and stays, the next first. */
    readonly behind: readonly PinRef[];
  }[];
  readonly groups: readonly { readonly written: string; readonly at: number }[];
}

/** What goes with some pins and groups of a text, in the order in which it stands there. */
export function takenFrom(text: string, pins: readonly PinRef[], groups: readonly GroupRef[]): Taken {
  const writtenAt = ({ node: { offset, length } }: Found) => text.slice(offset, offset + length);
  const byPlace = (one: { readonly found: Found }, other: { readonly found: Found }) =>
    one.found.node.offset - other.found.node.offset;
  return {
    pins: pins
      .flatMap(ref => {
        const found = findPin(text, ref);
        if (!found) return [];
        const keys = (found.list.children ?? []).map(keyOf);
        const refs = keys.map((key, at) => {
          const nth = keys.slice(0, at).filter(each => each === key).length;
          return { group: ref.group, key, nth };
        });
        const stays = refs.slice(found.at + 1).filter(each => !pins.some(gone => samePin(gone, each)));
        const behind = stays.map(each => afterRemoval(each, pins));
        const alike = keys.filter(key => key === ref.key).length;
        return [{ ref, written: writtenAt(found), alike, behind, found }];
      })
      .toSorted(byPlace),
    groups: groups
      .flatMap(ref => findGroup(text, ref) ?? [])
      .toSorted((one, other) => one.at - other.at)
      .map(found => ({ written: writtenAt(found), at: found.at })),
  };
}

/** Puts back what was taken; a pin that its group has again by now stays as it is. Undefined where a group is gone. */
export function withTaken(text: string, { pins, groups }: Taken): Edited {
  const withAllGroups = groups.reduce((now, { written, at }) => {
    const list = fieldOf(parsePins(now).root!, 'groups');
    const end = list?.children?.length ?? 0;
    return list ? inserted(now, list, { at: Math.min(at, end), part: new Written(written) }) : now;
  }, text);
  return pins.reduce<Edited>((now, { ref, written, alike, behind }) => {
    if (now === undefined || findPin(now, { ...ref, nth: alike - 1 })) return now;
    const before = behind.find(each => findPin(now, each));
    return withPinsFrom(now, { group: ref.group, before }, [written]);
  }, withAllGroups);
}

/** Moves a group to another place. @param by how many places, down where it is positive */
export function withGroupMoved(text: string, ref: GroupRef, by: number): Edited {
  const found = findGroup(text, ref);
  if (!found) return undefined;
  const { node, list, at } = found;
  const last = (list.children?.length ?? 1) - 1;
  const to = Math.min(Math.max(at + by, 0), last);
  if (to === at) return text;
  const written = text.slice(node.offset, node.offset + node.length);
  const without = applyEdits(
    text,
    removals(text, list, each => each === at),
  );
  const groups = fieldOf(parsePins(without).root!, 'groups');
  return groups && inserted(without, groups, { at: to, part: new Written(written) });
}

/** Gives a group another label. */
export const withGroupLabel = (text: string, ref: GroupRef, label: string): Edited =>
  changed(text, findGroup(text, ref)?.node, written => withFields(written, { label }));

/** Gives a pin a label of its own, or none. */
export const withPinLabel = (text: string, ref: PinRef, label: string): Edited =>
  changed(text, findPin(text, ref)?.node, written =>
    label ? withFields(written, { label }) : withoutField(written, 'label'),
  );

/** Where a pin is put. */
export interface PinPlace {
  readonly group: GroupRef;
  /** Which one it is put before; the end of the group without one. */
  readonly before?: PinRef | undefined;
}

/** Text of the file that is put into it somewhere else. */
class Written {
  constructor(readonly text: string) {}
}

interface Found {
  readonly node: Node;
  /** The list that it stands in, and where in it. */
  readonly list: Node;
  readonly at: number;
}

function findGroup(text: string, { label, nth }: GroupRef): Found | undefined {
  const { root } = parsePins(text);
  const list = root && fieldOf(root, 'groups');
  if (!list) return undefined;
  const labels = partsOf(root, 'groups').map((node, at) => {
    const written: unknown = fieldOf(node, 'label')?.value;
    return typeof written === 'string' && written.trim() !== '' ? written : `${at + 1}`;
  });
  return nthOf(list, labels, { value: label, nth });
}

function findPin(text: string, { group, key, nth }: PinRef): Found | undefined {
  const node = findGroup(text, group)?.node;
  const list = node && fieldOf(node, 'pins');
  return list && nthOf(list, partsOf(node, 'pins').map(keyOf), { value: key, nth });
}

function nthOf(
  list: Node,
  values: readonly string[],
  { value, nth }: { readonly value: string; readonly nth: number },
): Found | undefined {
  const places = values.flatMap((each, at) => (each === value ? [at] : []));
  const at = places[nth] ?? -1;
  const node = list.children?.[at];
  return node && { node, list, at };
}

const sameGroup = (one: GroupRef, other: GroupRef) => one.label === other.label && one.nth === other.nth;
const samePin = (one: PinRef, other: PinRef) =>
  sameGroup(one.group, other.group) && one.key === other.key && one.nth === other.nth;

/** The same pin once others are gone, some of them from before it. */
const afterRemoval = (ref: PinRef, gone: readonly PinRef[]): PinRef => {
  const before = gone.filter(
    each => sameGroup(ref.group, each.group) && ref.key === each.key && ref.nth > each.nth,
  );
  return { ...ref, nth: ref.nth - before.length };
};

/** Puts pins one after the other into a group. */
function insertedPins(text: string, { group, before }: PinPlace, parts: readonly unknown[]): Edited {
  const listIn = (now: string) => {
    const found = findGroup(now, group);
    return found && fieldOf(found.node, 'pins');
  };
  const list = listIn(text);
  if (!list) {
    const withList = changed(text, findGroup(text, group)?.node, written =>
      withFields(written, { pins: [] }),
    );
    return withList && insertedPins(withList, { group }, parts);
  }
  const at = (before && findPin(text, before)?.at) ?? list.children?.length ?? 0;
  return parts.reduce<string>((now, part, nth) => {
    const held = listIn(now);
    return held ? inserted(now, held, { at: at + nth, part }) : now;
  }, text);
}

/** Puts a part into a list, in a line of its own unless the others stand in one. */
function inserted(
  text: string,
  list: Node,
  { at, part }: { readonly at: number; readonly part: unknown },
): string {
  const edits = editsFor(text, list, { at, part });
  return applyEdits(
    text,
    edits.map(edit => ({ ...edit, content: inLinesOf(text, edit.content) })),
  );
}

function editsFor(text: string, list: Node, { at, part }: { at: number; part: unknown }): Edit[] {
  const first = list.children?.[0];
  if (!first) {
    const { indent } = lineOf(text, list.offset);
    const inner = indent + stepOf(text);
    return [{ ...emptyPlace(text, list), content: `\n${inner}${print(part, inner)}\n${indent}` }];
  }
  const previous = list.children?.[at - 1];
  const { indent } = lineOf(text, (previous ?? first).offset);
  const standsAlone = text.slice(0, (previous ?? first).offset).endsWith(`\n${indent}`);
  const content = print(part, indent);
  if (!previous)
    return [{ offset: first.offset, length: 0, content: `${content},${standsAlone ? `\n${indent}` : ' '}` }];
  if (!standsAlone)
    return [{ offset: previous.offset + previous.length, length: 0, content: `, ${content}` }];
  return additions(text, list, [{ label: '', value: part }], { at: at - 1, print: () => content });
}

/** What stands in a list without elements, unless something is said there. */
function emptyPlace(text: string, { offset, length }: Node): { offset: number; length: number } {
  const isBlank = text.slice(offset + 1, offset + length - 1).trim() === '';
  return { offset: offset + 1, length: isBlank ? length - 2 : 0 };
}

/** How much deeper a line is written than the one that it belongs to: as the first that is. */
const stepOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

const print = (part: unknown, indent: string): string =>
  part instanceof Written ? part.text : JSON.stringify(part, null, 2).replaceAll('\n', `\n${indent}`);

function changed(text: string, node: Node | undefined, change: (written: string) => Edited): Edited {
  if (!node) return undefined;
  const { offset, length } = node;
  const now = change(text.slice(offset, offset + length));
  return now === undefined
    ? undefined
    : text.slice(0, offset) + inLinesOf(text, now) + text.slice(offset + length);
}

/** What is put into a text, with the ends of lines that it has. */
const inLinesOf = (text: string, part: string): string =>
  text.includes('\r\n') ? part.replaceAll(/\r?\n/g, '\r\n') : part;
