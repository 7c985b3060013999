import { request } from 'undici';
import { startManager, type RunningManager } from '../../src/localManager/cli/startManager.js';
import { Failure } from '../host/failure.js';

/** Wednesday 18 November 2026, 12:00 UTC: nothing is generated while queries are measured. */
export const present = Date.UTC(2026, 10, 18, 12);
/** Minutes. */
export const day = 24 * 60;

/** A manager in this process with one generated day of flows. */
export const startFlowManager = (folder: string): Promise<RunningManager> =>
  startManager({
    data: folder,
    fresh: true,
    port: 0,
    now: () => present,
    history: day,
    log: { failure: error => console.error(error) },
  });

/** The bytes of an answer; making text of them is not what a server takes. */
export async function postJson(address: string, body: string): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(address, { method: 'POST', headers, body });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200)
    throw new Failure(
      `${new URL(address).host} answered ${answer.statusCode}: ${bytes.toString().slice(0, 500)}`,
    );
  return bytes;
}
