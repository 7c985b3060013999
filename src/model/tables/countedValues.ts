/**
 * Counts on from a value: `12` to `13`, `Rack 09` to `Rack 10`, by the last number of a text, which keeps its width.
 * @returns what a value is so many steps further; undefined for one without a number
 */
export function counting(from: unknown): ((steps: number) => unknown) | undefined {
  if (typeof from === 'number' && Number.isSafeInteger(from)) return steps => from + steps;
  const [, before = '', digits = '', behind = ''] = /^([^]*?)(\d{1,15})(\D*)$/.exec(String(from ?? '')) ?? [];
  if (typeof from !== 'string' || digits === '') return undefined;
  return steps => `${before}${String(Number(digits) + steps).padStart(digits.length, '0')}${behind}`;
}
