import { request } from 'undici';
import { startManager, type RunningManager } from '../../packages/manager/src/cli/startManager.js';
import type { ScaleName } from '../../packages/manager/src/generator/network/scales.js';
import { Failure } from '../host/failure.js';

/** Wednesday 18 November 2026, 12:00 UTC: nothing is generated while queries are measured. */
export const present = Date.UTC(2026, 10, 18, 12);
/** Minutes. */
export const day = 24 * 60;

/** A manager in this process with one generated day of flows. */
export const startFlowManager = (folder: string, scale: ScaleName = 'small'): Promise<RunningManager> =>
  startManager({
    data: folder,
    scale,
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

/** A generated user who may see one organization and what is below it. */
const restrictedLogin = 'hotels.manager';

/** A user with a part of the tree: where to ask as one, and the id of the domain that it is below. */
export interface RestrictedUser {
  readonly address: string;
  readonly domain: number;
}

/** @throws Failure when there is no such user */
export async function restrictedUser(url: string, administratorKey: string): Promise<RestrictedUser> {
  const answer = await request(`${url}/api/v1/users?auth_token=${administratorKey}`);
  const { users } = (await answer.body.json()) as {
    users: readonly { login: string; authentication_token: string; sensor_id: number }[];
  };
  const user = users.find(({ login }) => login === restrictedLogin);
  if (!user) throw new Failure(`There is no user ${restrictedLogin}.`);
  return { address: `${url}/api/data?auth_token=${user.authentication_token}`, domain: user.sensor_id };
}
