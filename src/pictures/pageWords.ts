import type { PictureSubject, PictureWords } from '../model/pictures/pictureMessages.js';
import type { ShownPicture } from '../model/pictures/shownPicture.js';
import { noMatchWords } from '../words/floorWords.js';
import { l10n, type Inert } from '../words/inert.js';

type PictureKind = PictureSubject['kind'];

/** What a page says by itself of a picture. */
export const pageWords = (picture: ShownPicture): PictureWords => ({
  hint: hintOf(picture.kind),
  lockedHint: lockedHintOf(picture),
  reserve: l10n.t('Reserve {0}: a draft opens when you let go'),
  resize: l10n.t('{0}: changes the document, not saved'),
  nothing: nothingOf(picture.kind),
  noMatch: noMatchWords(),
  copied: l10n.t('The picture was copied.'),
  failed: l10n.t('The picture could not be made.'),
  tooLarge: l10n.t('This is too large for a PNG. Zoom out, filter it, or export it as SVG.'),
  measure: [
    l10n.t('Click one of two points whose distance you know, such as both ends of a wall. Escape ends this.'),
    l10n.t('Click the other point.'),
  ],
  noBackground: l10n.t('The picture of this floor cannot be shown. Choose another one.'),
});

const hintOf = (kind: PictureKind): Inert =>
  kind === 'floor'
    ? l10n.t(
        'Drag an access point to move it, or the plan to see more. Arrow keys go on, with Alt they move, Enter opens.',
      )
    : l10n.t(
        'Drag over free units to reserve them, drag an edge to change a reservation. Arrow keys move, Enter opens.',
      );

function lockedHintOf(picture: ShownPicture): Inert {
  switch (picture.kind) {
    case 'topology':
      return picture.topology.view === 'tree'
        ? l10n.t(
            'Arrow keys go on, open and close. A click or Enter shows a node in the tree, with Ctrl its document.',
          )
        : l10n.t(
            'Arrow keys go from cell to cell. A click or Enter opens the query behind a cell; on a name it shows the site in the tree, with Ctrl its document.',
          );
    case 'map':
      return l10n.t(
        'Drag the map, or zoom with the wheel. Arrow keys go on, with Shift they move the map. A click or Enter shows a node in the tree, with Ctrl its document.',
      );
    case 'racks':
    case 'power':
    case 'floor':
      return l10n.t('Arrow keys move, Enter opens.');
  }
}

function nothingOf(kind: PictureKind): Inert {
  switch (kind) {
    case 'map':
      return l10n.t(
        'Nothing here has a place on the map yet. Open an access point, enter its latitude and longitude in degrees, and save.',
      );
    case 'racks':
    case 'power':
    case 'floor':
    case 'topology':
      return l10n.t('There is nothing to draw yet.');
  }
}
