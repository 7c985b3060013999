import { mkdir, rm, writeFile } from 'node:fs/promises';
import { schemaCatalogue, schemaText } from '../src/model/schemas/schemaCatalogue.js';

// Writes schemas/ from the model; a unit test fails when what is committed differs.
await rm('schemas', { recursive: true, force: true });
await mkdir('schemas');
for (const [name, schema] of Object.entries(schemaCatalogue())) {
  await writeFile(`schemas/${name}.schema.json`, schemaText(schema));
}
