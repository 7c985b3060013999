import * as l10n from '@vscode/l10n';
import { textOf } from 'netsensor-contract/text/looseValues';
import { floorMessage } from '../model/pictures/floors/floorMessages.js';
import type { FloorTypes } from '../model/pictures/floors/floorPicture.js';
import type { MapTypes } from '../model/pictures/maps/mapPicture.js';
import type { PictureSubject } from '../model/pictures/pictureMessages.js';
import { powerPanels, racksServed, strayFeeds } from '../model/pictures/racks/powerPanels.js';
import type { PowerTypes } from '../model/pictures/racks/powerPicture.js';
import { rackElevations } from '../model/pictures/racks/rackElevation.js';
import { rackMessage } from '../model/pictures/racks/rackMessages.js';
import type { RackTypes } from '../model/pictures/racks/rackPicture.js';
import type { KindTypes } from '../model/pictures/shownPicture.js';
import { goesBy, recordNamed, type NamedThing } from '../model/pictures/shownThings.js';
import { topologyMessage } from '../model/pictures/topology/topologyMessages.js';
import type { TopologyTypes } from '../model/pictures/topology/topologyPicture.js';
import { powerScale, powerTable, saidPanel } from '../words/powerWords.js';
import { rackTable, saidRacks } from '../words/rackWords.js';
import type { PictureEntry } from './pictureEntry.js';
import { choice, namedButton, said, toggle } from './pictureHtml.js';
import type { RecordPictures } from './recordSource.js';

const kind = <K extends KindTypes>(entry: PictureEntry<K>): PictureEntry<K> => entry;

const recordSource = async <K extends KindTypes>(pictures: RecordPictures<K>) =>
  (await import('./recordSource.js')).recordSource(pictures);

const changeWords = () => l10n.t('{0}: changes the document, not saved');

/**
 * All kinds of pictures. How one is drawn, counted and filtered is in `model/pictures`, as its page in `renderer/pictures/kinds`
 * says; that has the name of its entry here.
 */
export const pictureKinds = {
  racks: kind<RackTypes>({
    source: () =>
      recordSource<RackTypes>({
        types: ['racks', 'rack_reservations'],
        titleOf: (manager, only) =>
          only === undefined ? l10n.t('Racks of {0}', manager) : l10n.t('Rack {0}', only),
        make: ({ title, chosen, recordsOf }) => {
          const shown = saidRacks(rackElevations(chosen, recordsOf('rack_reservations')));
          return { picture: { title, ...shown }, table: rackTable(shown.racks) };
        },
        act: async (parts, message) => {
          const { reserveUnits, resizeUnits } = await import('./unitEdits.js');
          await (message.type === 'reserve' ? reserveUnits(parts, message) : resizeUnits(parts, message));
        },
      }),
    message: rackMessage,
    things: ({ racks }) =>
      racks.flatMap(({ id, texts, reservations }): NamedThing[] => [
        [goesBy({ type: 'racks', id }), texts.name],
        ...reservations.map(({ label, ...own }) => recordNamed('rack_reservations', own, label)),
      ]),
    tools: () => [
      `<button id="trouble" data-action="trouble" aria-pressed="false" title="${said(l10n.t('Show only racks in which something clashes or does not fit'))}"></button>`,
    ],
    dragHint: () =>
      l10n.t(
        'Drag over free units to reserve them, drag an edge to change a reservation. Arrow keys move, Enter opens.',
      ),
    words: () => ({
      reserve: l10n.t('Reserve {0}: a draft opens when you let go'),
      resize: changeWords(),
    }),
  }),
  power: kind<PowerTypes>({
    source: () =>
      recordSource<PowerTypes>({
        types: ['power_panels', 'power_feeds', 'racks'],
        titleOf: (manager, only) => l10n.t('Power of {0}', only ?? manager),
        make: ({ title, chosen, recordsOf, isAll }) => {
          const racks = recordsOf('racks');
          const feeds = recordsOf('power_feeds');
          const served = racksServed(racks);
          const stray = isAll ? (strayFeeds({ panels: chosen, feeds, racks }, served) ?? []) : [];
          const found = [...powerPanels({ panels: chosen, feeds, racks }, served), stray].flat();
          const names = new Map(racks.map(({ id, fields }) => [id, textOf(fields['name'])]));
          const panels = found.map(panel => saidPanel(panel, (_type, id) => names.get(id)));
          return { picture: { title, panels, scale: powerScale(found) }, table: powerTable(panels) };
        },
      }),
    things: ({ panels }) =>
      panels.flatMap(({ id, texts, feeds }): NamedThing[] => [
        ...(id === undefined ? [] : [[goesBy({ type: 'power_panels', id }), texts.name] as const]),
        ...feeds.map(feed => recordNamed('power_feeds', feed, feed.texts.name)),
      ]),
  }),
  floor: kind<FloorTypes>({
    source: async () => (await import('./floors/floorSource.js')).floorSource,
    message: floorMessage,
    things: ({ floor }) =>
      floor.points.flatMap(({ key, mac, texts: { name } }): NamedThing[] => [
        [key, name],
        [goesBy({ type: 'accessPoint', key }), name],
        ...(mac === undefined ? [] : [[goesBy({ type: 'accessPoint', key: mac }), name] as const]),
      ]),
    tools: () => [
      namedButton('background', l10n.t('Background…')),
      toggle('scale', l10n.t('Set scale')),
      choice('layer', l10n.t('Layer'), [
        ['none', l10n.t('No layer')],
        ['clients', l10n.t('Clients')],
        ['signal', l10n.t('Signal strength')],
        ['reach', l10n.t('Estimated reach')],
      ]),
      choice('range', l10n.t('Time range'), [
        ['', l10n.t('As the notebook')],
        ['last hour', l10n.t('Last hour')],
        ['last 24 hours', l10n.t('Last 24 hours')],
        ['last 7 days', l10n.t('Last 7 days')],
      ]),
      toggle('reverse', l10n.t('Reverse')),
    ],
    // The time of a layer: a slider over the parts of its range, which can be played.
    replay: () => `${toggle('play', l10n.t('Play'))}
<input id="frame" type="range" min="0" max="0" value="0" aria-label="${said(l10n.t('Time'))}"><output id="when"></output>`,
    dragHint: () =>
      l10n.t(
        'Drag an access point to move it, or the plan to see more. Arrow keys go on, with Alt they move, Enter opens.',
      ),
    words: () => ({
      resize: changeWords(),
      measure: [
        l10n.t(
          'Click one of two points whose distance you know, such as both ends of a wall. Escape ends this.',
        ),
        l10n.t('Click the other point.'),
      ],
      noBackground: l10n.t('The picture of this floor cannot be shown. Choose another one.'),
    }),
  }),
  topology: kind<TopologyTypes>({
    source: async () => (await import('./topology/topologySource.js')).topologySource,
    message: topologyMessage,
    tools: () => [
      namedButton('openMore', l10n.t('Open one level')),
      namedButton('openUsual', l10n.t('Back to overview')),
      toggle('flows', l10n.t('Who talks to whom')),
      choice('level', l10n.t('Kind of sites'), []),
    ],
    exports: () => [
      ['copyDot', l10n.t('Copy as DOT')],
      ['copyMermaid', l10n.t('Copy as Mermaid')],
      ['saveDot', l10n.t('Export as DOT…')],
      ['saveMermaid', l10n.t('Export as Mermaid…')],
    ],
    hint: ({ topology }) =>
      topology.view === 'tree'
        ? l10n.t(
            'Arrow keys go on, open and close. A click or Enter shows a node in the tree, with Ctrl its document.',
          )
        : l10n.t(
            'Arrow keys go from cell to cell. A click or Enter opens the query behind a cell; on a name it shows the site in the tree, with Ctrl its document.',
          ),
  }),
  map: kind<MapTypes>({
    source: async () => (await import('./topology/mapSource.js')).mapSource,
    things: ({ map }) =>
      map.points.flatMap(({ opens, texts }): NamedThing[] => (opens ? [[goesBy(opens), texts.name]] : [])),
    hint: () =>
      l10n.t(
        'Drag the map, or zoom with the wheel. Arrow keys go on, with Shift they move the map. A click or Enter shows a node in the tree, with Ctrl its document.',
      ),
    nothing: () =>
      l10n.t(
        'Nothing here has a place on the map yet. Open an access point, enter its latitude and longitude in degrees, and save.',
      ),
  }),
};

/** What a picture of a known kind is of. */
export type KnownSubject = PictureSubject & { readonly kind: keyof typeof pictureKinds };

/** Whether there are pictures of a kind: another version may have kept one. */
export const isKnown = (subject: PictureSubject): subject is KnownSubject =>
  Object.hasOwn(pictureKinds, subject.kind);

/** The type of the records that a picture of records draws. */
export const drawnTypes = { racks: 'racks', power: 'power_panels' } as const;
