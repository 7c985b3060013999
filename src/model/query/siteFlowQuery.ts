import type { QueryRow } from './queryResult.js';
import { domainDimensions } from 'netsensor-contract/query/dataSources';
import { printInterval, type Stretch } from 'netsensor-contract/query/timeRange';
import { bytesIn, scopeFilter, type Scope } from './topologyQuery.js';

/** What is asked of the flows between domains of one kind. */
export interface SiteFlowQuestion {
  /** Undefined for all that the manager shows. */
  readonly scope: Scope | undefined;
  /** The `domain_type` of the sites; one that flows name. */
  readonly level: number;
  readonly stretch: Stretch;
}

/** Rows that one answer may have: those with the most bytes. */
const mostAddresses = 10_000;

/** Addresses that stay inside of networks (RFC 1918, RFC 4193). */
const privateAddress = String.raw`^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[fF][cCdD])`;

/** Flows between inner addresses: those that are called so, and those of exporters that tell no direction (field notes §5.2). */
const isInside = {
  type: 'or',
  fields: [
    { type: 'selector', dimension: 'direction', value: 'internal' },
    { type: 'regex', dimension: 'wan_ip', pattern: privateAddress },
  ],
};

/**
 * What it takes to tell who talks to whom. A flow names the domains where it was seen, and the address at its other end but
 * not the domain of that (contract 002, Dimensions): whose address it is tell the flows that have it on their inner side.
 */
export function siteFlowQueries({ scope, level, stretch }: SiteFlowQuestion) {
  const site = siteDimension(level);
  const query = <T extends object>(dimensions: readonly string[], limits: T) => ({
    queryType: 'groupBy',
    dataSource: 'rb_flow',
    granularity: 'all',
    dimensions: [...dimensions, 'namespace_uuid'],
    intervals: [printInterval(stretch)],
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    ...limits,
  });
  const own = scope ? { filter: scopeFilter(scope) } : {};
  const both = own.filter ? { type: 'and', fields: [own.filter, isInside] } : isInside;
  return {
    /** Of all sites: the other end may be anywhere. */
    owners: query([site, 'lan_ip'], { orderBy: mostBytes }),
    ends: query([site, 'wan_ip'], { ...own, filter: both, orderBy: mostBytes }),
    totals: query([site], own),
  };
}

/** Addresses that one query names at most: those with the most bytes are worth it. */
const mostNamed = 500;

/**
 * Which addresses of a site talk to which of some others.
 * @param to addresses at the other end, those with the most bytes first
 */
export function flowPairsQuery(
  question: SiteFlowQuestion,
  { site, to }: { readonly site: string; readonly to: readonly string[] },
): object {
  const { ends } = siteFlowQueries(question);
  return {
    ...ends,
    dimensions: ['lan_ip', 'wan_ip'],
    filter: {
      type: 'and',
      fields: [
        scopeFilter({ dimension: siteDimension(question.level), values: [site] }),
        scopeFilter({ dimension: 'wan_ip', values: to.slice(0, mostNamed) }),
        ends.filter,
      ],
    },
    orderBy: { ...mostBytes, limit: 100 },
  };
}

const mostBytes = {
  type: 'default',
  limit: mostAddresses,
  columns: [{ dimension: 'bytes', direction: 'DESCENDING' }],
};

/** Whether one of some answers has as many rows as it may have, so that others are missing. */
export const isCutShort = (answers: readonly (readonly QueryRow[])[]): boolean =>
  answers.some(rows => rows.length >= mostAddresses);

const siteDimension = (level: number): string => `${domainDimensions[level] ?? 'campus'}_uuid`;

/** Bytes of a site, and of one address where an answer is about addresses. */
export interface SiteBytes {
  /** Undefined for flows that name none. */
  readonly site: string | undefined;
  readonly address: string | undefined;
  readonly bytes: number;
}

/** The rows of an answer to one of these questions, added up for each site and address. */
export function siteBytes(rows: readonly QueryRow[], level: number): SiteBytes[] {
  const sums = new Map<string, SiteBytes>();
  for (const { values } of rows) {
    const bytes = bytesIn(values['bytes']);
    const text = (name: string) => {
      const value = values[name];
      return typeof value === 'string' && value ? value : undefined;
    };
    if (bytes === undefined) continue;
    const site = text(siteDimension(level));
    const address = text('wan_ip') ?? text('lan_ip');
    const key = JSON.stringify([site, address]);
    sums.set(key, { site, address, bytes: bytes + (sums.get(key)?.bytes ?? 0) });
  }
  return [...sums.values()];
}
