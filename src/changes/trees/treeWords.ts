import * as l10n from '@vscode/l10n';
import {
  pointsOf,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
  type TreeConflict,
} from '../../model/trees/flatTree.js';
import { inOrder } from '../../model/trees/treeDocument.js';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import { pointName } from './mergeTrees.js';
import { domainTypes, sensorTypes } from 'netsensor-contract/sensors/nodeRecord';
import type { TextProblem } from '../../model/trees/checkTreeText.js';
import type { Changes, TreeChanges } from './treeChanges.js';
import { nameList, inert, joined, quoted, type Inert } from '../../words/inert.js';
import { refusedText } from '../../words/describeProblems.js';

/** What a node is, for people. */
export function kindWords({ type, domain_type: domainType }: FlatNode): string {
  if (type !== 1) return sensorTypes[type] ?? l10n.t('type {0}', type);
  return domainTypes[domainType] ?? l10n.t('domain type {0}', domainType);
}

/** What is wrong with the text of an overwrite or override: a sentence about a name. */
const problemSentences: Readonly<Record<TextProblem['kind'], (name: Inert) => Inert>> = {
  syntax: name => l10n.t('This is not JSON: {0}.', name),
  shape: () => l10n.t('This does not have the shape that the manager takes.'),
  unknownField: name => l10n.t('{0} cannot be sent here. Take it out.', name),
  forbiddenId: name => l10n.t('{0} is an id of the manager’s own and not allowed here. Take it out.', name),
  mainUuid: name => l10n.t('The uuid of the main sensor cannot be changed. It is {0}.', name),
  notText: name => l10n.t('{0} must be text in quotes.', name),
  notNumber: name => l10n.t('{0} must be a whole number.', name),
  notList: name => l10n.t('{0} must be a list.', name),
  noName: () => l10n.t('A name is missing.'),
  duplicateUuid: name => l10n.t('The uuid {0} stands in two places.', name),
  duplicateMac: name => l10n.t('The MAC address {0} stands in two places.', name),
  wrongMac: () => l10n.t('mac_address must be six hex pairs, such as 00:1b:2c:3d:4e:5f.'),
  ignoredPoints: () => l10n.t('Access points are ignored here: only domains and flow sensors have them.'),
  sameNode: name => l10n.t('{0} stands for the same node as another child. Give one of them its uuid.', name),
};

const problemSentence = ({ kind, subject }: Pick<TextProblem, 'kind' | 'subject'>): Inert =>
  problemSentences[kind](quoted(subject));

/**
 * The lines of a plan: what happens, and to what.
 * @param count how many there are, in a sentence
 */
export function changeLines<T extends FlatNode | FlatPoint>(
  { created, updated, moved, deleted }: Changes<T>,
  count: (list: readonly T[]) => Inert | number = ({ length }) => length,
): Inert[] {
  const names = (list: readonly T[]) => nameList(list.map(nodeOrPointName), 5);
  return [
    created.length > 0 ? l10n.t('{0} created: {1}', count(created), names(created)) : '',
    updated.length > 0 ? l10n.t('{0} updated: {1}', count(updated), names(updated)) : '',
    moved.length > 0 ? l10n.t('{0} moved: {1}', count(moved), names(moved)) : '',
    deleted.length > 0 ? l10n.t('{0} deleted: {1}', count(deleted), names(deleted)) : '',
  ].filter((line): line is Inert => line !== '');
}

const nodeOrPointName = (one: FlatNode | FlatPoint): string => ('mac' in one ? pointName(one) : one.name);

/** Everything of some changes by name. */
export const changedNames = ({ nodes, points }: TreeChanges): string[] =>
  [nodes, points].flatMap(({ created, updated, moved, deleted }) =>
    [...created, ...updated, ...moved, ...deleted].map(nodeOrPointName),
  );

/** Where two people contradict each other. */
export function conflictWords(conflicts: readonly TreeConflict[]): Inert {
  const show = (value: unknown) =>
    quoted(typeof value === 'string' ? value : value === undefined ? '' : inOneLine(value));
  const words = conflicts
    .slice(0, 5)
    .map(({ name, field, mine, theirs }) =>
      field === 'existence'
        ? l10n.t('{0} was deleted on one side and changed or added to on the other', quoted(name))
        : l10n.t(
            '{0} of {1} is {2} here and now {3} on the manager',
            inert(field),
            quoted(name),
            show(mine),
            show(theirs),
          ),
    );
  return joined(words, '; ');
}

/** The error for the text of a tree or of access points that cannot be sent. */
export const firstProblem = (text: string, problems: readonly TextProblem[]): Error =>
  refusedText(text, problems, problemSentence);

/** The problems of a text with their sentences. What is no JSON at all is said by the JSON language already. */
export const placedProblems = (problems: readonly TextProblem[]) =>
  problems
    .filter(({ kind }) => kind !== 'syntax')
    .map(problem => ({ offset: problem.offset, length: problem.length, message: problemSentence(problem) }));

/** A tree as text for people: a line for each node and access point, below the one it belongs to. */
export function outlineTree(tree: FlatTree, kindOf: (node: FlatNode) => string): string {
  const points = pointsOf(tree);
  const depths = new Map<string | undefined, number>();
  const lines: string[] = [];
  for (const node of inOrder(tree)) {
    const depth = (depths.get(node.parent) ?? -1) + 1;
    depths.set(node.id, depth);
    const indent = '  '.repeat(depth);
    lines.push(
      `${indent}${JSON.stringify(node.name)} ${kindOf(node)}${node.uuid === undefined ? '' : ` ${node.uuid}`}`,
    );
    for (const { mac, fields } of points.get(node.id) ?? []) {
      const { name, ...others } = fields;
      lines.push(`${indent}  - ${mac} ${JSON.stringify(name ?? '')} ${fieldsText(others)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Access points as text for people, a line for each, in the order of their MAC addresses. */
export const outlinePoints = (
  points: ReadonlyMap<string, FlatPoint>,
  placeName: (owner: string) => string,
): string =>
  [...points]
    .map(([mac, { owner, fields }]) => {
      const { name, ...others } = fields;
      return `${mac} ${JSON.stringify(name ?? '')} in ${JSON.stringify(placeName(owner))} ${fieldsText(others)}\n`;
    })
    .sort()
    .join('');

const fieldsText = (fields: FlatPoint['fields']): string =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))));
