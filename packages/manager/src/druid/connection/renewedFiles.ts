import { messageOf } from '../../http/errors.js';

/** What can be read of some files, and how that is told. */
export interface FileParts<T> {
  /** The options that name them, for people: `--druid-cert and --druid-key`. */
  readonly title: string;
  /** Texts of the files. @throws Error with one sentence */
  readonly read: () => Promise<readonly string[]>;
  /** What they hold. @throws Error with one sentence where that cannot be used, as while they are written */
  readonly use: (texts: readonly string[]) => T;
  readonly say: (sentence: string) => void;
}

/** What files hold, of which the last that could be used stays in use. */
export class RenewedFiles<T> {
  private isTold = false;

  private constructor(
    private readonly parts: FileParts<T>,
    private texts: readonly string[],
    private used: T,
  ) {}

  /** @throws Error with one sentence for files that cannot be read or used */
  static async open<T>(parts: FileParts<T>): Promise<RenewedFiles<T>> {
    const texts = await parts.read();
    return new RenewedFiles(parts, texts, parts.use(texts));
  }

  /** The same object until the files hold something else. */
  get current(): T {
    return this.used;
  }

  /** Reads them again. What cannot be used is told of once, until it can be. */
  async renew(): Promise<void> {
    const { title, read, use, say } = this.parts;
    try {
      const texts = await read();
      const isSame = texts.every((text, index) => text === this.texts[index]);
      if (!isSame) {
        this.used = use(texts);
        this.texts = texts;
        say(`The cluster is shown what ${title} holds now.`);
      }
      this.isTold = false;
    } catch (error) {
      if (!this.isTold) say(`${messageOf(error)} What was read before stays in use.`);
      this.isTold = true;
    }
  }
}
