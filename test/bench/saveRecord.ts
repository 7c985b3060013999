import { Agent } from 'undici';
import { ManagerClient } from '../../src/api/managerClient.js';
import { inventoryRules } from '../../src/model/inventory/recordRules.js';
import { documentFields, parseRecord, printFields } from '../../src/model/inventory/recordText.js';
import { saveFields } from '../../src/changes/records/recordChange.js';
import { Failure } from '../host/failure.js';
import { startLocalManager } from '../support/startLocalManager.js';
import { sendBare } from './bareRequests.js';

/** What saving a record costs beside its three requests. Times in milliseconds. */
export interface SaveCosts {
  /** From the text of the editor to the text of the receipt. */
  readonly saves: readonly number[];
  /** The same three requests by a client that does nothing else. */
  readonly bareRequests: readonly number[];
}

const type = 'racks' as const;

/** Saves a rack again and again, in turn with a bare client that sends the same three requests. */
export async function measureSaves(rounds: number): Promise<SaveCosts> {
  const manager = await startLocalManager();
  const dispatcher = new Agent();
  const client = new ManagerClient({
    address: manager.url,
    key: manager.apiKey,
    trust: {},
    timeout: 30_000,
    log: () => undefined,
  });
  try {
    const { id } = await client.createRecord(type, { name: 'Bench', u_height: 42, width: 19 });
    let text = printFields(documentFields(type, await client.getRecord(type, id)));
    const saves: number[] = [];
    const bareRequests: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const edited = text.replace(/"u_height": \d+/, `"u_height": ${20 + (round % 2)}`);
      let started = performance.now();
      text = await saveText(client, id, { base: text, edited });
      saves.push(performance.now() - started);
      started = performance.now();
      await sendBare(manager, dispatcher, { id, height: 60 + (round % 2) });
      bareRequests.push(performance.now() - started);
      text = printFields(documentFields(type, await client.getRecord(type, id)));
    }
    return { saves, bareRequests };
  } finally {
    await client.close();
    await dispatcher.close();
    await manager.stop();
  }
}

async function saveText(
  client: ManagerClient,
  id: number,
  texts: { base: string; edited: string },
): Promise<string> {
  const outcome = await saveFields({
    rules: inventoryRules(type),
    base: parseRecord(texts.base),
    edited: parseRecord(texts.edited),
    readFields: async () => documentFields(type, await client.getRecord(type, id)),
    send: changes => client.updateRecord(type, id, { changes }),
  });
  if (outcome.kind !== 'saved' || Object.keys(outcome.sent).length !== 1)
    throw new Failure('A save of one field did not send one field.');
  return printFields(outcome.stored);
}
