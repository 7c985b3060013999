import * as l10n from '@vscode/l10n';
import type { MarkdownReport } from '../../model/report/reportMarkdown.js';
import { inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';

/** How long work lets others have their turn, and goes on. */
export interface Turns {
  /** Awaited before each cell. @throws when somebody has enough */
  readonly pause: () => Promise<void>;
  /** @throws when somebody has enough */
  readonly goOn: () => void;
}

/** The place of a report in Markdown. */
export interface MarkdownPlace {
  /** The names of the pictures that its folder has from before. */
  readonly oldPictures: () => PromiseLike<readonly string[]>;
  readonly writePicture: (name: string, svg: string) => PromiseLike<void>;
  readonly deletePicture: (name: string) => PromiseLike<void>;
  readonly writeText: (text: string) => PromiseLike<void>;
}

/** Whether a file in the folder of pictures is one of ours. */
export const isPictureName = (name: string): boolean => /^\d+-.*\.svg$/.test(name);

/**
 * Writes a report and its pictures. The text comes last, so that nobody takes a part for the whole; after it, pictures of
 * before go that it does not show.
 * @throws {SentenceError} with what was written, when something could not be
 */
export async function writeMarkdownFiles(
  { text, pictures }: MarkdownReport,
  { goOn }: Pick<Turns, 'goOn'>,
  place: MarkdownPlace,
): Promise<void> {
  let written = 0;
  const write = (work: PromiseLike<void>) =>
    work.then(undefined, (error: unknown) => {
      const reason = inert(error instanceof Error ? error.message : String(error));
      const sentence = l10n.t(
        'The text was not written, and {0} of its {1} pictures were: {2}',
        written,
        pictures.length,
        reason,
      );
      throw new SentenceError(sentence, { cause: error });
    });
  for (const { name, svg } of pictures) {
    goOn();
    await write(place.writePicture(name, svg));
    written += 1;
  }
  goOn();
  await write(place.writeText(text));
  const shown = new Set(pictures.map(({ name }) => name));
  for (const name of await place.oldPictures()) {
    if (isPictureName(name) && !shown.has(name)) await place.deletePicture(name);
  }
}
