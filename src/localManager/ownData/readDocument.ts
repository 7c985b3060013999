import { readFile } from 'node:fs/promises';
import { messageOf } from '../http/errors.js';

/**
 * The JSON value in a file.
 * @throws Error with one sentence for a file that is missing or holds no JSON
 */
export async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? 'there is no such file.' : `it cannot be read (${error.code}).`,
    );
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw new Error(`this is not JSON (${messageOf(error)}).`);
  }
}
