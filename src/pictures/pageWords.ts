import * as vscode from 'vscode';
import type { PictureSubject, PictureWords } from '../model/pictures/pictureMessages.js';
import { noMatchWords } from '../words/floorWords.js';
import type { Inert } from '../words/inert.js';

type PictureKind = PictureSubject['kind'];

/** What a page says by itself of a picture of a kind. */
export const pageWords = (kind: PictureKind): PictureWords => ({
  hint: hintOf(kind),
  lockedHint: lockedHintOf(kind),
  reserve: vscode.l10n.t('Reserve {0}: a draft opens when you let go'),
  resize: vscode.l10n.t('{0}: changes the document, not saved'),
  nothing: nothingOf(kind),
  noMatch: noMatchWords(),
  copied: vscode.l10n.t('The picture was copied.'),
  failed: vscode.l10n.t('The picture could not be made.'),
  tooLarge: vscode.l10n.t('This is too large for a PNG. Zoom out, filter it, or export it as SVG.'),
  measure: [
    vscode.l10n.t(
      'Click one of two points whose distance you know, such as both ends of a wall. Escape ends this.',
    ),
    vscode.l10n.t('Click the other point.'),
  ],
  noBackground: vscode.l10n.t('The picture of this floor cannot be shown. Choose another one.'),
});

const hintOf = (kind: PictureKind): Inert =>
  kind === 'floor'
    ? vscode.l10n.t(
        'Drag an access point to move it, or the plan to see more. Arrow keys go on, with Alt they move, Enter opens.',
      )
    : vscode.l10n.t(
        'Drag over free units to reserve them, drag an edge to change a reservation. Arrow keys move, Enter opens.',
      );

function lockedHintOf(kind: PictureKind): Inert {
  switch (kind) {
    case 'topology':
      return vscode.l10n.t(
        'Arrow keys go on, open and close. A click or Enter shows a node in the tree, with Ctrl its document, and the query behind a cell.',
      );
    case 'map':
      return vscode.l10n.t(
        'Drag the map, or zoom with the wheel. Arrow keys go on, with Shift they move the map. A click or Enter shows a node in the tree, with Ctrl its document.',
      );
    case 'racks':
    case 'power':
    case 'floor':
      return vscode.l10n.t('Arrow keys move, Enter opens.');
  }
}

function nothingOf(kind: PictureKind): Inert {
  switch (kind) {
    case 'map':
      return vscode.l10n.t(
        'Nothing here has a place on the map yet. Open an access point, enter its latitude and longitude in degrees, and save.',
      );
    case 'racks':
    case 'power':
    case 'floor':
    case 'topology':
      return vscode.l10n.t('There is nothing to draw yet.');
  }
}
