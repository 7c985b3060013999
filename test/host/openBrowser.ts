import type { Browser } from 'playwright-core';

/** Arguments for pages that do each thing once or twice, so that compiling it to fast code costs more than it saves. */
export const shortLived: readonly string[] = ['--js-flags=--no-opt --no-maglev'];
/** Arguments for pages that collect their garbage before they measure. */
export const collecting: readonly string[] = ['--js-flags=--expose-gc'];

/** Starts a headless Chromium; signals are left to whoever started it, so that nothing ends before the cleaning up. */
export async function openBrowser(
  executablePath: string,
  moreArguments: readonly string[] = [],
): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...moreArguments,
    ],
    chromiumSandbox: process.getuid?.() !== 0 && process.platform !== 'linux' ? undefined : false,
  });
}
