/** The last place of an ascending list whose value is at most `value`; 0 when there is none. */
export function lastUpTo(list: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((list[middle] ?? Infinity) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
