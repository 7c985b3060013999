import { Transform, type TransformCallback } from 'node:stream';
import type { ClusterAnswer } from './connection/cluster.js';
import { ConnectionLost } from './connection/clusterProblem.js';

/** Trailers in which newer engines say that they failed in the middle of an answer. */
const failureTrailer = 'x-error-message';
const completeTrailer = 'x-druid-response-complete';

const closingBracket = ']'.charCodeAt(0);
/** Characters that may follow the array: tab, line feed, carriage return, blank. */
const blanks: readonly (number | undefined)[] = [9, 10, 13, 32];

/**
 * Passes an answer on as it arrives and holds back its last piece until it is known to be whole: some engines end an answer
 * that failed in the middle as if nothing was wrong.
 */
class WholeAnswer extends Transform {
  private held: Buffer = Buffer.alloc(0);

  constructor(private readonly answer: ClusterAnswer) {
    super();
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const before = this.held;
    this.held = piece;
    done(null, before);
  }

  override _flush(done: TransformCallback): void {
    const { trailers, broker } = this.answer;
    const end = this.held.findLast(byte => !blanks.includes(byte));
    const failure = trailers[failureTrailer];
    if (failure !== undefined || trailers[completeTrailer] === 'false' || end !== closingBracket) {
      done(new ConnectionLost(broker.address, new Error(failure ?? 'the answer is cut off')));
    } else {
      done(null, this.held);
    }
  }
}

/**
 * The body of an answer, which fails unless it is whole. No more of it is in memory than the reader is behind.
 * @param failureOf what a broken connection means
 */
export function wholeBody(answer: ClusterAnswer, failureOf: (error: Error) => Error): Transform {
  const { body } = answer;
  const whole = new WholeAnswer(answer);
  body.on('error', (error: Error) => whole.destroy(failureOf(error)));
  whole.on('close', () => body.destroy());
  return body.pipe(whole);
}
