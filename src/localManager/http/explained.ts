/**
 * What some work gives.
 * @throws Error with the sentence that `words` makes of the reason when the work fails
 */
export async function explained<T>(
  work: PromiseLike<T> | (() => T | PromiseLike<T>),
  words: (error: unknown) => string,
): Promise<T> {
  try {
    return await (typeof work === 'function' ? work() : work);
  } catch (error) {
    throw new Error(words(error));
  }
}
