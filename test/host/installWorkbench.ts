import { findChromium } from './findChromium.js';
import { installVSCode } from './installVSCode.js';
import type { EditionName } from './vscodeEdition.js';

const editions = new Map<EditionName, Promise<unknown>>();
let browser: Promise<unknown> | undefined;

/**
 * Installs what a window needs, VS Code and Chromium, unless it is there. Whoever asks while that is under way waits for it:
 * package managers refuse to run twice at the same time.
 * @throws {Failure} as {@link installVSCode} and {@link findChromium}
 */
export async function installWorkbench(edition: EditionName = 'pinned'): Promise<void> {
  const editor = editions.get(edition) ?? installVSCode(edition);
  editions.set(edition, editor);
  await Promise.all([editor, (browser ??= findChromium())]);
}
