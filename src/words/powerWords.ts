import * as l10n from '@vscode/l10n';
import type { TwinTable } from '../model/pictures/drawing.js';
import type { PowerScale, ShownFeed, ShownPanel } from '../model/pictures/racks/powerDrawing.js';
import { powerTicks, type PowerFeed, type PowerPanel } from '../model/pictures/racks/powerPanels.js';
import { inert, joined, type Inert } from './inert.js';
import { locale } from './locale.js';
import { probably } from './names.js';
import { label } from './rackWords.js';
import { referenceWords, type NameOf } from './recordDetail.js';

const decimal = (value: number): Inert =>
  inert(value.toLocaleString(locale.language, { maximumFractionDigits: 1 }));
const power = (kva: number): Inert => l10n.t('{0} kVA', decimal(kva));

/** A panel with the words that its picture says. */
export function saidPanel(panel: PowerPanel, nameOf: NameOf): ShownPanel {
  const name = panel.id === undefined ? l10n.t('Feeds without a panel') : label(panel.name);
  return {
    ...panel,
    texts: { name, summary: summaryOf(panel) },
    feeds: panel.feeds.map(feed => saidFeed(feed, nameOf)),
  };
}

/** Redundant power comes in the place of the other, so nobody adds them up. */
function summaryOf({ feeds, usable, redundant }: PowerPanel): Inert {
  if (feeds.length === 0) return l10n.t('No feeds');
  const count = feeds.length === 1 ? l10n.t('1 feed') : l10n.t('{0} feeds', feeds.length);
  return joined(
    [
      count,
      usable > 0 ? l10n.t('{0} usable', power(usable)) : '',
      redundant > 0 ? l10n.t('{0} redundant', power(redundant)) : '',
    ],
    ' · ',
  );
}

function saidFeed(feed: PowerFeed, nameOf: NameOf): ShownFeed {
  const { volts, amps, phase, type } = feed;
  const name = label(feed.name);
  const size = joined(
    [volts === undefined ? '' : l10n.t('{0} V', volts), amps === undefined ? '' : l10n.t('{0} A', amps)],
    ' × ',
  );
  const detail = joined([size, phase ? inert(phase) : ''], ' · ');
  const value = valueOf(feed);
  const state = stateOf(feed);
  const said = joined([name, detail, value, type ? inert(type) : '', state], ', ');
  const racks = feed.racks.map(id => referenceWords('racks', id, nameOf));
  return { ...feed, texts: { name, detail, value, state, said, racks } };
}

function valueOf({ capacity, usable, limit, volts }: PowerFeed): Inert {
  if (capacity === undefined)
    return volts === undefined ? l10n.t('No volts are given') : l10n.t('No amps are given');
  if (usable === undefined) return l10n.t('{0}, no limit given', power(capacity));
  return l10n.t('{0} of {1} ({2} %)', decimal(usable), power(capacity), limit ?? 100);
}

const stateOf = ({ status, isEdited }: PowerFeed): Inert =>
  joined([isEdited ? l10n.t('not saved') : '', status && status !== 'active' ? probably(status) : ''], ' · ');

/** The scale of all panels, what the fills mean, and how it was reckoned. */
export function powerScale(panels: readonly PowerPanel[]): PowerScale {
  const ticks = powerTicks(panels).map((value, index, all) => ({
    value,
    label: index === all.length - 1 ? power(value) : decimal(value),
  }));
  const knowsRacks = panels.some(({ feeds }) => feeds.some(({ racks }) => racks.length > 0));
  return {
    ticks,
    legend: {
      primary: l10n.t('Usable up to its limit'),
      redundant: l10n.t('Redundant (probably)'),
      unused: l10n.t('Whole capacity'),
    },
    notes: [
      l10n.t(
        'kVA = volts × amps, × √3 for three phases. Phase, type and status are read as similar products number them.',
      ),
      ...(knowsRacks
        ? []
        : [l10n.t('Which racks a feed serves is not known: the API links a feed only to its panel.')]),
    ],
  };
}

/** Panels as rows: each feed with what it can carry. */
export function powerTable(panels: readonly ShownPanel[]): TwinTable {
  const rows = panels.flatMap(({ id, texts: panel, feeds }) => [
    {
      cells: ['', '', panel.summary, panel.name],
      opens: id === undefined ? undefined : ({ type: 'power_panels', id } as const),
    },
    ...feeds.map(({ id: feedId, texts, type }) => ({
      cells: [
        panel.name,
        texts.value,
        joined(
          [label(texts.detail), type ? inert(type) : '', label(texts.state), label(texts.racks.join(', '))],
          ' · ',
        ),
        texts.name,
      ],
      opens: feedId === undefined ? undefined : ({ type: 'power_feeds', id: feedId } as const),
    })),
  ]);
  return { columns: [l10n.t('Panel'), l10n.t('Power'), l10n.t('Details'), l10n.t('Open')], rows };
}
