import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorReason } from '../../../../src/api/apiError.js';
import type { ManagerClient } from '../../../../src/api/managerClient.js';
import type { DomainPlan, TreeManager } from '../../../../src/changes/trees/domainChange.js';
import { override } from '../../../../src/changes/trees/override.js';
import { restoreWords } from '../../../../src/changes/trees/domainWords.js';
import { overwrite, type OverwriteRequest } from '../../../../src/changes/trees/overwrite.js';
import { readSensorTree } from '../../../../src/model/sensors/readRecords.js';
import type { SensorRecord } from '../../../../src/model/sensors/sensors.js';
import { inert, quoted } from '../../../../src/words/inert.js';

const node = (uuid: string, name: string, given: object = {}) => ({
  ...{ uuid, name, type: 1, domain_type: 1, children: [], access_points: [] },
  ...given,
});
const site = node('2', 'Site', { domain_type: 5 });
const company = (name: string) => node('1', name, { domain_type: 2, children: [site] });
const treeOf = (name = 'Company') => readSensorTree(node('0', 'root', { children: [company(name)] }));

/** A manager that shows a tree, and throws when it is written to. */
function managerOf(shown: { tree: SensorRecord }, failure?: ApiErrorReason): TreeManager {
  const write = async () => {
    if (failure) throw new ApiError({ reason: failure, method: 'POST', path: '/', status: 500 });
  };
  const sensors = {
    tree: async (uuid?: string) => (uuid ? shown.tree.children[0]?.children[0] : shown.tree),
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
    expect(change.deciding(await change.plan(signal, agreed))).toEqual(change.deciding(agreed));
    shown.tree = treeOf('Renamed');
    const now = await change.plan(signal, agreed);
    expect(change.word(now).lines.join(' ')).toContain('New domains: Company');
    expect(change.deciding(now)).not.toEqual(change.deciding(agreed));
  });
});

describe('a domain of which no answer came', () => {
  const receiptOf = async (
    failure: ApiErrorReason,
    asked: Pick<OverwriteRequest, 'said'> = {},
  ): Promise<string> => {
    const body = { sensor: { ...node('2', 'Renamed', { domain_type: 5 }) } };
    const manager = managerOf({ tree: treeOf() }, failure);
    const change = overwrite(manager, { uuid: '2', body, operation: 'overwrite', ...asked });
    const plan: DomainPlan = await change.plan(signal);
    const applied = await change.apply(plan, { signal, tell: () => undefined });
    return change.receive(plan, applied, signal).then(
      ({ message }) => message,
      (error: Error) => error.message,
    );
  };

  it.each<ApiErrorReason>(['cancelled', 'timeout', 'unreachable'])(
    'is not called unchanged for good, since the manager may be at it still: %s',
    async failure => {
      expect(await receiptOf(failure)).toMatch(
        /^Site is unchanged so far, but the manager may still be at it\. .+ Look at the tree again/,
      );
    },
  );

  it('is unchanged when the manager said that it failed', async () => {
    expect(await receiptOf('server')).toMatch(/^Site was not overwritten; nothing was changed\. /);
  });

  it('is not called overwritten when a backup was to be restored', async () => {
    const words = restoreWords(quoted('Floor 3'), quoted('Lab'));
    const said = { ...words, question: inert('Restore Floor 3?'), button: inert('Restore') };
    expect(await receiptOf('server', { said })).toMatch(/^Floor 3 was not restored; nothing was changed\. /);
  });
});
