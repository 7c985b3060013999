import * as l10n from '@vscode/l10n';
import { foundNodes, type FoundNodes } from '../../model/pictures/topology/foundNodes.js';
import type { PlacedFlow } from '../../model/pictures/topology/matrixDrawing.js';
import { isFold, type Topology } from '../../model/pictures/topology/topology.js';
import {
  wantedTopology,
  type TopologyChange,
  type WantedTopology,
} from '../../model/pictures/topology/topologyMessages.js';
import type { TopologyTypes } from '../../model/pictures/topology/topologyPicture.js';
import { flowPlace, nodeTraffic } from '../../model/pictures/topology/nodeTraffic.js';
import { childGroup, recordDomainType } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { quoted } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { matrixTable, saidMatrix } from '../../words/matrixWords.js';
import { placeWords } from '../../words/names.js';
import { hourWords, noHourWords, saidTopology, topologyTable } from '../../words/topologyWords.js';
import { OpenBranches } from './openBranches.js';
import type { PictureSource, SourceParts } from '../pictureEntry.js';
import { lackOfAll, lackOfTree } from '../pictureLack.js';
import { followTree, readStaleTree, requireDomain, type TreeSubject } from '../pictureTree.js';
import { SiteTraffic } from './siteTraffic.js';
import { TopologyTraffic } from './topologyTraffic.js';

/** What is below a domain, from the sensor tree, with its traffic of the last hour, or who talks to whom there. */
export function topologySource(subject: TreeSubject, parts: SourceParts): PictureSource<TopologyTypes> {
  const { connectionId, uuid } = subject;
  let drawAgain = () => {};
  const drawn = new DrawnTopology(subject, parts, () => drawAgain());
  return {
    make: async () => {
      const search = drawn.words === '' ? undefined : await parts.searchOf(connectionId);
      const tree = search?.index ?? (await parts.readTree(connectionId));
      const top = requireDomain(tree, subject);
      // The search takes a while where it is the first one: something else may be looked for by now, or nothing.
      const { words } = drawn;
      const found = search && words !== '' ? foundNodes(search, top, words) : undefined;
      const manager = parts.connections.get(connectionId)?.name ?? connectionId;
      const name = quoted(uuid === undefined ? manager : tree.label(top));
      const { topology, problem, ...made } = drawn.draw(tree, top, found);
      const lack = lackOfAll([lackOfTree(parts, connectionId, tree), { problem }]);
      const title = uuid === undefined ? name : placeWords(tree.path(top));
      return {
        ...made,
        ...lack,
        picture: { title, topology },
        title: l10n.t('Topology of {0}', name),
      };
    },
    begin: kept => {
      const { data } = wantedTopology.safeParse(kept);
      if (data) drawn.begin(data);
    },
    act: message => {
      if (message.type === 'flows') return parts.openQueries(connectionId, drawn.requireQueries(message));
      drawn.change(message.change);
      drawAgain();
    },
    show: target => drawn.show(target),
    lookAgain: () => {
      drawn.tryAgain();
      return readStaleTree(parts, subject);
    },
    follow: changed => {
      drawAgain = changed;
      return followTree(parts, subject, changed);
    },
  };
}

/** What is chosen of a topology, and what is known of it by now. */
class DrawnTopology {
  private readonly branches: OpenBranches;
  private readonly traffic: TopologyTraffic;
  private readonly sites: SiteTraffic;
  private look: Pick<WantedTopology, 'view' | 'level'> = {};

  constructor(subject: TreeSubject, parts: SourceParts, changed: () => void) {
    this.branches = new OpenBranches(subject.connectionId);
    this.traffic = new TopologyTraffic(parts, subject, changed);
    this.sites = new SiteTraffic(parts, subject, changed);
  }

  /** What is looked for in the tree; empty for nothing. */
  get words(): string {
    return this.look.view === 'flows' ? '' : this.branches.words;
  }

  begin({ view, level, ...kept }: WantedTopology): void {
    this.look = { view, level };
    this.sites.sortAnew();
    this.branches.begin(kept);
  }

  change(change: TopologyChange): void {
    if (change.kind !== 'view') return this.branches.change(change);
    this.look = { view: change.view, level: change.level ?? this.look.level };
    this.sites.sortAnew();
  }

  /** A node is looked for in the tree. */
  show(target: Parameters<OpenBranches['show']>[0]): void {
    this.look = { ...this.look, view: 'tree' };
    this.branches.show(target);
  }

  tryAgain(): void {
    this.traffic.tryAgain();
    this.sites.tryAgain();
  }

  /** The queries behind the flows from one site to another, by their keys. @throws {SentenceError} where they are shown no more */
  requireQueries(flow: PlacedFlow): readonly object[] {
    const queries = this.sites.queriesBehind(flow);
    if (queries.length > 0) return queries;
    throw new SentenceError(l10n.t('These flows have changed meanwhile. Choose them again.'));
  }

  draw(tree: SensorIndex, top: number, found: FoundNodes | undefined) {
    return this.look.view === 'flows' ? this.drawFlows(tree, top) : this.drawTree(tree, top, found);
  }

  private get kept(): WantedTopology {
    return { open: this.branches.kept, ...this.look };
  }

  private drawTree(tree: SensorIndex, top: number, found: FoundNodes | undefined) {
    const topology = found?.total === 0 ? nothing : this.branches.grow(tree, top, found);
    const wanted = { domainTypes: typesBelow(tree, top), withPoints: hasPoints(tree, topology) };
    const where = flowPlace(tree, top);
    const { hour, points, problem } = this.traffic.read({ where, ...wanted });
    const shown = saidTopology(tree, topology, {
      traffic: hour && nodeTraffic(tree, hour.places, points),
      when: hour ? hourWords(hour.stretch) : noHourWords(problem !== undefined),
      unasked: where.unasked,
      found,
    });
    return { topology: { ...shown, kept: this.kept }, table: topologyTable(shown.branches), problem };
  }

  private drawFlows(tree: SensorIndex, top: number) {
    const { level } = this.look;
    const where = flowPlace(tree, top);
    const { words, problem } = this.sites.read(tree, { top, where, level });
    const shown = saidMatrix(tree, { ...words, unasked: where.unasked });
    return { topology: { ...shown, kept: this.kept }, table: matrixTable(shown), problem };
  }
}

const nothing: Topology = { branches: [], isCut: false };

/** Whether access points are shown, one by one or many together. */
const hasPoints = (tree: SensorIndex, { branches }: Topology): boolean =>
  branches.some(({ box }) => (isFold(box) ? box.group === childGroup.accessPoint : tree.isAccessPoint(box)));

/** The kinds of the domains at and below a node. */
function typesBelow(tree: SensorIndex, top: number): number[] {
  const types = new Set(tree.domainsFrom(top).map(number => recordDomainType(tree.record(number)) ?? 1));
  return [...types].sort((one, other) => one - other);
}
