import * as vscode from 'vscode';
import type { TopologySubject } from '../model/pictures/pictureMessages.js';
import { isFold, type Topology } from '../model/pictures/topology.js';
import { nodeTraffic } from '../model/pictures/topologyTraffic.js';
import { recordDomainType } from '../model/sensors/nodeRecord.js';
import { childGroup, type SensorIndex } from '../model/sensors/sensorIndex.js';
import { quoted, SentenceError } from '../words/inert.js';
import { placeWords } from '../words/names.js';
import { hourWords, saidTopology, topologyTable } from '../words/topologyWords.js';
import { OpenBranches } from './openBranches.js';
import type { PictureParts, PictureSource } from './pictureParts.js';
import { TopologyTraffic } from './topologyTraffic.js';

/** What is below a domain, from the sensor tree, with its traffic of the last hour. */
export function topologySource(subject: TopologySubject, parts: PictureParts): PictureSource {
  const { connectionId, uuid } = subject;
  const branches = new OpenBranches(connectionId);
  let drawAgain = () => {};
  const traffic = new TopologyTraffic(parts, subject, () => drawAgain());
  return {
    topology: branches,
    make: async () => {
      const tree = await parts.readTree(connectionId);
      const top = uuid === undefined ? 0 : tree.find({ connectionId, uuid });
      if (top === undefined)
        throw new SentenceError(
          vscode.l10n.t('The manager no longer has this domain. Refresh the tree, or close this picture.'),
        );
      const topology = branches.grow(tree, top);
      const { hour, points, problem } = traffic.read(wantedTraffic(tree, top, topology));
      const shown = saidTopology(tree, topology, {
        traffic: hour && nodeTraffic(tree, hour.places, points),
        when: hour ? hourWords(hour.stretch) : noHourWords(problem !== undefined),
      });
      const manager = parts.connections.get(connectionId)?.name ?? connectionId;
      const name = quoted(uuid === undefined ? manager : tree.label(top));
      return {
        picture: {
          kind: 'topology',
          title: uuid === undefined ? name : placeWords(tree.path(top)),
          topology: { ...shown, open: branches.kept },
        },
        table: topologyTable(shown.branches),
        title: vscode.l10n.t('Topology of {0}', name),
        problem,
      };
    },
    follow: changed => {
      drawAgain = changed;
      return parts.onDidReadTree(read => {
        if (read === connectionId) changed();
      });
    },
  };
}

const noHourWords = (hasFailed: boolean) =>
  hasFailed ? vscode.l10n.t('traffic not known') : vscode.l10n.t('traffic of the last hour is being read…');

/** What is to be asked about the flows of a topology; those of access points only when some are shown. */
function wantedTraffic(tree: SensorIndex, top: number, { branches }: Topology) {
  const { uuid } = tree.record(top);
  const domainType = recordDomainType(tree.record(top)) ?? 1;
  return {
    // All that there is needs no filter.
    scope: top === 0 || typeof uuid !== 'string' ? undefined : { uuid, domainType },
    domainTypes: typesBelow(tree, top),
    withPoints: branches.some(({ box }) =>
      isFold(box) ? box.group === childGroup.accessPoint : tree.isAccessPoint(box),
    ),
  };
}

/** The kinds of the domains at and below a node. */
function typesBelow(tree: SensorIndex, top: number): number[] {
  const below = new Set([top]);
  // Parents stand before their children.
  for (let number = top + 1; number < tree.size; number += 1)
    if (tree.group(number) === childGroup.domain && below.has(tree.parent(number))) below.add(number);
  const types = new Set([...below].map(number => recordDomainType(tree.record(number)) ?? 1));
  return [...types].sort((one, other) => one - other);
}
