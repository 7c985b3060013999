import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { ManagerClient } from '../../../../src/api/managerClient.js';
import { nodesDeletion } from '../../../../src/changes/deletion/nodesDeletion.js';
import { readSensorTree } from '../../../../src/model/sensors/readRecords.js';

const node = (uuid: string, children: unknown[] = [], points: unknown[] = []) => ({
  ...{ uuid, name: `N${uuid}`, type: 1, domain_type: 1, children, access_points: points },
});

/** What is said of deleting the node 1 of a tree that the manager shows as it is told afterwards. */
async function receiptOf(before: object, after: object, failure?: ApiError): Promise<string> {
  let isSent = false;
  const sensors = {
    tree: async () => readSensorTree(JSON.parse(JSON.stringify(isSent ? after : before)) as never),
    delete: async () => {
      isSent = true;
      if (failure) throw failure;
    },
  } as unknown as ManagerClient['sensors'];
  const client = { sensors, accessPoints: {} as ManagerClient['accessPoints'] };
  const change = nodesDeletion({ name: 'Lab', client }, [{ kind: 'sensor', uuid: '1', name: 'N1' }]);
  const { signal } = new AbortController();
  const plan = await change.plan(signal);
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  return (await change.receive(plan, applied, signal)).message;
}

describe('the receipt of deleted nodes', () => {
  const refused = new ApiError({ reason: 'forbidden', status: 403, method: 'DELETE', path: '/' });
  const doomed = node('1', [node('', [node('')])], [{ name: 'Doomed' }]);
  const other = node('2', [node('')], [{ name: 'Nameless' }]);
  const before = node('0', [doomed, other]);

  it('takes nothing without a MAC address, id or uuid elsewhere for what was deleted', async () => {
    expect(await receiptOf(before, node('0', [other]))).toBe(
      'Deleted 3 domains and sensors and 1 access point.',
    );
  });

  it('does not take what has none of them for deleted while it stands where it stood', async () => {
    expect(await receiptOf(before, before, refused)).toMatch(
      /^Nothing was deleted\. Still there: N1, Doomed\. N1: /,
    );
  });
});
