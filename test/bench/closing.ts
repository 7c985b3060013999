import { Scope } from '../host/scope.js';
import { startProcess } from '../host/startProcess.js';
import { measureClosing, type ClosingOptions, type UsedMemory } from './closingHost.js';
import { firstLine } from './firstLine.js';

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
  /** MiB of the process when it used most. */
  readonly peak: number;
}

/** How often, and how long an extension host has nothing to do before its process is measured, in milliseconds. */
export interface ClosingRounds {
  readonly windows: number;
  readonly idle: number;
}

/** Opens and closes documents in windows of VS Code. @param tool arguments that serve the large tree */
export async function measureClosedDocuments(
  tool: string,
  { windows, idle }: ClosingRounds,
): Promise<ClosingCost[]> {
  const server = startProcess({ command: process.execPath, args: [tool, '--serve-large-tree'] });
  try {
    const { url } = await firstLine<{ url: string }>(server);
    const costs: ClosingCost[] = [];
    for (let window = 0; window < windows; window += 1) costs.push(await inWindow({ managerUrl: url, idle }));
    return costs;
  } finally {
    await server.stop();
  }
}

async function inWindow(options: ClosingOptions): Promise<ClosingCost> {
  const memory = await new Scope().nest(scope => measureClosing(scope, options));
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
    peak: mebibytes(memory.peak),
  };
}

const mebibytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(1));
const percentAbove = (after: number, before: number) => Number(((after / before - 1) * 100).toFixed(1));
