import fc from 'fast-check';
import { inconsistencies } from './consistency.js';
import { startFuzzedManager, type Answers, type Finding, type FuzzedManager } from './fuzzedManager.js';
import { randomRequest, type RandomRequest } from './randomRequest.js';

/** How many random requests are sent, and what decides which. */
export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
}

/** After so many requests the manager starts anew: by then much of its tree may be deleted. */
const perManager = 2500;
const betweenChecks = 100;

/** A way in which the manager failed, with the smallest request that shows it. */
export interface Failure extends Finding {
  readonly seed: number;
  readonly command: string;
}

/** What random requests showed. */
export interface FuzzResult {
  /** One failure of each kind. */
  readonly failures: readonly Failure[];
  readonly answers: Answers;
  /** Routes that never answered with success: what lies behind them was not tried. */
  readonly neverSucceeded: readonly string[];
}

/** Sends so many random requests, and up to three times as many until each route has answered one with success. */
export async function fuzz({ requests, seed }: FuzzOptions): Promise<FuzzResult> {
  const failures = new Map<string, Failure>();
  const answers: Answers = new Map();
  const routes = new Set<string>();
  const succeeded = (route: string) => [...(answers.get(route)?.keys() ?? [])].some(status => status < 300);
  const neverSucceeded = () => [...routes].filter(route => !succeeded(route));
  let sent = 0;
  for (let round = 0; sent < requests || (sent < 3 * requests && neverSucceeded().length > 0); round += 1) {
    const manager = await startFuzzedManager(answers);
    const count = Math.min(perManager, (sent < requests ? requests : 3 * requests) - sent);
    const done = await fuzzRound(manager, { seed: seed + round, count, failures });
    sent += done;
    for (const { method, url, isAlias } of manager.routes) if (!isAlias) routes.add(`${method} ${url}`);
    await manager.stop();
  }
  return { failures: [...failures.values()], answers, neverSucceeded: neverSucceeded() };
}

/** One round: ends after `count` requests or with the first failure of a kind that is new. Returns how many were sent. */
async function fuzzRound(
  manager: FuzzedManager,
  { seed, count, failures }: { seed: number; count: number; failures: Map<string, Failure> },
): Promise<number> {
  let sent = 0;
  let last: Failure | undefined;
  const check = async (request: RandomRequest) => {
    const command = manager.describe(request);
    const finding = (await manager.send(request)) ?? (await tableFault(manager, (sent += 1)));
    if (!finding || failures.has(finding.kind)) return;
    last = { ...finding, seed, command };
    throw new Error(finding.kind);
  };
  const property = fc.asyncProperty(randomRequest(manager.routes), check);
  const details = await fc.check(property, { seed, numRuns: count, endOnFailure: false });
  if (details.failed && last) failures.set(last.kind, last);
  return details.failed ? Math.max(1, details.numRuns) : count;
}

/** What is wrong with the tables, now and then, and new values to name. */
async function tableFault(manager: FuzzedManager, sent: number): Promise<Finding | undefined> {
  if (sent % betweenChecks !== 0) return undefined;
  await manager.refresh();
  const [first] = await inconsistencies(manager.database);
  return first === undefined ? undefined : { kind: first.split(':')[0] ?? first, detail: first };
}

/** All failures as text, for a person. */
export const describeFailures = (failures: readonly Failure[]): string =>
  failures
    .map(({ kind, detail, seed, command }) => `${kind}\n  seed ${seed}\n  ${command}\n  ${detail}`)
    .join('\n\n');
