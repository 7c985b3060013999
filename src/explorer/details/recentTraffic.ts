import * as l10n from '@vscode/l10n';
import type { Connections } from '../../connections/connection.js';
import { BoundedCache } from 'netsensor-contract/text/collections';
import { bytesByMinute, trafficQuery } from '../../model/query/writtenQueries.js';
import { describeError } from '../../words/describeError.js';
import { byteCount } from '../../words/locale.js';
import { type Inert } from '../../words/inert.js';
import type { TreeNode } from '../explorerNode.js';

/** The traffic of a node by minute, as the page draws it: seconds since 1970 UTC and bytes, and what is said of it. */
export interface Traffic {
  readonly times: readonly number[];
  readonly bytes: readonly number[];
  readonly said: Inert;
}

/** Milliseconds for which an answer is good enough. */
const freshness = 60_000;
const mostKnown = 200;

/** What the nodes that were looked at carried in the last hour. */
export class RecentTraffic {
  private readonly known = new BoundedCache<string, { readonly at: number; readonly traffic: Traffic }>(
    mostKnown,
  );

  constructor(private readonly connections: Connections) {}

  /** One small query, asked again after a minute at the earliest. */
  async read(node: TreeNode, signal: AbortSignal): Promise<Traffic> {
    const kept = this.known.get(node.itemId);
    if (kept && Date.now() - kept.at < freshness) return kept.traffic;
    try {
      const traffic = await this.ask(node, signal);
      this.known.set(node.itemId, { at: Date.now(), traffic });
      return traffic;
    } catch (error) {
      return { times: [], bytes: [], said: describeError(error) };
    }
  }

  private async ask(node: TreeNode, signal: AbortSignal): Promise<Traffic> {
    const client = await this.connections.client(node.connectionId);
    const { query, stretches } = trafficQuery(node, { now: Date.now(), zone: 'UTC' });
    const { rows } = await client.runQuery(query, signal);
    const { times, bytes } = bytesByMinute(rows, stretches[0] ?? { start: 0, end: 0 });
    const total = bytes.reduce((sum, one) => sum + one, 0);
    if (total === 0) return { times: [], bytes: [], said: l10n.t('No traffic was seen.') };
    return { times, bytes, said: l10n.t('{0} in all', byteCount(total)) };
  }
}
