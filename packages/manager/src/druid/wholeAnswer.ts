import { Readable } from 'node:stream';
import { completeTrailer, type ClusterAnswer } from './connection/cluster.js';
import { ConnectionLost } from './connection/clusterProblem.js';

/** The trailer in which newer engines say why they failed in the middle of an answer. */
const failureTrailer = 'x-error-message';

const closingBracket = ']'.charCodeAt(0);
/** Characters that may follow the array: tab, line feed, carriage return, blank. */
const blanks: readonly (number | undefined)[] = [9, 10, 13, 32];

/** Bytes that may wait for the reader; an answer of some megabytes stops less often than with Node's 16 kB. */
const mostWaiting = 256 * 1024;

/**
 * Bytes that are passed on at once: engines send small pieces, and each write takes the processor from them. Pieces go out
 * together as they are; joining them costs more than they do.
 */
const enoughGathered = 128 * 1024;

/**
 * Passes an answer on as it arrives and holds back the end until it is known to be whole: some engines end an answer that failed
 * in the middle as if nothing was wrong.
 */
class WholeAnswer extends Readable {
  private held: Buffer[] = [];
  private bytesHeld = 0;
  /** The last byte so far that is not blank. */
  private end: number | undefined;
  private hasBegun = false;

  constructor(
    private readonly answer: ClusterAnswer,
    private readonly begin: (answer: Buffer | Readable) => void,
  ) {
    super({ highWaterMark: mostWaiting });
    answer.body.on('data', (piece: Buffer) => this.gather(piece));
    answer.body.on('end', () => this.finish());
  }

  override _read(): void {
    this.answer.body.resume();
  }

  private gather(piece: Buffer): void {
    if (this.bytesHeld >= enoughGathered) this.passOn();
    this.held.push(piece);
    this.bytesHeld += piece.length;
    this.end = piece.findLast(byte => !blanks.includes(byte)) ?? this.end;
  }

  private passOn(): void {
    if (!this.hasBegun) this.begin(this);
    this.hasBegun = true;
    for (const piece of this.held) if (!this.push(piece)) this.answer.body.pause();
    this.held = [];
    this.bytesHeld = 0;
  }

  private finish(): void {
    const { trailers, isToBeConfirmed, broker } = this.answer;
    const failure = trailers[failureTrailer];
    const confirmed = trailers[completeTrailer];
    if (confirmed === 'true') broker.confirmsAnswers = true;
    const isCut = confirmed === undefined ? isToBeConfirmed && broker.confirmsAnswers : confirmed !== 'true';
    if (failure !== undefined || isCut || this.end !== closingBracket) {
      this.destroy(new ConnectionLost(broker.address, new Error(failure ?? 'the answer is cut off')));
      return;
    }
    if (this.hasBegun) this.passOn();
    else {
      this.begin(Buffer.concat(this.held));
      this.resume();
    }
    this.push(null);
  }
}

export interface Relaying {
  /** What a broken connection means. */
  readonly failureOf: (error: Error) => Error;
  /** Called when the answer was read to its end, or is lost. */
  readonly closed: (isWhole: boolean) => void;
}

/**
 * Passes the body of an answer on: a small one once it is there, a larger one as a stream that fails unless it is whole. No more
 * of it is in memory than the reader is behind.
 * @throws ConnectionLost, or what `failureOf` makes of it, where the answer broke off before anything was passed on
 */
export function relay(answer: ClusterAnswer, { failureOf, closed }: Relaying): Promise<Buffer | Readable> {
  const { body } = answer;
  return new Promise((resolve, reject) => {
    const whole = new WholeAnswer(answer, resolve);
    body.on('error', (error: Error) => whole.destroy(failureOf(error)));
    whole.on('error', reject);
    whole.on('close', () => {
      body.destroy();
      closed(whole.readableEnded);
    });
  });
}
