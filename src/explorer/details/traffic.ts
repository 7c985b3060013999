import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { trafficQuery } from '../../model/query/writtenQueries.js';
import { describeError } from '../../words/describeError.js';
import { byteCount, type Inert } from '../../words/inert.js';
import type { TreeNode } from '../explorerNode.js';

/** The traffic of a node by minute, as the page draws it: seconds since 1970 UTC and bytes, and what is said of it. */
export interface Traffic {
  readonly times: readonly number[];
  readonly bytes: readonly number[];
  readonly said: Inert;
}

/** Milliseconds for which an answer is good enough. */
const freshness = 60_000;
const known = new Map<string, { readonly at: number; readonly traffic: Traffic }>();
const mostKnown = 200;

/** The traffic of the last hour; one small query, asked again after a minute at the earliest. */
export async function readTraffic(
  connections: Connections,
  node: TreeNode,
  signal: AbortSignal,
): Promise<Traffic> {
  const kept = known.get(node.itemId);
  if (kept && Date.now() - kept.at < freshness) return kept.traffic;
  const nothing = { times: [], bytes: [] };
  try {
    const client = await connections.client(node.connectionId);
    const query = trafficQuery(node, { now: Date.now(), zone: 'UTC' });
    const { rows } = await client.runQuery(query, signal);
    const points = rows.flatMap(({ timestamp, values }) => {
      const bytes = Number(values['bytes'] ?? 0);
      return timestamp && Number.isFinite(bytes) ? [{ time: Date.parse(timestamp) / 1000, bytes }] : [];
    });
    const total = points.reduce((sum, { bytes }) => sum + bytes, 0);
    const traffic: Traffic =
      total === 0
        ? { ...nothing, said: vscode.l10n.t('No traffic was seen.') }
        : {
            times: points.map(({ time }) => time),
            bytes: points.map(({ bytes }) => bytes),
            said: vscode.l10n.t('{0} in all', byteCount(total)),
          };
    if (known.size >= mostKnown) known.clear();
    known.set(node.itemId, { at: Date.now(), traffic });
    return traffic;
  } catch (error) {
    return { ...nothing, said: describeError(error) };
  }
}
