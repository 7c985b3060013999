/** Longest wait that a timer can hold. */
const longest = 2 ** 31 - 1;

/**
 * A signal that aborts after some milliseconds with a `TimeoutError`, or with another signal. It lasts until `end` is
 * called: what `AbortSignal.any` makes of `AbortSignal.timeout` can be lost with Node's garbage and then never aborts
 * (https://github.com/nodejs/node/pull/57867).
 */
export function timeLimit(
  milliseconds: number,
  other?: AbortSignal,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  const follow = () => controller.abort(other?.reason);
  const expire = () => controller.abort(new DOMException('Took too long', 'TimeoutError'));
  const timer = setTimeout(expire, Math.min(milliseconds, longest));
  if (other?.aborted) follow();
  other?.addEventListener('abort', follow, { once: true });
  const end = () => {
    clearTimeout(timer);
    other?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, end };
}
