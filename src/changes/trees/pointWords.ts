import type { FlatPoint, FlatTree } from '../../model/trees/flatTree.js';
import type { PointProblem, PointsPlan } from './placePoints.js';
import type { CsvProblem } from '../../model/trees/pointsCsv.js';
import { nameList, quoted, type Inert, SentenceError, l10n } from '../../words/inert.js';
import { pointName } from './treeWords.js';

/** The lines of a plan: what happens, and to what. */
export function pointLines(plan: PointsPlan): (Inert | '')[] {
  const { created, updated, moved, deleted, newContainers, renumbered } = plan;
  const names = (list: readonly FlatPoint[]) => nameList(list.map(pointName), 5);
  const nodes = (list: readonly { readonly name: string }[]) =>
    nameList(
      list.map(({ name }) => name),
      5,
    );
  return [
    created.length > 0 ? l10n.t('{0} created: {1}', created.length, names(created)) : '',
    updated.length > 0 ? l10n.t('{0} updated: {1}', updated.length, names(updated)) : '',
    moved.length > 0 ? l10n.t('{0} moved: {1}', moved.length, names(moved)) : '',
    deleted.length > 0 ? l10n.t('{0} deleted: {1}', deleted.length, names(deleted)) : '',
    newContainers.length > 0 ? l10n.t('New domains: {0}', nodes(newContainers)) : '',
    renumbered.length > 0 ? l10n.t('Domains that get another uuid: {0}', nodes(renumbered)) : '',
    l10n.t(
      'The manager deletes all access points of the domain and creates those of the list anew, with new ids.',
    ),
    l10n.t('A backup is written first.'),
  ];
}

/** @throws {Error} with a sentence for people when the manager would refuse an element */
export function refusePoints({ problems }: PointsPlan): void {
  const [first] = problems;
  if (!first) return;
  const { problem, element } = first;
  const sentence = pointSentence(problem, quoted(String(element['name'] ?? element.mac_address)));
  const others = problems.length - 1;
  const all = others > 0 ? l10n.t('{0} There are {1} more problems.', sentence, others) : sentence;
  throw new SentenceError(l10n.t('{0} Nothing was sent.', all));
}

function pointSentence(problem: PointProblem, name: Inert): Inert {
  switch (problem) {
    case 'noName':
      return l10n.t('{0} needs a name.', name);
    case 'wrongContainer':
      return l10n.t('{0} names a container that is of another kind.', name);
    case 'outsideContainer':
      return l10n.t('{0} names a container outside of the domain.', name);
    case 'takenMac':
      return l10n.t('{0} has the MAC address of an access point outside of the domain.', name);
  }
}

/** What is wrong with a CSV text. */
export function csvSentence({ kind, line, subject }: CsvProblem): Inert {
  const shown = quoted(subject);
  switch (kind) {
    case 'unknownColumn':
      return l10n.t('Line {0}: there is no field named {1}. Take the column out.', line, shown);
    case 'noMacColumn':
      return l10n.t('Line {0}: a column named mac_address is missing.', line);
    case 'wrongMac':
      return l10n.t('Line {0}: “{1}” is no MAC address.', line, shown);
    case 'duplicateMac':
      return l10n.t('Line {0}: the MAC address {1} stands in two lines.', line, shown);
    case 'notNumber':
      return l10n.t('Line {0}: {1} has to be a number.', line, shown);
  }
}

/** Access points as text for people, a line for each, in the order of their MAC addresses. */
export function outlinePoints(
  points: ReadonlyMap<string, FlatPoint>,
  { nodes }: FlatTree,
  { newContainers }: PointsPlan,
): string {
  const placeName = (owner: string) =>
    nodes.get(owner)?.name ?? newContainers.find(({ id }) => id === owner)?.name ?? '';
  const lines = [...points].map(([mac, { owner, fields }]) => {
    const { name, ...others } = fields;
    const sorted = Object.fromEntries(
      Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    return `${mac} ${JSON.stringify(name ?? '')} in ${JSON.stringify(placeName(owner))} ${JSON.stringify(sorted)}\n`;
  });
  return lines.sort().join('');
}
