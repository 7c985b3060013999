import { Readable } from 'node:stream';
import type { ClusterAnswer } from './connection/cluster.js';
import { ConnectionLost } from './connection/clusterProblem.js';

/** Trailers in which newer engines say that they failed in the middle of an answer. */
const failureTrailer = 'x-error-message';
const completeTrailer = 'x-druid-response-complete';

const closingBracket = ']'.charCodeAt(0);
/** Characters that may follow the array: tab, line feed, carriage return, blank. */
const blanks: readonly (number | undefined)[] = [9, 10, 13, 32];

/** Bytes that may wait for the reader; an answer of some megabytes stops less often than with Node's 16 kB. */
const mostWaiting = 256 * 1024;

/**
 * Passes an answer on as it arrives and holds back its last piece until it is known to be whole: some engines end an answer
 * that failed in the middle as if nothing was wrong.
 */
class WholeAnswer extends Readable {
  private held: Buffer | undefined;
  private pieces = 0;

  constructor(
    private readonly answer: ClusterAnswer,
    private readonly begin: (answer: Buffer | Readable) => void,
  ) {
    super({ highWaterMark: mostWaiting });
    answer.body.on('data', (piece: Buffer) => this.passOn(piece));
    answer.body.on('end', () => this.finish());
  }

  override _read(): void {
    this.answer.body.resume();
  }

  private passOn(piece: Buffer): void {
    this.pieces += 1;
    if (this.pieces === 2) this.begin(this);
    if (this.held && !this.push(this.held)) this.answer.body.pause();
    this.held = piece;
  }

  private finish(): void {
    const { trailers, broker } = this.answer;
    const { held } = this;
    const end = held?.findLast(byte => !blanks.includes(byte));
    const failure = trailers[failureTrailer];
    if (failure !== undefined || trailers[completeTrailer] === 'false' || end !== closingBracket) {
      this.destroy(new ConnectionLost(broker.address, new Error(failure ?? 'the answer is cut off')));
      return;
    }
    if (this.pieces === 1) {
      this.begin(held ?? Buffer.alloc(0));
      this.resume();
    } else this.push(held);
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
 * Passes the body of an answer on: at once where it came in one piece, which small ones do, else as a stream that fails unless
 * it is whole. No more of it is in memory than the reader is behind.
 * @throws ConnectionLost, or what `failureOf` makes of it, where the answer broke off before a second piece
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
