/**
 * Thrown by the save of a document of which a part was stored: the document stays dirty with the rest, and goes on from
 * `baseText`.
 */
export class PartlySavedError extends Error {
  constructor(
    message: string,
    readonly baseText: string,
  ) {
    super(message);
  }
}
