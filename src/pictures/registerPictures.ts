import * as vscode from 'vscode';
import { Command, picturePanelType } from '../ids.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import type { PicturePanels } from './picturePanels.js';
import type { PictureParts } from './pictureParts.js';

/** Registers the commands that show pictures, and the tabs of pictures that a window had before it was loaded again. */
export function registerPictures(parts: PictureParts): vscode.Disposable {
  let loading: Promise<PicturePanels> | undefined;
  const panels = () =>
    (loading ??= import('./picturePanels.js').then(loaded => new loaded.PicturePanels(parts)));
  return vscode.Disposable.from(
    registerCommands(
      loadedCommands(
        [
          ...[Command.showRack, Command.showRacks, Command.showInPicture, Command.showPower],
          ...[Command.showFloorPlan, Command.showTopology, Command.showMap, Command.showOnMap],
          Command.savePicture,
        ],
        async () => (await import('./pictureCommands.js')).pictureCommands(parts, await panels()),
      ),
      parts.log,
    ),
    vscode.window.registerWebviewPanelSerializer(picturePanelType, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await panels()).restore(panel, state),
    }),
  );
}
