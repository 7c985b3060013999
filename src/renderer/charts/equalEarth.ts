/** Width and height of the map: the whole world but Antarctica. */
export const mapSize = { width: 720, height: 318 } as const;
const worldHeight = 350;

const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
const root = Math.sqrt(3) / 2;
/** Half the width and height of the projected world. */
const [halfWidth, halfHeight] = [2.706629, 1.317362];

/** Equal Earth, which shows areas in proportion (Šavrič, Patterson, Jenny 2018): degrees to a place on the map. */
export function project(longitude: number, latitude: number): [x: number, y: number] {
  const angle = Math.asin(root * Math.sin((latitude * Math.PI) / 180));
  const square = angle * angle;
  const sixth = square ** 3;
  const slope = root * (9 * a4 * sixth * square + 7 * a3 * sixth + 3 * a2 * square + a1);
  const x = (((longitude * Math.PI) / 180) * Math.cos(angle)) / slope;
  const y = angle * (a1 + a2 * square + sixth * (a3 + a4 * square));
  const round = (pixels: number) => Math.round(pixels * 10) / 10;
  return [
    round(((x + halfWidth) / (2 * halfWidth)) * mapSize.width),
    round(((halfHeight - y) / (2 * halfHeight)) * worldHeight),
  ];
}
