import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorReason } from '../../../../src/api/apiError.js';
import type { ManagerClient } from '../../../../src/api/managerClient.js';
import type { DomainPlan, TreeManager } from '../../../../src/changes/trees/domainChange.js';
import { override } from '../../../../src/changes/trees/override.js';
import { restoreWords } from '../../../../src/changes/trees/domainWords.js';
import { overwrite, type OverwriteRequest } from '../../../../src/changes/trees/overwrite.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';
import { inert, quoted } from '../../../../src/words/inert.js';

const node = (uuid: string, name: string, given: object = {}) => ({
  uuid,
  name,
  type: 1,
  domain_type: 1,
  children: [],
  access_points: [],
  ...given,
});
const site = node('2', 'Site', { domain_type: 5 });
const company = (name: string) => node('1', name, { domain_type: 2, children: [site] });
const treeOf = (name = 'Company') => readSensorTree(node('0', 'root', { children: [company(name)] }));

/** A manager that shows a tree, and throws when it is written to. */
function managerOf(
  shown: { tree: SensorRecord; later?: SensorRecord[] | 'unreadable' },
  took: ApiErrorReason | 'done' | 'accepted' = 'done',
): TreeManager {
  const write = async () => {
    if (took === 'done' || took === 'accepted') return took;
    throw new ApiError({ reason: took, method: 'POST', path: '/', status: 500 });
  };
  const sensors = {
    tree: async (uuid?: string) => {
      if (!uuid) return shown.tree;
      if (shown.later === 'unreadable')
        throw new ApiError({ reason: 'forbidden', method: 'GET', path: '/', status: 403 });
      const [next, ...later] = shown.later ?? [];
      Object.assign(shown, next && { tree: next, later });
      return shown.tree.children[0]?.children[0];
    },
    override: write,
    overrideAccessPoints: write,
  } as unknown as ManagerClient['sensors'];
  return { name: 'Lab', client: { sensors }, keepMine: async () => true };
}
const { signal } = new AbortController();

describe('a domain that is overridden', () => {
  it('is asked about again when what the list means has changed outside of it', async () => {
    const shown = { tree: treeOf() };
    const point = { mac_address: 'f2:00:00:00:00:01', name: 'P', organization_name: 'Company' };
    const change = override(managerOf(shown), { uuid: '2', elements: () => [point] });
    const agreed = await change.plan(signal);
    expect(change.word(agreed).lines.join(' ')).not.toContain('New domains');
    expect(change.deciding(await change.plan(signal, { shown: agreed }))).toEqual(change.deciding(agreed));
    shown.tree = treeOf('Renamed');
    const now = await change.plan(signal, { shown: agreed });
    expect(change.word(now).lines.join(' ')).toContain('New domains: Company');
    expect(change.deciding(now)).not.toEqual(change.deciding(agreed));
  });
});

describe('a domain of which no answer came', () => {
  const renamedSite = node('2', 'Renamed', { domain_type: 5 });
  const renamed = readSensorTree(
    node('0', 'root', { children: [node('1', 'Company', { domain_type: 2, children: [renamedSite] })] }),
  );
  const receiptOf = async (
    took: Parameters<typeof managerOf>[1],
    {
      later = [],
      receiving = signal,
      ...asked
    }: Pick<OverwriteRequest, 'said'> & {
      later?: SensorRecord[] | 'unreadable';
      receiving?: AbortSignal;
    } = {},
  ): Promise<string> => {
    const manager = managerOf({ tree: treeOf(), later }, took);
    const body = { sensor: renamedSite };
    const change = overwrite(manager, { uuid: '2', body, operation: 'overwrite', ...asked });
    const plan: DomainPlan = await change.plan(signal);
    const applied = await change.apply(plan, { signal, tell: () => undefined });
    return change.receive(plan, applied, { signal: receiving, tell: () => undefined }).then(
      ({ message }) => message,
      (error: Error) => error.message,
    );
  };

  it.each(['cancelled', 'timeout', 'unreachable', 'server', 'accepted', 'done'] as const)(
    'is overwritten when the manager does that a little later: %s',
    async took => {
      expect(await receiptOf(took, { later: [treeOf(), treeOf(), renamed] })).toBe('Site was overwritten.');
    },
  );

  it('is planned with vendor sensors called as the tree calls them, whose type says nothing', async () => {
    const mine = node('3', 'Meraki', { type: 9 });
    const strange = node('4', 'Other', { type: 9 });
    const above = node('2', 'Site', { domain_type: 5, children: [mine, strange] });
    const tree = readSensorTree(
      node('0', 'root', { children: [node('1', 'Company', { domain_type: 2, children: [above] })] }),
    );
    const body = { sensor: { ...above, name: 'Renamed' } };
    const manager = { ...managerOf({ tree }), isVendor: (uuid: string) => uuid === '3' };
    const change = overwrite(manager, { uuid: '2', body, operation: 'overwrite' });
    const { sides } = change.word(await change.plan(signal));
    for (const side of [sides?.now, sides?.planned]) {
      expect(side).toContain('"Meraki" Vendor sensor');
      expect(side).toContain('"Other" type 9');
    }
  });

  it('is waited for while it changes step by step, and is what stays the same after that', async () => {
    const middle = (name: string) =>
      readSensorTree(
        node('0', 'root', {
          children: [
            node('1', 'Company', { domain_type: 2, children: [node('2', name, { domain_type: 5 })] }),
          ],
        }),
      );
    const half = middle('Ren');
    const more = middle('Rename');
    expect(await receiptOf('done', { later: [half, renamed] })).toBe('Site was overwritten.');
    expect(await receiptOf('done', { later: [half, more] })).toMatch(
      /^Site was overwritten, but these differ/,
    );
  });

  it('is not called anything when the manager only says that it will, and does not', async () => {
    expect(await receiptOf('accepted')).toMatch(
      /^Site is unchanged so far, but the manager may still be at it\./,
    );
  });

  it('is not called anything when nobody wanted to wait', async () => {
    const waiting = new AbortController();
    const receiving = receiptOf('done', { receiving: waiting.signal });
    setTimeout(() => waiting.abort(), 5);
    expect(await receiving).toMatch(/^Site is unchanged so far, but the manager may still be at it\./);
  });

  it.each<ApiErrorReason>(['cancelled', 'timeout', 'unreachable'])(
    'is not called unchanged for good, since the manager may be at it still: %s',
    async failure => {
      expect(await receiptOf(failure)).toMatch(
        /^Site is unchanged so far, but the manager may still be at it\. .+ Look at the tree again/,
      );
    },
  );

  it('is not called unchanged for good when the manager said that it failed: it may do it all the same', async () => {
    expect(await receiptOf('server')).toMatch(
      /^Site is unchanged so far, but the manager may still be at it\. /,
    );
  });

  it('is not called overwritten when the manager took it without an error and shows it as it was', async () => {
    expect(await receiptOf('done')).toBe(
      'The manager took this without an error, but Site is unchanged so far: it may still be at it, or the API key may not manage it. Look at the tree again before you repeat this.',
    );
  });

  it('is not called overwritten when it could not be read again', async () => {
    const unreadable = { later: 'unreadable' } as const;
    expect(await receiptOf('done', unreadable)).toMatch(
      /^The manager took the overwrite of Site, but it could not be read again\. .+ Look at the tree again/,
    );
    const words = restoreWords(quoted('Floor 3'), quoted('Lab'));
    const said = { ...words, question: inert('Restore Floor 3?'), button: inert('Restore') };
    expect(await receiptOf('done', { ...unreadable, said })).toMatch(
      /^The manager took what restores Floor 3, but it could not be read again\./,
    );
  });
});
