import * as z from 'zod';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { PathProblems } from '../pathProblems.js';
import { knownFields, type Fields } from '../../http/requestFields.js';
import { isDomainType, isSensorType, nameProblem, uuidProblem } from '../sensorFields.js';

/** One node of an overwrite body; its place in the list of all nodes is its number. */
export interface OverrideNode {
  /** Number of the node above; -1 for the main sensor. */
  readonly parent: number;
  /** Place among the children of the node above. */
  readonly position: number;
  readonly name: string | undefined;
  readonly uuid: string | undefined;
  readonly type: number | undefined;
  readonly domain_type: number | undefined;
  /** Those that a list does not name are deleted; without a list all stay. */
  readonly children: readonly unknown[] | undefined;
  readonly accessPoints: readonly unknown[];
  /** The node as it was sent. */
  readonly given: Fields;
}

const fields = {
  name: z.string().optional(),
  uuid: z.string().optional(),
  type: z.int().optional(),
  domain_type: z.int().optional(),
};

/** The path of a node in the body, such as `sensor.children[3].children[0]`. */
export function nodePath(nodes: readonly OverrideNode[], number: number): string {
  const parts: string[] = [];
  for (let node = nodes[number]; node && node.parent >= 0; node = nodes[node.parent]) {
    parts.push(`.children[${node.position}]`);
  }
  return `sensor${parts.reverse().join('')}`;
}

/**
 * The nodes of a body in one list, each after the node above it; read without recursion, so that a body may be of any
 * depth (contract 001, Overwrite request).
 */
export function readNodes(sensor: Fields, problems: PathProblems): OverrideNode[] {
  const nodes: OverrideNode[] = [];
  const waiting = [{ given: sensor as unknown, parent: -1, position: 0 }];
  for (const { given, ...place } of waiting) {
    const number = nodes.length;
    const report = (field: string, message: string) =>
      problems.add(`${nodePath(nodes, number)}${field}`, message);
    const node = readNode(isRecord(given) ? given : {}, place);
    nodes.push(node);
    if (isRecord(given)) checkNode(node, report);
    else report('', 'must be an object');
    node.children?.forEach((child, position) => waiting.push({ given: child, parent: number, position }));
  }
  return nodes;
}

function readNode(given: Fields, place: Pick<OverrideNode, 'parent' | 'position'>): OverrideNode {
  const { name, uuid, type, domain_type } = knownFields(fields, given);
  return {
    ...place,
    name: typeof name === 'string' ? name : undefined,
    uuid: typeof uuid === 'string' && uuid !== '' ? uuid : undefined,
    type: typeof type === 'number' ? type : undefined,
    domain_type: typeof domain_type === 'number' ? domain_type : undefined,
    children: listIn(given, 'children'),
    accessPoints: listIn(given, 'access_points') ?? [],
    given,
  };
}

function checkNode(node: OverrideNode, report: (field: string, message: string) => void): void {
  const { given } = node;
  const { name, uuid, type, domain_type } = knownFields(fields, given);
  const isMatched = node.uuid !== undefined || node.parent < 0;
  const wrongName = isMatched ? nameProblem(name) : nameProblem(name ?? '');
  if (wrongName) report('.name', wrongName);
  else if (name !== undefined && typeof name !== 'string') report('.name', 'is invalid');
  const wrongUuid = uuidProblem(isAbsent(uuid) ? undefined : uuid, given);
  if (wrongUuid) report('.uuid', wrongUuid);
  if (!isAbsent(type) && !isSensorType(type)) report('.type', 'is not included in the list');
  if (!isAbsent(domain_type) && !isDomainType(domain_type)) {
    report('.domain_type', 'is not included in the list');
  }
  if (Object.hasOwn(given, 'parent_id')) report('.parent_id', 'is not allowed');
  for (const list of ['children', 'access_points']) {
    if (!isAbsent(given[list]) && !Array.isArray(given[list])) report(`.${list}`, 'must be an array');
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const listIn = (given: Fields, name: string): readonly unknown[] | undefined => {
  const list = given[name];
  return Array.isArray(list) ? list : undefined;
};
