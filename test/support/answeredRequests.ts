/** A request of the extension that its manager answered with success while a test ran. */
export interface AnsweredRequest {
  /** Full title of the test. */
  readonly test: string;
  readonly method: string;
  readonly path: string;
}

const requests: AnsweredRequest[] = [];
const tests = new Set<string>();
let running = '';

/** Every request that passed a proxy of the tests and was answered with success, in order. */
export const answeredRequests: readonly AnsweredRequest[] = requests;

/** Full titles of the tests that have begun. */
export const begunTests: ReadonlySet<string> = tests;

/** Notes from here on which test is running; call it where mocha's root hooks are. */
export function watchRequests(): void {
  beforeEach('note which test runs', function () {
    running = this.currentTest?.fullTitle() ?? '';
    tests.add(running);
  });
}

/** Notes an answer that the extension got. */
export function noteAnswer(method: string, url: string, status: number): void {
  if (status < 200 || status > 299) return;
  requests.push({ test: running, method, path: url.split('?')[0] ?? '' });
}
