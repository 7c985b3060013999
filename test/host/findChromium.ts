import { Failure } from './failure.js';
import { canInstallWithApt, installWithApt } from './installWithApt.js';
import { isExecutable, onPath } from './onPath.js';

/** The one that cannot open a window of its own costs least. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const advice = 'install Chromium or Chrome, or set CHROME_PATH to its executable';

/**
 * The browser that the workbench runs in: CHROME_PATH, else one on PATH, else Debian's package when this is root.
 * @throws {Failure} saying what to install.
 */
export async function findChromium(): Promise<string> {
  const wanted = process.env.CHROME_PATH;
  if (wanted) {
    if (isExecutable(wanted)) return wanted;
    throw new Failure(`CHROME_PATH names ${wanted}, which is not an executable file.`);
  }
  const present = onPath(names);
  if (present) return present;
  if (canInstallWithApt()) return installChromium();
  throw new Failure(`The tests need a Chromium and none is on PATH: ${advice}.`);
}

async function installChromium(): Promise<string> {
  await installWithApt({ what: 'Chromium', packages: ['chromium-headless-shell', 'chromium'], advice });
  const installed = onPath(names);
  if (installed) return installed;
  throw new Failure(`apt-get installed no Chromium: ${advice}.`);
}
