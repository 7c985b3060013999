/** Pixels of a side, and of all, of a canvas that browsers make; of a larger one they make nothing, and say nothing. */
const longestSide = 16_384;
const mostPixels = 64_000_000;
/** Below this, words of a picture could not be read. */
const leastScale = 0.5;

/** How many pixels a PNG has for one of its picture: two, as screens do, and fewer for a large one; undefined for one that is too large. */
export function pngScale(width: number, height: number): number | undefined {
  const scale = Math.min(
    2,
    longestSide / Math.max(width, height, 1),
    Math.sqrt(mostPixels / Math.max(width * height, 1)),
  );
  return scale < leastScale ? undefined : scale;
}

/** That a picture has more pixels than a PNG can be made of. */
export class TooLargeForPng extends Error {}

/** An SVG file as PNG in base 64, at twice its size where that can be made. @throws {TooLargeForPng} */
export const toPng = async (svg: string): Promise<string> =>
  (await painted(svg)).toDataURL('image/png').replace(/^.*,/, '');

/** Puts an SVG file on the clipboard as PNG. @throws {TooLargeForPng}; {Error} where the clipboard takes none */
export async function copyPng(svg: string): Promise<void> {
  const canvas = await painted(svg);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  else throw new TooLargeForPng();
}

async function painted(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = pngScale(image.naturalWidth, image.naturalHeight);
  if (scale === undefined) throw new TooLargeForPng();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
