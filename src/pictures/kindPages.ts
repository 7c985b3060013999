import type { PictureSubject } from '../model/pictures/pictureMessages.js';
import type { ShownPicture } from '../model/pictures/shownPicture.js';
import { escaped } from '../model/text/xmlText.js';
import { l10n, type Inert } from '../words/inert.js';

/** What a kind of picture has in the toolbar of its page, and says there. */
export interface KindPage<P extends ShownPicture = ShownPicture> {
  /** Buttons and choices, as HTML. */
  tools(): readonly string[];
  /** Names of actions with their words, besides those of every picture. */
  exports(): readonly (readonly [action: string, words: Inert])[];
  /** The bar below the picture, as HTML; hidden while there is nothing to play. */
  replay(): string;
  /** What one can do there where things can be dragged. */
  hint(): Inert;
  /** What one can do where nothing can. */
  lockedHint(picture: P): Inert;
  nothing(): Inert;
}

type KindPages = {
  readonly [Kind in PictureSubject['kind']]: KindPage<Extract<ShownPicture, { kind: Kind }>>;
};

const plain = {
  tools: () => [],
  exports: () => [],
  replay: () => '',
  hint: () =>
    l10n.t(
      'Drag over free units to reserve them, drag an edge to change a reservation. Arrow keys move, Enter opens.',
    ),
  lockedHint: () => l10n.t('Arrow keys move, Enter opens.'),
  nothing: () => l10n.t('There is nothing to draw yet.'),
} satisfies KindPage;

/** The page of each kind of picture. */
export const kindPages: KindPages = {
  racks: {
    ...plain,
    tools: () => [
      `<button id="trouble" data-action="trouble" aria-pressed="false" title="${said(l10n.t('Show only racks in which something clashes or does not fit'))}"></button>`,
    ],
  },
  power: plain,
  floor: {
    ...plain,
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
    hint: () =>
      l10n.t(
        'Drag an access point to move it, or the plan to see more. Arrow keys go on, with Alt they move, Enter opens.',
      ),
  },
  topology: {
    ...plain,
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
    lockedHint: ({ topology }) =>
      topology.view === 'tree'
        ? l10n.t(
            'Arrow keys go on, open and close. A click or Enter shows a node in the tree, with Ctrl its document.',
          )
        : l10n.t(
            'Arrow keys go from cell to cell. A click or Enter opens the query behind a cell; on a name it shows the site in the tree, with Ctrl its document.',
          ),
  },
  map: {
    ...plain,
    lockedHint: () =>
      l10n.t(
        'Drag the map, or zoom with the wheel. Arrow keys go on, with Shift they move the map. A click or Enter shows a node in the tree, with Ctrl its document.',
      ),
    nothing: () =>
      l10n.t(
        'Nothing here has a place on the map yet. Open an access point, enter its latitude and longitude in degrees, and save.',
      ),
  },
};

/** Words in HTML. */
export const said = (words: Inert): string => escaped(words);

/** A button of a page that is called what it says. */
export const namedButton = (action: string, words: Inert): string =>
  `<button data-action="${action}">${said(words)}</button>`;

/** A button that stays on until it is pressed again. */
const toggle = (action: string, words: Inert): string =>
  `<button data-action="${action}" aria-pressed="false">${said(words)}</button>`;

const choice = (
  id: string,
  name: Inert,
  options: readonly (readonly [value: string, words: Inert])[],
): string => {
  const entries = options.map(([value, words]) => `<option value="${value}">${said(words)}</option>`);
  return `<select id="${id}" aria-label="${said(name)}" title="${said(name)}">${entries.join('')}</select>`;
};
