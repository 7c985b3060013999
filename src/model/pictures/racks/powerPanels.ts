import { recordName } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole, referencesOf } from 'netsensor-contract/inventory/references';
import { groupBy } from 'netsensor-contract/text/collections';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { sortedByName } from '../../text/nameOrder.js';
import type { PicturedRecord } from './rackElevation.js';
import { roundStep } from '../roundStep.js';

/** A circuit and the power that it can carry. */
export interface PowerFeed {
  readonly key: string;
  readonly id: number | undefined;
  readonly isEdited: boolean;
  readonly name: string;
  readonly volts: number | undefined;
  readonly amps: number | undefined;
  /** The words that similar products have for these numbers (field notes §4.2); undefined for others. */
  readonly status: string | undefined;
  /** Whether it carries anything, as far as its status tells. */
  readonly isInUse: boolean;
  readonly type: string | undefined;
  readonly phase: string | undefined;
  /** Percentage of the capacity that may be used; undefined where the record does not say it. */
  readonly limit: number | undefined;
  /** In kVA; undefined without volts or amps. */
  readonly capacity: number | undefined;
  /** In kVA, up to the limit; undefined without one. */
  readonly usable: number | undefined;
  /** The racks that it serves, where the manager keeps a field of its own for that. */
  readonly racks: readonly number[];
}

/** A panel and its feeds. */
export interface PowerPanel {
  /** Undefined for feeds whose panel is not there. */
  readonly id: number | undefined;
  readonly name: string;
  readonly isEdited: boolean;
  readonly feeds: readonly PowerFeed[];
  /** In kVA, what feeds in use can give that are not redundant ones; 0 where nothing is known. */
  readonly usable: number;
  readonly redundant: number;
}

/** The records that power is about. */
export interface PowerRecords {
  readonly panels: readonly PicturedRecord[];
  readonly feeds: readonly PicturedRecord[];
  readonly racks: readonly PicturedRecord[];
}

/** What panels can give, in their order, each with its feeds by name. */
export function powerPanels(
  { panels, feeds, racks }: PowerRecords,
  served = racksServed(racks),
): PowerPanel[] {
  const byPanel = groupBy(feeds, ({ fields }) => integerOf(fields['power_panel_id']));
  return panels.flatMap(panel => {
    const { id, fields, isEdited } = panel;
    if (id === undefined) return [];
    const name = recordName('power_panels', { ...fields, id });
    return [
      panelOf(
        { id, name, isEdited },
        (byPanel.get(id) ?? []).map(feed => feedOf(feed, served)),
      ),
    ];
  });
}

/** The feeds of which no panel is known, as if they had one; undefined where there are none. */
export function strayFeeds(
  { panels, feeds, racks }: PowerRecords,
  served = racksServed(racks),
): PowerPanel | undefined {
  const known = new Set(panels.map(({ id }) => id));
  const stray = feeds.filter(({ fields }) => !known.has(integerOf(fields['power_panel_id']) ?? -1));
  if (stray.length === 0) return undefined;
  return panelOf(
    { id: undefined, name: '', isEdited: false },
    stray.map(feed => feedOf(feed, served)),
  );
}

function panelOf(
  own: Pick<PowerPanel, 'id' | 'name' | 'isEdited'>,
  unsorted: readonly PowerFeed[],
): PowerPanel {
  const feeds = sortedByName(unsorted, ({ name }) => name);
  const sum = (isWanted: (feed: PowerFeed) => boolean) =>
    feeds
      .filter(feed => feed.isInUse && isWanted(feed))
      .reduce((total, { usable, capacity }) => total + (usable ?? capacity ?? 0), 0);
  return {
    ...own,
    feeds,
    usable: sum(({ type }) => type !== 'redundant'),
    redundant: sum(({ type }) => type === 'redundant'),
  };
}

/** The voltage of a feed of three phases is that between two of them (field notes §4.1, power that is left). */
function feedOf({ key, id, isEdited, fields }: PicturedRecord, served: ServedRacks): PowerFeed {
  const [volts, amps, limit] = ['voltage', 'amperage', 'max_utilization'].map(name =>
    integerOf(fields[name]),
  );
  const phase = likely('power_feed_phase_id', fields);
  const capacity =
    volts === undefined || amps === undefined
      ? undefined
      : (Math.abs(volts * amps) * (phase === 'three-phase' ? Math.sqrt(3) : 1)) / 1000;
  const share = limit === undefined ? undefined : Math.min(Math.max(limit, 0), 100);
  const usable = capacity === undefined || share === undefined ? undefined : (capacity * share) / 100;
  const status = likely('power_feed_status_id', fields);
  const own = referencesOf('power_feeds', fields).filter(({ role }) => role.to === 'racks');
  return {
    key,
    id,
    isEdited,
    volts,
    amps,
    phase,
    limit,
    capacity,
    usable,
    name: recordName('power_feeds', { ...fields, id: id ?? 0 }),
    status,
    isInUse: status === undefined || status === 'active',
    type: likely('power_feed_type_id', fields),
    racks: [...new Set([...own.map(use => use.id), ...(served.get(id ?? 0) ?? [])])],
  };
}

/** What the number of a field means to similar products. */
function likely(field: string, fields: PicturedRecord['fields']): string | undefined {
  const role = fieldRole('power_feeds', field);
  return role?.kind === 'lookup' ? role.likely[(integerOf(fields[field]) ?? 0) - 1] : undefined;
}

type ServedRacks = ReadonlyMap<number, readonly number[]>;

/** The racks that name a feed, by its number. */
export function racksServed(racks: readonly PicturedRecord[]): ServedRacks {
  const to: InventoryType = 'power_feeds';
  const uses = racks.flatMap(({ id, fields }) =>
    id === undefined
      ? []
      : referencesOf('racks', fields).flatMap(use =>
          use.role.to === to ? [{ rack: id, feed: use.id }] : [],
        ),
  );
  return new Map(
    [...groupBy(uses, ({ feed }) => feed)].map(([feed, of]) => [feed, of.map(({ rack }) => rack)]),
  );
}

/** Round values of a scale that begins at 0 and holds the largest capacity. */
export function powerTicks(panels: readonly PowerPanel[]): number[] {
  const largest = Math.max(0, ...panels.flatMap(({ feeds }) => feeds.map(({ capacity = 0 }) => capacity)));
  if (largest === 0) return [0];
  const step = roundStep(largest / 5);
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  );
}
