import * as l10n from '@vscode/l10n';
import type { PictureWords } from '../model/pictures/pictureMessages.js';
import type { KindTypes } from '../model/pictures/shownPicture.js';
import { noMatchWords } from '../words/floorWords.js';
import type { PictureEntry } from './pictureEntry.js';

/** What a page says by itself of a picture. @param isEditable whether something can be dragged now */
export const pageWords = <K extends KindTypes>(
  kind: PictureEntry<K>,
  picture: K['picture'],
  isEditable: boolean,
): PictureWords & Partial<K['words']> => ({
  hint: (isEditable ? kind.dragHint?.() : kind.hint?.(picture)) ?? l10n.t('Arrow keys move, Enter opens.'),
  nothing: kind.nothing?.() ?? l10n.t('There is nothing to draw yet.'),
  noMatch: noMatchWords(),
  copied: l10n.t('The picture was copied.'),
  failed: l10n.t('The picture could not be made.'),
  tooLarge: l10n.t('This is too large for a PNG. Zoom out, filter it, or export it as SVG.'),
  ...kind.words?.(),
});
