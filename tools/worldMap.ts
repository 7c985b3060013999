// Writes the borders and coasts of src/model/pictures/maps from world-atlas, which is Natural Earth's public domain data, by
// `node esbuild.mjs && node out/tools/worldMap.js`; a unit test fails when what is committed differs.
import { writeFile } from 'node:fs/promises';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { mapFiles } from './maps/mapFiles.js';

await runTool(async () => {
  for (const [path, make] of Object.entries(mapFiles)) {
    await writeFile(repositoryPath(path), make());
    console.log(path);
  }
  return 0;
});
