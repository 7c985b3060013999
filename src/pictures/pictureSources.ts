import * as vscode from 'vscode';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { mapNodes } from '../model/pictures/maps/mapPoints.js';
import { withDocuments } from '../model/pictures/editedRecords.js';
import type { MapSubject, PictureSubject, RecordSubject } from '../model/pictures/pictureMessages.js';
import { powerPanels, racksServed, strayFeeds } from '../model/pictures/racks/powerPanels.js';
import { rackElevations, type PicturedRecord } from '../model/pictures/racks/rackElevation.js';
import type { PictureWithTable } from '../model/pictures/shownPicture.js';
import { textOf } from 'netsensor-contract/text/looseValues';
import { sortedByName } from '../model/text/nameOrder.js';
import { quoted, type Inert } from '../words/inert.js';
import { mapTable, saidMap } from '../words/mapWords.js';
import { placeWords } from '../words/names.js';
import { powerScale, powerTable, saidPanel } from '../words/powerWords.js';
import { rackTable, saidRacks } from '../words/rackWords.js';
import { floorSource } from './floors/floorSource.js';
import { openDocuments } from './openDocuments.js';
import type { PictureParts, PictureSource, SourceParts } from './pictureParts.js';
import { followTree, requireDomain } from './pictureTree.js';
import { topologySource } from './topology/topologySource.js';

/** The records of a type as they are to be drawn. */
export type RecordsOf = (type: InventoryType) => readonly PicturedRecord[];

type SourceOf<Subject extends PictureSubject> = (subject: Subject, parts: SourceParts) => PictureSource;

/** The source of every kind of picture. */
const pictureSources: {
  readonly [Kind in PictureSubject['kind']]: SourceOf<PictureSubject & { kind: Kind }>;
} = {
  racks: recordSource,
  power: recordSource,
  floor: floorSource,
  topology: topologySource,
  map: mapSource,
};

/** What a picture is made of. */
export const pictureSource = (subject: PictureSubject, parts: SourceParts): PictureSource =>
  (pictureSources[subject.kind] as SourceOf<PictureSubject>)(subject, parts);

/** The nodes of a tree that have a place on earth, below a domain or all of them, as open documents have them. */
function mapSource(subject: MapSubject, parts: PictureParts): PictureSource {
  const { connectionId } = subject;
  return {
    make: async () => {
      const tree = await parts.readTree(connectionId);
      const top = requireDomain(tree, subject);
      const nodes = mapNodes(tree, top, openDocuments(connectionId));
      const manager = parts.connections.get(connectionId)?.name ?? connectionId;
      const title = vscode.l10n.t('Map of {0}', quoted(top === 0 ? manager : tree.label(top)));
      return {
        picture: {
          kind: 'map',
          title: top === 0 ? title : placeWords(tree.path(top)),
          map: saidMap(nodes),
        },
        table: mapTable(nodes),
        title,
      };
    },
    follow: changed => followTree(parts, subject, changed),
  };
}

/** How a picture is made of inventory records. */
interface RecordPictures {
  /** The types whose records it shows. */
  readonly types: readonly InventoryType[];
  /** What its tab says. @param manager the name of the connection */
  readonly titleOf: (subject: RecordSubject, recordsOf: RecordsOf, manager: string) => Inert;
  readonly make: (subject: RecordSubject, recordsOf: RecordsOf, title: Inert) => PictureWithTable;
}

function recordSource(subject: RecordSubject, { lists, connections }: PictureParts): PictureSource {
  const { connectionId, kind } = subject;
  const { types, titleOf, make } = recordPictures[kind];
  return {
    make: async () => {
      const read = await Promise.all(types.map(type => lists.read(connectionId, type)));
      const documents = openDocuments(connectionId);
      const records = new Map<InventoryType, PicturedRecord[]>(
        read.map(list => [list.type, withDocuments(list.type, list.records, documents)]),
      );
      const recordsOf = (type: InventoryType) => records.get(type) ?? [];
      const title = titleOf(subject, recordsOf, connections.get(connectionId)?.name ?? connectionId);
      return { ...make(subject, recordsOf, title), title };
    },
    follow: changed =>
      lists.onDidChange(list => {
        if (list.connectionId === connectionId && types.includes(list.type)) changed();
      }),
  };
}

const recordPictures: Readonly<Record<RecordSubject['kind'], RecordPictures>> = {
  racks: {
    types: ['racks', 'rack_reservations'],
    titleOf: (subject, recordsOf, manager) => {
      const [only, ...others] = chosen(subject, recordsOf('racks'));
      return subject.ids.length > 0 && only && others.length === 0
        ? vscode.l10n.t('Rack {0}', quoted(textOf(only.fields['name']) ?? only.key))
        : vscode.l10n.t('Racks of {0}', quoted(manager));
    },
    make: (subject, recordsOf, title) => {
      const shown = chosen(subject, recordsOf('racks'));
      const said = saidRacks(rackElevations(shown, recordsOf('rack_reservations')));
      return { picture: { kind: 'racks', title, ...said }, table: rackTable(said.racks) };
    },
  },
  power: {
    types: ['power_panels', 'power_feeds', 'racks'],
    titleOf: (subject, recordsOf, manager) => {
      const [only, ...others] = chosen(subject, recordsOf('power_panels'));
      return subject.ids.length > 0 && only && others.length === 0
        ? vscode.l10n.t('Power of {0}', quoted(textOf(only.fields['name']) ?? only.key))
        : vscode.l10n.t('Power of {0}', quoted(manager));
    },
    make: (subject, recordsOf, title) => {
      const all = {
        panels: recordsOf('power_panels'),
        feeds: recordsOf('power_feeds'),
        racks: recordsOf('racks'),
      };
      const served = racksServed(all.racks);
      const stray = subject.ids.length === 0 ? (strayFeeds(all, served) ?? []) : [];
      const found = [...powerPanels({ ...all, panels: chosen(subject, all.panels) }, served), stray].flat();
      const names = new Map(all.racks.map(({ id, fields }) => [id, textOf(fields['name'])]));
      const panels = found.map(panel => saidPanel(panel, (_type, id) => names.get(id)));
      const picture = { kind: 'power', title, panels, scale: powerScale(found) } as const;
      return { picture, table: powerTable(panels) };
    },
  },
};

/** The records that a picture is of, in the order in which they were chosen; all by name where none was. */
function chosen({ ids }: RecordSubject, records: readonly PicturedRecord[]): readonly PicturedRecord[] {
  if (ids.length === 0) return sortedByName(records, ({ key, fields }) => textOf(fields['name']) ?? key);
  const known = new Map(records.map(record => [record.id, record]));
  return ids.flatMap(id => known.get(id) ?? []);
}
