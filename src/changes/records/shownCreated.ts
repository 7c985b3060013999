import { ApiError, undefinedIfGone } from '../../api/apiError.js';
import { settle, type Patience } from '../settle.js';

/** Something that a manager answered that it created. */
export interface AnsweredCreate<T> {
  readonly answered: T;
  /** What the manager shows of it now. @throws {ApiError} `notFound` while it shows nothing */
  readonly read: () => Promise<T>;
  /** Whether what is shown is what was sent, and not something else that the answer names. */
  readonly isMeant: (shown: T) => boolean;
  /** Whether it has all that was sent: what it lacks at the first look may be late. */
  readonly isWhole: (shown: T) => boolean;
  /** What tells it from others. */
  readonly identity: string;
  /** Of the request that created it. */
  readonly path: string;
}

/** Something that was created: as the manager shows it, or as it was answered where that could not be read. */
export interface ShownCreate<T> {
  readonly created: T;
  readonly isSeen: boolean;
}

/**
 * What was created as the manager shows it: an answer tells of what may never be there, comes before it, or names something
 * else. Where the manager cannot be asked now, its answer has to do.
 * @throws {ApiError} `badResponse` when it does not show it; nobody knows then whether it will
 */
export async function shownCreated<T>(
  { answered, read, isMeant, isWhole, identity, path }: AnsweredCreate<T>,
  patience: Patience,
): Promise<ShownCreate<T>> {
  let wasSeen = false;
  const found = await settle({
    ...patience,
    look: () => read().catch(undefinedIfGone),
    isSettled: seen => {
      if (seen === undefined) return false;
      const isSecond = wasSeen;
      wasSeen = true;
      return isSecond || !isMeant(seen) || isWhole(seen);
    },
  });
  const { seen } = found;
  if (seen !== undefined && isMeant(seen)) return { created: seen, isSeen: true };
  if (!found.isSettled && found.error !== undefined) return { created: answered, isSeen: false };
  const detail = `${identity}, which is ${seen === undefined ? 'not there' : 'something else'}`;
  throw new ApiError({ reason: 'badResponse', method: 'POST', path, detail });
}
