/** Which part of a result has the focus, so that the part in its place can get it. */
export interface KeptFocus {
  /** Its place among all that can have the focus. */
  readonly index: number;
  /** Of a text that is being typed. */
  readonly selection?: readonly [start: number | null, end: number | null];
}

const parts = (root: ShadowRoot): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('button, select, input, summary, [tabindex]'),
];

/** The part of a result that has the focus; undefined when none has. */
export function keptFocus(root: ShadowRoot): KeptFocus | undefined {
  const focused = root.activeElement;
  const index = parts(root).findIndex(part => part === focused);
  if (index < 0) return undefined;
  if (!(focused instanceof HTMLInputElement)) return { index };
  return { index, selection: [focused.selectionStart, focused.selectionEnd] };
}

/** Gives the focus to the part that is in the place of another one, unless something else has it by now. */
export function giveFocus(root: ShadowRoot, kept: KeptFocus | undefined): void {
  const { activeElement } = document;
  const isFree = activeElement === null || activeElement === document.body || activeElement === root.host;
  const part = kept && parts(root)[kept.index];
  // A page that has no focus would take it from the editor.
  if (!part || !isFree || !document.hasFocus()) return;
  part.focus({ preventScroll: true });
  if (part instanceof HTMLInputElement && kept.selection) part.setSelectionRange(...kept.selection);
}
