import type { Locator, Page } from 'playwright-core';

/** The box of what no longer moves: a picture may be drawn once more when its tab has got its size. */
export async function standing(drawn: Locator) {
  await drawn.hover();
  return (await drawn.boundingBox())!;
}

/** Drags with the mouse from the middle of what is drawn, so far below its top, by so many pixels. */
export async function dragFrom(
  page: Page,
  drawn: Locator,
  { from, by: [right, down] }: { from: number; by: readonly [number, number] },
): Promise<void> {
  const { x, y, width } = await standing(drawn);
  const start = [x + width / 2, y + from] as const;
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move(start[0] + right, start[1] + down, { steps: 5 });
  await page.mouse.up();
}
