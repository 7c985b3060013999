import * as vscode from 'vscode';
import { picturePanelType } from '../ids.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import { Emitter, together } from '../ui/lifetimes.js';
import type * as pictureCommands from './pictureCommands.js';
import type { PicturePanels } from './picturePanels.js';
import type { PictureParts } from './pictureParts.js';

/** What each command does, by its name in their module. */
const commands: Readonly<Record<string, keyof typeof pictureCommands>> = {
  ...named(
    'showRack',
    'showRacks',
    'showInPicture',
    'showPower',
    'showFloorPlan',
    'showTopology',
    'showMap',
    'showOnMap',
    'savePicture',
    'copyPictureLink',
  ),
};

/**
 * Registers the commands that show pictures, and the tabs of pictures that a window had before it was loaded again.
 * @returns what the rest of the extension may ask: the picture in front
 */
export function registerPictures(parts: PictureParts) {
  const changed = new Emitter<void>();
  let made: PicturePanels | undefined;
  const panels = async () => {
    const { PicturePanels } = await import('./picturePanels.js');
    return (made ??= new PicturePanels(parts, () => changed.fire()));
  };
  const disposable = together(
    changed,
    registerCommands(
      commandsOf(commands, () => import('./pictureCommands.js'), { ...parts, panels }),
      parts.log,
    ),
    vscode.window.registerWebviewPanelSerializer(picturePanelType, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await panels()).restore(panel, state),
    }),
  );
  const inFront = {
    connectionId: () => made?.connectionInFront,
    address: () => made?.addressInFront,
    onDidChange: changed.event,
  };
  return { inFront, disposable };
}
