import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentConnectionId } from '../../src/ids.js';
import { printNotebook } from '../../src/model/notebook/notebookFile.js';
import { sampleNotebook } from '../../src/model/notebook/sampleNotebook.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';

/** Makes the folder that VS Code opens, with a notebook of sample queries; what was edited there stays. */
export async function prepareWorkspace(): Promise<string> {
  const workspace = repositoryPath('.cache', 'workspace');
  await mkdir(workspace, { recursive: true });
  const file = join(workspace, 'sample-queries.dqnb');
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing === undefined || isUntouched(existing))
    await writeFile(file, sampleText(new Date().toISOString()));
  return workspace;
}

/** The local manager's data ends when it was generated, so the queries ask about the day before. */
const sampleText = (end: string) =>
  printNotebook(sampleNotebook({ end, connection: environmentConnectionId }));

/** Whether the file is what an earlier start wrote, but for the day that it asks about. */
function isUntouched(text: string): boolean {
  const end = /\/(\d{4}-\d\d-\d\dT[\d:]+Z)/.exec(text)?.[1];
  return end !== undefined && text === sampleText(end);
}
