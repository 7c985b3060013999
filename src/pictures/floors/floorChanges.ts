import * as vscode from 'vscode';
import type { FloorSubject, PageMessage } from '../../model/pictures/pictureMessages.js';
import { window } from '../../ui/doors.js';
import { choosePicture, noteOfFloor } from './floorFiles.js';
import type { PictureParts } from '../pictureParts.js';

/** Changes what the workspace says of a floor. Nothing of it is on the manager. */
export async function changeFloor(
  { readTree }: PictureParts,
  { connectionId, uuid }: FloorSubject,
  message: PageMessage & { type: 'background' | 'scale' },
): Promise<void> {
  if (message.type === 'background') return choosePicture(uuid);
  const metres = await askForMetres();
  if (metres === undefined) return;
  const tree = await readTree(connectionId);
  const number = tree.find({ connectionId, uuid });
  const metresPerUnit = Number((metres / message.units).toPrecision(6));
  await noteOfFloor(uuid, number === undefined ? '' : tree.label(number), { metresPerUnit });
}

async function askForMetres(): Promise<number | undefined> {
  const read = (text: string) => Number(text.trim().replace(',', '.'));
  const text = await window.showInputBox({
    title: vscode.l10n.t('Scale of the floor'),
    prompt: vscode.l10n.t('How many metres are between the two points?'),
    ignoreFocusOut: true,
    validateInput: value => {
      const metres = read(value);
      return metres > 0 && metres < 100_000 ? undefined : vscode.l10n.t('A number of metres, such as 12.5.');
    },
  });
  return text === undefined ? undefined : read(text);
}
