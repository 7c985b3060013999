/** Points of longitude and latitude in degrees. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** A ring as short text: differences in whole steps, written five bits at a time (Google's encoded polylines). */
export function encodeRing(ring: Ring, stepsPerDegree: number): string {
  let lastX = 0;
  let lastY = 0;
  let text = '';
  for (const [longitude, latitude] of ring) {
    const x = Math.round(longitude * stepsPerDegree);
    const y = Math.round(latitude * stepsPerDegree);
    if (text !== '' && x === lastX && y === lastY) continue;
    text += encodeNumber(x - lastX) + encodeNumber(y - lastY);
    lastX = x;
    lastY = y;
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
