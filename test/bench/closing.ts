import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Failure } from '../host/failure.js';
import { Scope } from '../host/scope.js';
import { startProcess } from '../host/startProcess.js';
import { measureClosing, type UsedMemory } from './closingHost.js';

/** MiB that an extension host uses, and how many percent more than before anything was opened. */
interface Used {
  readonly objects: number;
  readonly process: number;
  readonly objectsAbove: number;
  readonly processAbove: number;
}

/** What an extension host uses once documents are closed, after each kind of them. */
export interface ClosingCost {
  readonly before: Used;
  readonly after200Records: Used;
  readonly after20Lists: Used;
  readonly afterSubtree: Used;
}

/** Opens and closes documents in windows of VS Code. @param tool arguments that serve the large tree */
export async function measureClosedDocuments(tool: string, windows: number): Promise<ClosingCost[]> {
  const server = startProcess({ command: process.execPath, args: [tool, '--serve-large-tree'] });
  try {
    if (!server.child.stdout) throw new Failure('The server of the bench could not be started.');
    const [line] = (await once(createInterface(server.child.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const costs: ClosingCost[] = [];
    for (let window = 0; window < windows; window += 1) costs.push(await inWindow(url));
    return costs;
  } finally {
    await server.stop();
  }
}

async function inWindow(url: string): Promise<ClosingCost> {
  const scope = new Scope();
  const memory = await measureClosing(scope, url).finally(() => scope.close());
  const used = ({ objects, process }: UsedMemory): Used => ({
    objects: mebibytes(objects),
    process: mebibytes(process),
    objectsAbove: percentAbove(objects, memory.before.objects),
    processAbove: percentAbove(process, memory.before.process),
  });
  return {
    before: used(memory.before),
    after200Records: used(memory.afterRecords),
    after20Lists: used(memory.afterLists),
    afterSubtree: used(memory.after),
  };
}

const mebibytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(1));
const percentAbove = (after: number, before: number) => Number(((after / before - 1) * 100).toFixed(1));
