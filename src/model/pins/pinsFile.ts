import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { oneLine } from 'netsensor-contract/text/plainText';
import { parseLink, targetField, withoutMarks, type LinkTarget, type ManagerLink } from '../links.js';
import { toSegment } from '../sensors/nodeRef.js';

const longestLabel = 200;
const longestField = 1_000;

/** What a pin opens. */
export type PinTarget =
  | { readonly kind: 'link'; readonly link: ManagerLink }
  | { readonly kind: 'notebook'; readonly notebook: string }
  /** In the manager with an address, or in all. */
  | { readonly kind: 'search'; readonly search: string; readonly manager: string | undefined };

/** A pin as the file has it. */
export interface Pin {
  /** Undefined of one that is not understood. */
  readonly target: PinTarget | undefined;
  /** Equal for pins of the same thing. */
  readonly key: string;
  readonly name: string | undefined;
  readonly label: string | undefined;
  /** Line from 1. */
  readonly line: number;
}

/** A group as the file has it. */
export interface PinGroup {
  readonly label: string;
  readonly pins: readonly Pin[];
  readonly line: number;
}

/** What a file holds, or where it cannot be read. */
export type PinsFile = { readonly groups: readonly PinGroup[] } | { readonly brokenAt: number };

/** What a new pin says. */
export interface NewPin {
  readonly target: PinTarget;
  readonly name: string;
}

/** The fields of a new pin, in the order in which they are written. */
export function pinFields({ target, name }: NewPin): Readonly<Record<string, string>> {
  if (target.kind === 'notebook') return { notebook: target.notebook };
  if (target.kind === 'search') {
    const { manager, search } = target;
    return { ...(manager === undefined ? {} : { manager }), search };
  }
  const [field, value] = targetField(target.link.target);
  const known = oneLine(name).slice(0, longestLabel);
  return { manager: target.link.manager, [field]: value, ...(known ? { name: known } : {}) };
}

/** Equal for targets that are the same thing. */
export const targetKey = (target: PinTarget): string => {
  const { name: _, ...fields } = pinFields({ target, name: '' });
  return JSON.stringify(fields);
};

/** A pin's target at a manager. */
export const linkPin = (manager: string, target: LinkTarget): PinTarget => ({
  kind: 'link',
  link: { manager, target, view: 'document' },
});

/** Reads the text of a file. One odd pin, or group, hides no other. */
export function readPins(text: string): PinsFile {
  const { root, brokenAt } = parsePins(text);
  if (brokenAt !== undefined) return { brokenAt };
  const lineAt = lineCounter(text);
  return {
    groups: partsOf(root, 'groups').map((node, at) => ({
      label: textOf(node, 'label') ?? `${at + 1}`,
      line: lineAt(node.offset),
      pins: partsOf(node, 'pins').map(pin => readPin(pin, lineAt(pin.offset))),
    })),
  };
}

/** The text as a tree, or the line at which it is none: no JSON, or no list of groups in it. */
export function parsePins(text: string): { readonly root: Node | undefined; readonly brokenAt?: number } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const lineAt = lineCounter(text);
  const [error] = errors;
  if (error) return { root, brokenAt: lineAt(error.offset) };
  if (root?.type !== 'object') return { root, brokenAt: 1 };
  const groups = fieldOf(root, 'groups');
  const odd =
    groups?.type === 'array'
      ? groups.children?.find(
          group => group.type !== 'object' || !['array', undefined].includes(fieldOf(group, 'pins')?.type),
        )
      : (groups ?? undefined);
  return odd ? { root, brokenAt: lineAt(odd.offset) } : { root };
}

/** The elements of a list in an object; none where there is no list. */
export const partsOf = (node: Node | undefined, name: string): readonly Node[] =>
  (node && fieldOf(node, name)?.children) ?? [];

/** The value of a field of an object: the last, as whoever parses JSON has it. */
export const fieldOf = (node: Node, name: string): Node | undefined =>
  node.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];

/** The key of a pin as it stands in the file: also of one that is not understood. */
export function keyOf(node: Node): string {
  const target = targetOf(getNodeValue(node));
  return target ? targetKey(target) : JSON.stringify(getNodeValue(node));
}

function readPin(node: Node, line: number): Pin {
  return {
    target: targetOf(getNodeValue(node)),
    key: keyOf(node),
    name: textOf(node, 'name'),
    label: textOf(node, 'label'),
    line,
  };
}

function textOf(node: Node, name: string): string | undefined {
  const value: unknown = fieldOf(node, name)?.value;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

const targetFields = ['record', 'list', 'sensor', 'accessPoint', 'search', 'notebook'];

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestField;

/** What a pin opens: as a link does, whatever is not exactly as it is written here is refused. */
function targetOf(value: unknown): PinTarget | undefined {
  if (!isRecord(value)) return undefined;
  const { manager, ...fields } = value;
  const given = targetFields.flatMap(name =>
    fields[name] === undefined ? [] : [[name, fields[name]] as const],
  );
  const [[field, text] = ['', '']] = given;
  if (given.length !== 1 || !isShort(text) || (manager !== undefined && !isShort(manager))) return undefined;
  if (field === 'search')
    return text.trim() && (manager === undefined || isManager(manager))
      ? { kind: 'search', search: text, manager }
      : undefined;
  if (field === 'notebook') {
    const link = manager === undefined ? parseLink('/open', `notebook=${toSegment(text)}`) : undefined;
    return link && 'notebook' in link ? { kind: 'notebook', ...link } : undefined;
  }
  const link = linkOf(manager, field, text);
  return link && { kind: 'link', link };
}

/** Neither part may hold another one, such as a way to show it. */
function linkOf(manager: string | undefined, field: string, text: string): ManagerLink | undefined {
  if (manager === undefined || text.includes('&')) return undefined;
  const link = parseLink('/open', `manager=${withoutMarks(manager)}&${field}=${text}`);
  return link && 'manager' in link ? link : undefined;
}

const isManager = (manager: string) => linkOf(manager, 'list', 'racks') !== undefined;

function lineCounter(text: string): (offset: number) => number {
  return offset => text.slice(0, offset).split('\n').length;
}
