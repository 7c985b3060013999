import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryPath } from '../../test/host/repositoryPath.js';

/** Makes the folder that VS Code opens, with a copy of each sample; what was edited there stays. */
export async function prepareWorkspace(options: { fresh: boolean }): Promise<string> {
  const workspace = repositoryPath('.cache', 'workspace');
  if (options.fresh) await rm(workspace, { recursive: true, force: true });
  await mkdir(workspace, { recursive: true });
  const samples = repositoryPath('samples');
  for (const name of await readdir(samples).catch(() => [])) {
    await copyFile(join(samples, name), join(workspace, name), constants.COPYFILE_EXCL).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
  return workspace;
}
