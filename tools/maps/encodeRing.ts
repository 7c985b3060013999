/** Points of longitude and latitude in degrees. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** A ring as short text: differences in whole steps, written five bits at a time (Google's encoded polylines). */
export function encodeRing(ring: Ring, stepsPerDegree: number): string {
  let [lastX, lastY] = [0, 0];
  let text = '';
  for (const [longitude, latitude] of ring) {
    const [x, y] = [Math.round(longitude * stepsPerDegree), Math.round(latitude * stepsPerDegree)];
    if (text !== '' && x === lastX && y === lastY) continue;
    text += encodeNumber(x - lastX) + encodeNumber(y - lastY);
    [lastX, lastY] = [x, y];
  }
  return text;
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}
