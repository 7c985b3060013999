/** A failure whose message is one sentence for the person at the terminal; tools print it without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
