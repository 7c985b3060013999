import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type {
  InventoryRef,
  InventoryTypeTarget,
  RecordTarget,
} from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { AccessPointTarget, NodeTarget } from '../model/sensors/nodeTarget.js';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { Command } from '../ids.js';
import { runCommand, waitPatiently, window } from '../ui/doors.js';
import { clickedRecord, clickedUri } from '../ui/recordUri.js';
import { quoted, shown } from '../words/inert.js';
import { toldApart } from '../ui/nodeLines.js';
import { NothingToDoError } from '../words/sentenceErrors.js';
import { recordDetail, unnamed } from '../words/recordDetail.js';
import { staleWords } from '../words/staleWords.js';
import { askedNode, floorToShow, isOfNode, type AskedNode } from './floors/pickFloor.js';
import { mapBelow, mapWith, topologyToShow } from './topology/pickTreePicture.js';
import { drawnTypes, type KnownSubject } from './pictureKinds.js';
import type { PicturePanels } from './picturePanels.js';
import type { PictureParts } from './pictureParts.js';

type Clicked = RecordTarget | InventoryTypeTarget | AccessPointTarget | vscode.Uri | undefined;

/** A connection of the tree, or its folder of sensors. */
interface WholeTree {
  readonly kind: 'connection' | 'sensors';
  readonly connectionId: string;
}

type ClickedTree = NodeTarget | WholeTree | vscode.Uri;

const isWholeTree = (clicked: ClickedTree): clicked is WholeTree =>
  'kind' in clicked && (clicked.kind === 'connection' || clicked.kind === 'sensors');

/** What a command was called on in the tree, or the document in front; undefined for anything else. */
function askedInTree(clicked: ClickedTree | undefined): AskedNode | undefined {
  const node = clicked ?? clickedUri(undefined);
  return node && (isWholeTree(node) ? { connectionId: node.connectionId } : askedNode(node));
}

/** What the commands of pictures work with. */
export interface PictureServices extends PictureParts {
  /** Made when a picture is shown for the first time. */
  readonly panels: () => Promise<PicturePanels>;
}

/** Waits for what a command reads of a manager before it can show anything: one that is slow is said, and given up with a click. */
const reading = <T>({ connections }: PictureServices, connectionId: string, work: Promise<T>): Promise<T> =>
  waitPatiently(l10n.t('Reading {0}…', quoted(connections.get(connectionId)?.name ?? connectionId)), work);

/** The same, whose tree is waited for so. */
const patient = (services: PictureServices): PictureServices => ({
  ...services,
  readTree: id => reading(services, id, services.readTree(id)),
});

/** Saves the picture in front. */
export const savePicture = async ({ panels }: PictureServices) => (await panels()).saveActive();

/** Copies a link that opens the picture in front. */
export async function copyPictureLink({ panels }: PictureServices): Promise<void> {
  const address = (await panels()).addressInFront;
  if (!address)
    throw new NothingToDoError(
      l10n.t('A link leads to the picture of one thing, such as a rack. Show it, then copy the link.'),
    );
  await runCommand(Command.copyLink, address);
}

export async function showRack(
  { panels }: PictureServices,
  clicked?: Clicked,
  selected?: readonly Clicked[],
): Promise<void> {
  const subject = subjectOf('racks', recordsOf(clicked, selected));
  if (!subject) throw new NothingToDoError(l10n.t('Open a rack, or select one in the tree, first.'));
  (await panels()).show(subject);
}

/** Shows the racks that the filter of the tree lets through, or those that the user chooses. */
export async function showRacks(services: PictureServices, clicked?: Clicked): Promise<void> {
  const place = await placeOf(services, clicked);
  if (!place) return;
  const { connectionId, isTree } = place;
  const ids = isTree
    ? ((await services.shownRecords(connectionId, 'racks')) ?? [])
    : await pickRacks(services, connectionId);
  if (ids) (await services.panels()).show({ connectionId, kind: 'racks', ids: [...ids] });
}

export async function showPower(
  services: PictureServices,
  clicked?: Clicked,
  selected?: readonly Clicked[],
): Promise<void> {
  const panels = await services.panels();
  const subject = subjectOf('power', recordsOf(clicked, selected));
  if (subject) return panels.show(subject);
  const place = await placeOf(services, clicked);
  if (!place) return;
  const { connectionId, isTree } = place;
  const ids = isTree ? await services.shownRecords(connectionId, 'power_panels') : undefined;
  panels.show({ connectionId, kind: 'power', ids: [...(ids ?? [])] });
}

export async function showFloorPlan(
  services: PictureServices,
  clicked?: NodeTarget | vscode.Uri,
): Promise<void> {
  const node = clicked ?? clickedUri(undefined);
  const asked = (node && askedNode(node)) ?? (await placeOf(services, undefined));
  const found = asked && (await floorToShow(patient(services), asked));
  if (found) (await services.panels()).show(found.subject, found.target);
}

export async function showTopology(services: PictureServices, clicked?: ClickedTree): Promise<void> {
  const asked = askedInTree(clicked) ?? (await placeOf(services, undefined));
  if (!asked) return;
  const { subject, target } = await topologyToShow(patient(services), asked);
  (await services.panels()).show(subject, target);
}

/** Shows the picture that has a record or an access point in it, and where it stands there. */
export async function showInPicture(
  services: PictureServices,
  clicked?: Exclude<Clicked, InventoryTypeTarget>,
): Promise<void> {
  const panels = await services.panels();
  const node = clicked ?? clickedUri(undefined);
  const asked = node && askedNode(node);
  const found = asked?.point && (await floorToShow(patient(services), asked));
  if (found) return panels.show(found.subject, found.target);
  const [record] = recordsOf(node, undefined);
  const way = record && ways[record.type];
  if (!record || !way) {
    throw new NothingToDoError(
      l10n.t('Open a rack reservation, a power feed or an access point, or select one in the tree, first.'),
    );
  }
  const { connectionId, type, id } = record;
  const list = await reading(services, connectionId, services.lists.read(connectionId, type));
  const stored = list.find(id);
  const holder = integerOf(stored?.[way.field]);
  // All of them where nobody knows which: what stands nowhere is shown there too.
  panels.show({ connectionId, kind: way.kind, ids: holder ? [holder] : [] }, { type, id });
}

/** Shows a map of what is below a node, or of a whole tree. */
export async function showMap(services: PictureServices, clicked?: ClickedTree): Promise<void> {
  const asked = askedInTree(clicked) ?? (await placeOf(services, undefined));
  if (asked) (await services.panels()).show(await mapBelow(patient(services), asked));
}

/** Shows where a node stands on the map. */
export async function showOnMap(services: PictureServices, clicked?: ClickedTree): Promise<void> {
  const asked = askedInTree(clicked);
  if (!asked || !isOfNode(asked)) {
    throw new NothingToDoError(
      l10n.t('Open an access point, a sensor or a domain, or select one in the tree, first.'),
    );
  }
  const { subject, target } = await mapWith(patient(services), asked);
  (await services.panels()).show(subject, target);
}

/** In which picture records stand that are drawn inside of others, and the field that says which. */
const ways: Readonly<Partial<Record<InventoryType, { kind: keyof typeof drawnTypes; field: string }>>> = {
  rack_reservations: { kind: 'racks', field: 'rack_id' },
  power_feeds: { kind: 'power', field: 'power_panel_id' },
};

/** The picture of those records that are of its type, of the connection of the first; undefined without any. */
function subjectOf(
  kind: keyof typeof drawnTypes,
  records: readonly InventoryRef[],
): KnownSubject | undefined {
  const drawn = records.filter(({ type }) => type === drawnTypes[kind]);
  const connectionId = drawn[0]?.connectionId;
  const ids = drawn.filter(record => record.connectionId === connectionId).map(({ id }) => id);
  return connectionId === undefined ? undefined : { connectionId, kind, ids };
}

/** The connection whose type was clicked in the tree, else one that the user picks. */
async function placeOf(parts: PictureParts, clicked: Clicked) {
  if (clicked && !('scheme' in clicked)) return { connectionId: clicked.connectionId, isTree: true };
  const picked = await parts.pickConnection();
  return picked && { connectionId: picked.id, isTree: false };
}

/** The records that a command was called on. */
function recordsOf(clicked: Clicked, selected: readonly Clicked[] | undefined) {
  const all = selected && selected.length > 0 ? selected : [clicked];
  return all.flatMap(one => {
    if (one && !('scheme' in one) && one.kind !== 'record') return [];
    return clickedRecord(one) ?? [];
  });
}

/** Lets the user choose racks; all are chosen in the beginning. Undefined when the user gives up. */
async function pickRacks(
  parts: PictureServices,
  connectionId: string,
): Promise<readonly number[] | undefined> {
  const list = await reading(parts, connectionId, parts.lists.read(connectionId, 'racks'));
  const items = list.records.map(record => ({
    label: quoted(list.name(record.id) ?? ''),
    description: recordDetail('racks', record, unnamed),
    picked: true,
    id: record.id,
  }));
  if (items.length < 2) return [];
  const title = l10n.t('Racks to show');
  const told = toldApart(items, ({ id }) => shown`#${id}`);
  const placeHolder = staleWords(parts.lists.stale(connectionId, 'racks'));
  const options = { title, canPickMany: true, matchOnDescription: true } as const;
  const picks = await window.showQuickPick(told, placeHolder ? { ...options, placeHolder } : options);
  if (!picks || picks.length === 0) return undefined;
  return picks.length === items.length ? [] : picks.map(({ id }) => id);
}
