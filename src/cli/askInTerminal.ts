import { createInterface } from 'node:readline/promises';

/** Where a question stands and its answer comes from. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Takes the question back. */
  readonly ending: AbortController;
}

/** Whether somebody answers yes; Ctrl+C, Ctrl+D and a terminal that is closed are no answers. */
export async function askInTerminal(question: string, { input, output, ending }: Terminal): Promise<boolean> {
  const reader = createInterface({ input, output });
  // A terminal that is read by lines gives Ctrl+C to its reader.
  reader.once('SIGINT', () => ending.abort());
  const closed = new Promise<string>(resolve => void reader.once('close', () => resolve('')));
  try {
    const answered = reader.question(question, { signal: ending.signal }).catch(() => '');
    return /^\s*y(es)?\s*$/i.test(await Promise.race([answered, closed]));
  } finally {
    reader.close();
  }
}
