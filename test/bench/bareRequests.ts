import { request, type Dispatcher } from 'undici';

/** The three requests of a save by a client that does nothing else: a read, a PATCH and a read of a rack. */
export async function sendBare(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  dispatcher: Dispatcher,
  { id, height }: { id: number; height: number },
): Promise<void> {
  const address = `${url}/api/v1/inventory/racks/${id}?auth_token=${apiKey}`;
  const read = async () => (await request(address, { dispatcher })).body.json();
  await read();
  const body = JSON.stringify({ rack: { u_height: height } });
  const headers = { 'content-type': 'application/json' };
  await (await request(address, { dispatcher, method: 'PATCH', headers, body })).body.json();
  await read();
}
