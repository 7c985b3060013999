import type { FlatNode, FlatPoint } from '../../model/trees/flatTree.js';
import type { TreeConflict } from '../../model/trees/flatTree.js';
import type { OverwritePlan } from './planOverwrite.js';
import { domainTypes, sensorTypes } from '../../model/sensors/nodeRecord.js';
import type { TextProblem } from '../../model/trees/checkTreeText.js';
import type { TreeChanges } from './treeChanges.js';
import { nameList, inert, joined, quoted, type Inert, l10n } from '../../words/inert.js';
import { countNodes } from '../../words/names.js';
import { refusedText } from '../../words/describeProblems.js';

/** What a node is, for people. */
export function kindWords({ type, domain_type: domainType }: FlatNode): string {
  if (type !== 1) return sensorTypes[type] ?? l10n.t('type {0}', type);
  return domainTypes[domainType] ?? l10n.t('domain type {0}', domainType);
}

/** What is wrong with the text of an overwrite or override. */
export function problemSentence({ kind, subject }: Pick<TextProblem, 'kind' | 'subject'>): Inert {
  const name = quoted(subject);
  switch (kind) {
    case 'syntax':
      return l10n.t('This is not JSON: {0}.', name);
    case 'shape':
      return l10n.t('This does not have the shape that the manager takes.');
    case 'unknownField':
      return l10n.t('{0} cannot be sent here. Take it out.', name);
    case 'forbiddenId':
      return l10n.t('{0} is an id of the manager’s own and not allowed here. Take it out.', name);
    case 'mainUuid':
      return l10n.t('The uuid of the main sensor cannot be changed. It is {0}.', name);
    case 'notText':
      return l10n.t('{0} has to be text in quotes.', name);
    case 'notNumber':
      return l10n.t('{0} has to be a whole number.', name);
    case 'notList':
      return l10n.t('{0} has to be a list.', name);
    case 'noName':
      return l10n.t('A name is missing.');
    case 'duplicateUuid':
      return l10n.t('The uuid {0} stands in two places.', name);
    case 'duplicateMac':
      return l10n.t('The MAC address {0} stands in two places.', name);
    case 'wrongMac':
      return l10n.t('mac_address has to be hex pairs with colons, such as 00:1b:2c:3d:4e:5f.');
    case 'ignoredPoints':
      return l10n.t('Access points are ignored here: only domains and flow sensors have them.');
    case 'sameNode':
      return l10n.t('{0} stands for the same node as another child. Give one of them its uuid.', name);
  }
}

/** The lines of a plan: what happens, and to what. */
export function changeLines(changes: TreeChanges): Inert[] {
  const nodes = (list: readonly FlatNode[]) =>
    nameList(
      list.map(({ name }) => name),
      5,
    );
  const points = (list: readonly FlatPoint[]) => nameList(list.map(pointName), 5);
  const count = (list: readonly FlatPoint[]) => countNodes({ sensors: 0, accessPoints: list.length });
  const lines: [readonly unknown[], Inert][] = [
    [changes.created, l10n.t('{0} created: {1}', changes.created.length, nodes(changes.created))],
    [changes.updated, l10n.t('{0} updated: {1}', changes.updated.length, nodes(changes.updated))],
    [changes.moved, l10n.t('{0} moved: {1}', changes.moved.length, nodes(changes.moved))],
    [changes.deleted, l10n.t('{0} deleted: {1}', changes.deleted.length, nodes(changes.deleted))],
    [
      changes.createdPoints,
      l10n.t('{0} created: {1}', count(changes.createdPoints), points(changes.createdPoints)),
    ],
    [
      changes.updatedPoints,
      l10n.t('{0} updated: {1}', count(changes.updatedPoints), points(changes.updatedPoints)),
    ],
    [changes.movedPoints, l10n.t('{0} moved: {1}', count(changes.movedPoints), points(changes.movedPoints))],
    [
      changes.deletedPoints,
      l10n.t('{0} deleted: {1}', count(changes.deletedPoints), points(changes.deletedPoints)),
    ],
  ];
  return lines.filter(([list]) => list.length > 0).map(([, line]) => line);
}

/** What a plan does not do although one might think so. */
export function noteLines({ staying, changes }: OverwritePlan): (Inert | '')[] {
  const sensors = changes.created.filter(({ type }) => type !== 1);
  return [
    staying.length > 0
      ? l10n.t(
          'Left out but not deleted, because an overwrite deletes no access points: {0}. Delete them in the tree.',
          nameList(staying.map(pointName)),
        )
      : '',
    sensors.length > 0
      ? l10n.t(
          'Created without an address and settings, which an overwrite cannot carry: {0}.',
          nameList(sensors.map(({ name }) => name)),
        )
      : '',
  ];
}

/** Everything of some changes by name. */
export const changedNames = (changes: TreeChanges): string[] => [
  ...[...changes.created, ...changes.updated, ...changes.moved, ...changes.deleted].map(({ name }) => name),
  ...[
    ...changes.createdPoints,
    ...changes.updatedPoints,
    ...changes.movedPoints,
    ...changes.deletedPoints,
  ].map(pointName),
];

/** Where two people contradict each other. */
export function conflictWords(conflicts: readonly TreeConflict[]): Inert {
  const show = (value: unknown) => quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
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

export const pointName = ({ fields, mac }: FlatPoint): string => String(fields['name'] ?? mac);

/** The error for the text of a tree or of access points that cannot be sent. */
export const firstProblem = (text: string, problems: readonly TextProblem[]): Error =>
  refusedText(text, problems, problemSentence);

/** The problems of a text with their sentences. What is no JSON at all is said by the JSON language already. */
export const placedProblems = (problems: readonly TextProblem[]) =>
  problems
    .filter(({ kind }) => kind !== 'syntax')
    .map(problem => ({ offset: problem.offset, length: problem.length, message: problemSentence(problem) }));
