import type { PictureWords } from '../model/pictures/pictureMessages.js';
import type { ShownPicture } from '../model/pictures/shownPicture.js';
import { noMatchWords } from '../words/floorWords.js';
import { l10n } from '../words/inert.js';
import { kindPages, type KindPage } from './kindPages.js';

/** What a page says by itself of a picture. */
export function pageWords(picture: ShownPicture): PictureWords {
  const page: KindPage = kindPages[picture.kind];
  return {
    hint: page.hint(),
    lockedHint: page.lockedHint(picture),
    reserve: l10n.t('Reserve {0}: a draft opens when you let go'),
    resize: l10n.t('{0}: changes the document, not saved'),
    nothing: page.nothing(),
    noMatch: noMatchWords(),
    copied: l10n.t('The picture was copied.'),
    failed: l10n.t('The picture could not be made.'),
    tooLarge: l10n.t('This is too large for a PNG. Zoom out, filter it, or export it as SVG.'),
    measure: [
      l10n.t(
        'Click one of two points whose distance you know, such as both ends of a wall. Escape ends this.',
      ),
      l10n.t('Click the other point.'),
    ],
    noBackground: l10n.t('The picture of this floor cannot be shown. Choose another one.'),
  };
}
