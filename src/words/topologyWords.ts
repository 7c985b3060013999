import * as l10n from '@vscode/l10n';
import type { FoundNodes } from '../model/pictures/topology/foundNodes.js';
import { roundStep } from '../model/pictures/roundStep.js';
import type { TwinTable } from '../model/pictures/drawing.js';
import type { ShownBranch, ShownTree } from '../model/pictures/topology/shownTopology.js';
import {
  boxBytes,
  boxCounts,
  boxState,
  boxTarget,
  foldMembers,
  isFold,
  type Fold,
  type Topology,
  type TopologyBranch,
} from '../model/pictures/topology/topology.js';
import type { NodeTraffic } from '../model/pictures/topology/nodeTraffic.js';
import { childGroup, accessPointState, sensorState } from 'netsensor-contract/sensors/nodeRecord';
import type { NodeCounts, SensorIndex } from '../model/sensors/sensorIndex.js';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { describeError } from './describeError.js';
import { stateWords } from './floorWords.js';
import { byteCount, grouped, timeWords } from './locale.js';
import { inert, joined, quoted, type Inert } from './inert.js';
import { clientWords, domainCount, pointCount, sensorCount } from './nodeCounts.js';
import { label } from './rackWords.js';

/** What is known besides the tree: its traffic, or why there is none yet, and what is looked for in it. */
export interface TopologyWords {
  /** Undefined where nothing is looked for. */
  readonly found?: FoundNodes | undefined;
  readonly traffic: NodeTraffic | undefined;
  /** From when to when it is. */
  readonly when: Inert;
  /** How many namespaces it leaves out. */
  readonly unasked?: number;
}

/** A topology with the words that its picture says. */
export function saidTopology(
  tree: SensorIndex,
  { branches, isCut }: Topology,
  { traffic, when, unasked = 0, found }: TopologyWords,
): Omit<ShownTree, 'kept'> {
  const shown = branches.map(branch => ({
    ...saidBranch(tree, branch, traffic),
    isFound: typeof branch.box === 'number' && found?.shown.has(branch.box) === true,
  }));
  const most = shown.slice(1).reduce((largest, { bytes = 0 }) => Math.max(largest, bytes), 0);
  const step = most > 0 ? roundStep(most / 2.5) : undefined;
  const [top] = branches;
  const counts = top ? boxCounts(tree, top.box) : { domains: 0, sensors: 0, accessPoints: 0, down: 0 };
  return {
    view: 'tree',
    branches: shown,
    scale: step === undefined ? undefined : { bytes: step, label: byteCount(step) },
    texts: {
      summary: joined([countWords(counts), trafficWords(traffic, when)], ' · '),
      state: downWords(counts),
      found: found ? foundWords(found) : '',
      nth: l10n.t('{0} of {1}'),
      notes: [...foundNotes(found), ...notesOf(traffic, isCut), ...unaskedNotes(unasked)],
    },
  };
}

const foundWords = ({ total }: FoundNodes): Inert =>
  total === 1 ? l10n.t('1 node found') : l10n.t('{0} nodes found', grouped(total));

const foundNotes = (found: FoundNodes | undefined): Inert[] =>
  found && found.total > found.shown.size
    ? [
        l10n.t(
          '{0} of {1} nodes that were found are shown. Type more to see others.',
          grouped(found.shown.size),
          grouped(found.total),
        ),
      ]
    : [];

const trafficWords = (traffic: NodeTraffic | undefined, when: Inert): Inert =>
  traffic ? l10n.t('{0} of traffic, {1}', byteCount(traffic.total), when) : when;

function notesOf(traffic: NodeTraffic | undefined, isCut: boolean): Inert[] {
  const isKnown = traffic !== undefined && traffic.total > 0;
  return [
    ...(isKnown ? [l10n.t('A flow counts for its place and for its sensor: branches need not add up.')] : []),
    ...(isKnown && traffic.unplaced > 0
      ? [l10n.t('{0} of the traffic name nothing of this tree.', byteCount(traffic.unplaced))]
      : []),
    ...(isCut ? [l10n.t('More is open than a picture holds. Close something to see the rest.')] : []),
  ];
}

/** What is said of namespaces whose flows were not asked for. */
export const unaskedNotes = (unasked: number): Inert[] =>
  unasked === 0
    ? []
    : [
        unasked === 1
          ? l10n.t('Without the traffic of 1 namespace: there are too many to ask for all.')
          : l10n.t(
              'Without the traffic of {0} namespaces: there are too many to ask for all.',
              grouped(unasked),
            ),
      ];

function downWords({ accessPoints, down }: NodeCounts): Inert | '' {
  if (accessPoints === 0) return '';
  if (down === 0) return l10n.t('No access point is down');
  if (accessPoints === 1) return l10n.t('The only access point is down');
  return down === 1
    ? l10n.t('1 of {0} access points is down', grouped(accessPoints))
    : l10n.t('{0} of {1} access points are down', grouped(down), grouped(accessPoints));
}

const countWords = ({ domains, sensors, accessPoints }: NodeCounts): Inert =>
  joined([domainCount(domains), sensorCount(sensors), pointCount(accessPoints)], ' · ');

/** A box with its words. What is down is said by a number of its own. */
function saidBranch(
  tree: SensorIndex,
  { box, key, parent, depth, isOpen }: TopologyBranch,
  traffic: NodeTraffic | undefined,
): ShownBranch {
  const counts = boxCounts(tree, box);
  const bytes = traffic && boxBytes(tree, box, traffic.bytesOf);
  const {
    name,
    detail,
    kind,
    heard = detail,
  } = isFold(box) ? foldWords(tree, box) : nodeWords(tree, box, counts);
  const down = counts.down > 0 ? grouped(counts.down) : '';
  const seen = bytes === undefined ? '' : bytes > 0 ? byteCount(bytes) : l10n.t('no traffic');
  const downSaid = down ? l10n.t('{0} down', down) : '';
  const said = [name, heard, downSaid, seen] as const;
  return {
    key,
    parent,
    depth,
    kind,
    isOpen,
    bytes,
    down: counts.down,
    state: boxState(tree, box),
    opens: boxTarget(tree, box),
    texts: { name, detail, down, downSaid, traffic: bytes ? byteCount(bytes) : '', said: joined(said, ', ') },
  };
}

interface BoxWords {
  readonly kind: ShownBranch['kind'];
  readonly name: Inert;
  readonly detail: Inert;
  /** The detail where there is room for it. */
  readonly heard?: Inert;
}

function nodeWords(tree: SensorIndex, number: number, counts: NodeCounts): BoxWords {
  const record = tree.record(number);
  const name = label(tree.label(number)) || l10n.t('Without a name');
  if (tree.isAccessPoint(number)) {
    const clients = integerOf(record.clients) ?? 0;
    const seen = clients === 0 ? '' : clientWords(clients);
    return {
      kind: 'accessPoint',
      name,
      detail: joined([stateWords()[accessPointState(record)], seen], ' · '),
    };
  }
  const kind = tree.group(number) === childGroup.domain ? 'domain' : 'sensor';
  const state = sensorState(record);
  const words = [inert(tree.kindWords(number)), state ? inert(state) : ''] as const;
  const { accessPoints } = counts;
  const below =
    accessPoints === 1
      ? l10n.t('1 AP')
      : accessPoints > 0
        ? l10n.t('{0} APs', grouped(accessPoints))
        : countWords(counts);
  return {
    kind,
    name,
    detail: joined([...words, below], ' · '),
    heard: joined([...words, countWords(counts)], ', '),
  };
}

function foldWords(tree: SensorIndex, fold: Fold): BoxWords {
  const { owner, group, from, to } = fold;
  const count = to - from;
  const counts = [domainCount, sensorCount, pointCount];
  const words = counts[group]?.(count) || grouped(count);
  const members = foldMembers(tree, fold);
  const ends = [members.at(0), members.at(-1)].map(number => quoted(tree.label(number ?? owner)));
  const isAll = count === tree.members(owner, group).length;
  const range = l10n.t('{0} to {1}', ends[0] ?? inert(''), ends[1] ?? inert(''));
  return { kind: 'fold', name: isAll ? words : range, detail: isAll ? range : words };
}

/** The traffic of an hour, from when to when. @param stretch milliseconds since 1970 UTC */
export const hourWords = ({ start, end }: { readonly start: number; readonly end: number }): Inert =>
  l10n.t('{0} to {1}', timeWords(start), timeWords(end));

/** What is said of the time while there is no answer. */
export const noHourWords = (hasFailed: boolean): Inert =>
  hasFailed ? l10n.t('traffic not known') : l10n.t('traffic of the last hour is being read…');

/** What is missing where one of the sources did not answer: that which namespaces share, or those of their own. */
export const missingSourceWords = (source: 'shared' | 'own', error: unknown): Inert =>
  source === 'shared'
    ? l10n.t(
        'Flows that the manager keeps for all namespaces together are missing. {0}',
        describeError(error),
      )
    : l10n.t('Flows that the manager keeps by namespace are missing. {0}', describeError(error));

/** What is missing where nothing is known of access points. */
export const missingPointsWords = (error: unknown): Inert =>
  l10n.t('The traffic of access points is missing. {0}', describeError(error));

/** What is open, as rows from top to bottom. */
export function topologyTable(branches: readonly ShownBranch[]): TwinTable {
  const rows = branches.map(({ depth, bytes, opens, texts }) => ({
    cells: [
      String(depth + 1),
      texts.detail,
      texts.down,
      bytes === undefined ? '' : byteCount(bytes),
      texts.name,
    ],
    opens,
  }));
  const columns = [l10n.t('Level'), l10n.t('Details'), l10n.t('Down'), l10n.t('Traffic'), l10n.t('Name')];
  return { columns, rows };
}
