import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inventoryType, isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { ApiError } from '../../src/api/apiError.js';
import type { StoredRecords } from '../unit/changes/folders/storedRecords.js';

/** Serves records as the contract says (contract 000, Endpoints). @param stored what there is at each request @returns the server and its address */
export async function serveRecords(stored: () => StoredRecords): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    void answerOf(stored(), request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function answerOf(records: StoredRecords, request: IncomingMessage) {
  const [, , , , type = '', id] = new URL(request.url ?? '', 'http://host').pathname.split('/');
  if (!isInventoryType(type)) return { status: 404 };
  const { key } = inventoryType(type);
  const number = Number(id);
  try {
    switch (request.method ?? 'GET') {
      case 'POST':
        return {
          status: 201,
          body: { [key]: await records.createRecord(type, await fieldsOf(request, key)) },
        };
      case 'PATCH':
        await records.updateRecord(type, number, { changes: await fieldsOf(request, key) });
        return { status: 200, body: { [key]: await records.getRecord(type, number) } };
      case 'DELETE':
        await records.deleteRecord(type, number);
        return { status: 200 };
      default:
        return id === undefined
          ? { status: 200, body: { [type]: (await records.listRecords(type)).rows } }
          : { status: 200, body: { [key]: await records.getRecord(type, number) } };
    }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status ?? 500, body: { error: 'no' } };
    throw error;
  }
}

async function fieldsOf(request: IncomingMessage, key: string): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const fields = isRecord(body) ? body[key] : undefined;
  return isRecord(fields) ? fields : {};
}
