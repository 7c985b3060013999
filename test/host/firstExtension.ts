import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const identity = { name: 'first', publisher: 'netsensor-tests', version: '0.0.0' };

/**
 * Writes an extension that VS Code activates before all that wait until it has started up: what ours reads once, when it
 * starts, has to be there by then.
 * @param main path of the module that exports its `activate()`
 * @returns its folder, one of those in the folder of extensions
 */
export async function writeFirstExtension(extensions: string, main: string): Promise<string> {
  const folder = join(extensions, `${identity.publisher}.${identity.name}-${identity.version}`);
  const manifest = {
    ...identity,
    engines: { vscode: '^1.110.0' },
    activationEvents: ['*'],
    main: './first.cjs',
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'first.cjs'), `module.exports = require(${JSON.stringify(main)});\n`);
  return folder;
}
