/** Milliseconds without a turn of the wheel after which the next one is another movement of the hand. */
const pause = 300;

/**
 * Keeps the wheel for what it scrolls here, until that is at its end and the wheel has stood still: VS Code looks for what
 * scrolls no further than the shadow root, and would move the page of the notebook together with a table.
 */
export function ownWheel(place: HTMLElement): void {
  let last = Number.NEGATIVE_INFINITY;
  place.addEventListener(
    'wheel',
    event => {
      const isGoingOn = event.timeStamp - last < pause;
      const path = event.composedPath();
      const inside = path.slice(0, path.indexOf(place) + 1);
      if (!isGoingOn && !inside.some(target => canScroll(target, event.deltaY))) return;
      if (inside.some(scrolls)) {
        event.stopPropagation();
        last = event.timeStamp;
      }
    },
    { passive: true },
  );
}

function scrolls(target: EventTarget): target is HTMLElement {
  if (!(target instanceof HTMLElement) || target.scrollHeight <= target.clientHeight) return false;
  const { overflowY } = getComputedStyle(target);
  return overflowY === 'auto' || overflowY === 'scroll';
}

/** Browsers round what they scroll by. */
const nearly = 2;

function canScroll(target: EventTarget, by: number): boolean {
  if (by === 0 || !scrolls(target)) return false;
  const { scrollTop, clientHeight, scrollHeight } = target;
  return by < 0 ? scrollTop > 0 : scrollHeight - clientHeight - scrollTop >= nearly;
}
