import { getNodeValue, type Node } from 'jsonc-parser';
import { macKey, rightMac } from 'netsensor-contract/sensors/macAddress';
import { isMacAddress } from 'netsensor-contract/sensors/accessPoints';
import { holdsAccessPoints, pointFieldNames } from './flatTree.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { parseJsonTree } from '../inventory/recordText.js';
import type { TreeBody } from './treeDocument.js';
import { elementFields, type PointsBody } from './pointList.js';

/** What is wrong with the text of an overwrite; the words for it are in the editor's language. */
export interface TextProblem {
  readonly kind:
    | 'syntax'
    | 'shape'
    | 'unknownField'
    | 'forbiddenId'
    | 'mainUuid'
    | 'notText'
    | 'notNumber'
    | 'notList'
    | 'noName'
    | 'duplicateUuid'
    | 'duplicateMac'
    | 'wrongMac'
    | 'ignoredPoints'
    | 'sameNode';
  /** The field or value that is to blame. */
  readonly subject: string;
  readonly offset: number;
  readonly length: number;
}

/** The body of an overwrite or an override, when its text has no problems. */
export interface Checked<Body> {
  readonly problems: readonly TextProblem[];
  readonly body: Body | undefined;
}

const nodeFields = ['name', 'uuid', 'type', 'domain_type', 'children', 'access_points'];
/** Fields of an access point that its place overrules (contract 001, Overwrite request, rule 5). */
export const ignoredPointFields: readonly string[] = ['sensor_name', 'sensor_uuid'];
const pointFields: readonly string[] = ['mac_address', ...pointFieldNames, ...ignoredPointFields];
const forbiddenIds = ['sensor_id', 'switch_id', 'parent_id', 'id'];

/** Adds a problem with a node of the text. */
export type Report = (kind: TextProblem['kind'], node: Node, subject?: string) => void;

/**
 * Checks the text of an overwrite before anything is sent (contract 001, Overwrite request).
 * @param mainUuid the uuid of the main sensor, which cannot be changed
 */
export function checkTreeText(text: string, mainUuid: string): Checked<TreeBody> {
  const { value, problems } = checkJsonText(text, (root, report) => {
    const main = fieldsOf(root).get('sensor');
    if (!main || main.type !== 'object' || fieldsOf(root).size !== 1) report('shape', root);
    else checkNodes(main, mainUuid, report);
  });
  return { problems, body: value as TreeBody | undefined };
}

/** Reads JSON and checks it; the value is there when nothing is wrong. */
function checkJsonText(
  text: string,
  check: (root: Node, report: Report) => void,
): { problems: readonly TextProblem[]; value: unknown } {
  const { root, errors } = parseJsonTree(text);
  const problems = errors.map((error): TextProblem => ({ kind: 'syntax', ...error }));
  if (problems.length > 0 || !root) return { problems, value: undefined };
  check(root, (kind, { type, offset, length: whole }, subject = '') => {
    // What an object lacks is shown at its brace, not on all of its lines.
    const length = type === 'object' ? 1 : whole;
    problems.push({ kind, subject, offset, length });
  });
  return { problems, value: problems.length === 0 ? withRightMacs(getNodeValue(root)) : undefined };
}

/** What a text says, with the MAC addresses of access points as they are sent. */
function withRightMacs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRightMacs);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'mac_address' ? rightMac(inner) : withRightMacs(inner),
    ]),
  );
}

function checkNodes(main: Node, mainUuid: string, report: Report): void {
  const seen = { uuids: new Set<string>(), macs: new Set<string>() };
  const uuid = fieldsOf(main).get('uuid');
  if (uuid && uuid.value !== mainUuid) report('mainUuid', uuid, mainUuid);
  seen.uuids.add(mainUuid);
  const waiting = [main];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type !== 'object') {
      report('shape', node);
      continue;
    }
    const fields = fieldsOf(node);
    checkNode(node, { fields, isMain: node === main, seen, report });
    const children = fields.get('children');
    if (children?.type === 'array') {
      checkSiblings(children.children ?? [], report);
      waiting.push(...(children.children ?? []));
    }
  }
}

interface NodeCheck {
  readonly fields: ReadonlyMap<string, Node>;
  readonly isMain: boolean;
  readonly seen: { readonly uuids: Set<string>; readonly macs: Set<string> };
  readonly report: Report;
}

function checkNode(node: Node, { fields, isMain, seen, report }: NodeCheck): void {
  checkNames(node, nodeFields, report);
  const name = fields.get('name');
  const uuid = fields.get('uuid');
  if (name ? typeof name.value !== 'string' || name.value.trim() === '' : !uuid && !isMain)
    report('noName', name ?? node);
  if (uuid && (typeof uuid.value !== 'string' || uuid.value === '')) report('notText', uuid, 'uuid');
  else if (uuid && !isMain && seen.uuids.has(String(uuid.value)))
    report('duplicateUuid', uuid, String(uuid.value));
  if (uuid) seen.uuids.add(String(uuid.value));
  for (const field of ['type', 'domain_type']) {
    const value = fields.get(field);
    if (value && !Number.isInteger(value.value)) report('notNumber', value, field);
  }
  for (const field of ['children', 'access_points']) {
    const value = fields.get(field);
    if (value && value.type !== 'array') report('notList', value, field);
  }
  const type: unknown = fields.get('type')?.value;
  const points = fields.get('access_points');
  if (points?.type !== 'array') return;
  if (typeof type === 'number' && !holdsAccessPoints(type) && points.children?.length)
    report('ignoredPoints', points);
  for (const point of points.children ?? []) checkPoint(point, { macs: seen.macs, report });
}

/** Checks one access point of a list; `macs` holds what the MAC addresses seen before are known by. */
function checkPoint(
  point: Node,
  { known = pointFields, macs, report }: { known?: readonly string[]; macs: Set<string>; report: Report },
): void {
  if (point.type !== 'object') return report('shape', point);
  checkNames(point, known, report);
  const mac = fieldsOf(point).get('mac_address');
  if (!mac || !isMacAddress(mac.value)) return report('wrongMac', mac ?? point);
  const key = macKey(mac.value);
  if (macs.has(key)) report('duplicateMac', mac, String(mac.value));
  macs.add(key);
}

/** Reports names that the contract forbids, and names that it does not have. */
function checkNames(node: Node, known: readonly string[], report: Report): void {
  for (const property of node.children ?? []) {
    const [key] = property.children ?? [];
    const name = String(key?.value);
    if (forbiddenIds.includes(name)) report('forbiddenId', property, name);
    else if (!known.includes(name)) report('unknownField', property, name);
  }
}

/** Two children without uuid that stand for the same node. */
function checkSiblings(children: readonly Node[], report: Report): void {
  const seen = new Set<string>();
  for (const child of children) {
    const fields = fieldsOf(child);
    if (fields.has('uuid')) continue;
    const value = (name: string, missing: unknown) => (fields.get(name)?.value as unknown) ?? missing;
    const key = JSON.stringify([value('name', ''), value('type', 1), value('domain_type', 1)]);
    if (seen.has(key)) report('sameNode', child, String(value('name', '')));
    seen.add(key);
  }
}

/** The values of an object of the text by name. */
export function fieldsOf(node: Node): Map<string, Node> {
  const fields = new Map<string, Node>();
  if (node.type !== 'object') return fields;
  for (const { children: [key, value] = [] } of node.children ?? [])
    if (key && value) fields.set(String(key.value), value);
  return fields;
}

/** Checks the text of an override before anything is sent (contract 001, Override of a domain's access points). */
export function checkPointsText(text: string): Checked<PointsBody> {
  const { value, problems } = checkJsonText(text, (root, report) => {
    const list = fieldsOf(root).get('access_points');
    if (list?.type !== 'array' || fieldsOf(root).size !== 1) return report('shape', root);
    const macs = new Set<string>();
    for (const point of list.children ?? []) {
      checkPoint(point, { known: elementFields, macs, report });
      const name: unknown = fieldsOf(point).get('name')?.value;
      if (point.type === 'object' && (typeof name !== 'string' || name.trim() === ''))
        report('noName', point);
    }
  });
  return { problems, body: value as PointsBody | undefined };
}
