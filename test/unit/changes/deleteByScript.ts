import type { ManagerClient } from '../../../src/api/managerClient.js';
import { parsePlan, printPlan, type Change } from '../../../src/changes/change.js';
import { nodesDeletion } from '../../../src/changes/deletion/nodesDeletion.js';
import { recordsDeletion } from '../../../src/changes/deletion/recordsDeletion.js';

/** Plans a change, prints the plan, and makes what was printed: all that a command line needs. */
async function byScript<P extends object, A>(change: Change<P, A>, print: (text: string) => void) {
  const { signal } = new AbortController();
  const text = printPlan(await change.plan(signal));
  const { plan } = parsePlan<P>(text);
  const { question, lines } = change.word(plan);
  print([text, question, ...lines].join('\n'));
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  print((await change.receive(plan, applied, signal)).message);
}

export const deleteDomain = (client: ManagerClient, uuid: string, print: (text: string) => void) =>
  byScript(nodesDeletion({ name: 'Lab', client }, [{ kind: 'sensor', uuid, name: uuid }]), print);

export const deleteRacks = (client: ManagerClient, ids: readonly number[], print: (text: string) => void) =>
  byScript(
    recordsDeletion(
      { name: 'Lab', client },
      ids.map(recordId => ({ type: 'racks', recordId, name: `${recordId}` })),
    ),
    print,
  );
