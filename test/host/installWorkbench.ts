import { findChromium } from './findChromium.js';
import { installVSCode } from './installVSCode.js';

let installed: Promise<unknown> | undefined;

/**
 * Installs what a window needs, VS Code and Chromium, unless it is there. Whoever asks while that is under way waits for it:
 * package managers refuse to run twice at the same time.
 * @throws {Failure} as {@link installVSCode} and {@link findChromium}
 */
export const installWorkbench = (): Promise<unknown> =>
  (installed ??= Promise.all([installVSCode(), findChromium()]));
