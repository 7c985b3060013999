import { readFile } from 'node:fs/promises';
import { fileText } from 'netsensor-contract/text/fileText';
import { messageOf } from '../http/errors.js';

/**
 * The JSON value in a file.
 * @throws Error with one sentence for a file that is missing, in another encoding than UTF-8 or UTF-16, or holds no JSON
 */
export async function readDocument(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? 'there is no such file.' : `it cannot be read (${error.code}).`,
    );
  });
  if (bytes.length === 0) throw new Error('the file is empty.');
  const text = fileText(bytes);
  if (text === undefined) throw new Error(notReadable);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`this is not JSON (${messageOf(error)}).`);
  }
}

const notReadable = 'its characters are neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8.';
