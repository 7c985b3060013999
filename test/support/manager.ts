/** A client that shares no code with the extension. @throws when the manager does not answer with success */
export async function askManager(
  { url, apiKey }: { url: string; apiKey: string },
  path: string,
  options: { method?: string; body?: unknown } = {},
): Promise<unknown> {
  const response = await fetch(`${url}${path}?auth_token=${apiKey}`, {
    method: options.method ?? 'GET',
    ...(options.body === undefined
      ? {}
      : { body: JSON.stringify(options.body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** A stored rack, as an independent client sees it. */
export interface StoredRack {
  readonly id: number;
  readonly name: string;
  readonly u_height: number;
  readonly width: number;
  readonly updated_at: string;
}

/** Reads a rack from the manager itself. */
export async function readRack(manager: { url: string; apiKey: string }, id: number): Promise<StoredRack> {
  return ((await askManager(manager, `/api/v1/inventory/racks/${id}`)) as { rack: StoredRack }).rack;
}

/** Changes a rack behind the extension's back. */
export async function changeRack(
  manager: { url: string; apiKey: string },
  id: number,
  fields: Partial<StoredRack>,
): Promise<void> {
  await askManager(manager, `/api/v1/inventory/racks/${id}`, { method: 'PATCH', body: { rack: fields } });
}

/** Makes a rack of its own for a test. */
export async function createRack(
  manager: { url: string; apiKey: string },
  name: string,
): Promise<StoredRack> {
  const body = { rack: { name, u_height: 42, width: 19 } };
  return (
    (await askManager(manager, '/api/v1/inventory/racks', { method: 'POST', body })) as { rack: StoredRack }
  ).rack;
}
