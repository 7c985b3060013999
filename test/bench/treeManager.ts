import { startManager } from '../../packages/manager/src/cli/startManager.js';

/** Wednesday 18 November 2026, 12:00 UTC: nothing is generated while the tree is measured. */
const present = Date.UTC(2026, 10, 18, 12);

/** Serves the data of a folder until the process is ended, and prints its address as the first line. */
export async function serveTree(folder: string): Promise<never> {
  const { url, apiKey } = await startManager({
    data: folder,
    fresh: false,
    port: 0,
    now: () => present,
    history: 0,
    log: { failure: error => console.error(error) },
  });
  console.log(JSON.stringify({ url, apiKey }));
  return new Promise(() => undefined);
}
