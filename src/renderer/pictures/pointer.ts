interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the pointer is on the drawing of a sheet, in its units. @param zoom pixels on the screen for one of them */
export function pointOnDrawing(
  sheet: HTMLElement,
  zoom: number,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Point {
  const { left, top } = corner(sheet);
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}

/** Where a point of the drawing of a sheet is on the screen. */
export function pointOnScreen(sheet: HTMLElement, zoom: number, { x, y }: Point): Point {
  const { left, top } = corner(sheet);
  return { x: x * zoom + left, y: y * zoom + top };
}

const corner = (sheet: HTMLElement) =>
  sheet.querySelector('svg')?.getBoundingClientRect() ?? { left: 0, top: 0 };
