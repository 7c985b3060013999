import type { Box, Shape } from '../drawing.js';
import { fixed } from '../floors/floorSymbols.js';
import type { ShownBranch, ShownTree } from './shownTopology.js';

/** In pixels of the drawing, for the branch with the most traffic. */
const widestEdge = 18;
const narrowestEdge = 0.75;

/** Of the colour of traffic: on black, too, it is three times as bright as the ground (WCAG 2.2, 1.4.11). */
const strength = 0.6;

const labelSize = 10;
/** In front of each box, for what is written on its line. */
const labelRoom = 56;

/** The radius of the button that opens and closes. */
export const buttonRadius = 7;

/** How wide so many bytes are drawn: half as many are half as wide. */
export function edgeWidths(branches: readonly ShownBranch[]): (bytes: number) => number {
  const most = branches.reduce(
    (largest, { bytes = 0, parent }) => Math.max(largest, parent < 0 ? 0 : bytes),
    0,
  );
  return bytes => (most > 0 ? (widestEdge * bytes) / most : 0);
}

/** The lines from parents to what is below them, as wide as their traffic; thin and grey without any. */
export function edgeShapes({ branches }: ShownTree, boxes: readonly Box[]): Shape[] {
  const widthOf = edgeWidths(branches);
  const edges = branches.flatMap(({ parent, bytes = 0, texts }, index) => {
    const from = boxes[parent];
    const to = boxes[index];
    return from && to ? [{ from, to, width: widthOf(bytes), label: texts.traffic }] : [];
  });
  // What is thin stays to be seen.
  const sorted = edges.toSorted((one, other) => other.width - one.width);
  return [...sorted.map(edgeShape), ...edges.flatMap(labelShapes)];
}

interface Edge {
  readonly from: Box;
  readonly to: Box;
  readonly width: number;
  readonly label: string;
}

function edgeShape({ from, to, width }: Edge): Shape {
  const x = from.x + from.width + buttonRadius;
  const right = to.x;
  const [y, end] = [middleOf(from), middleOf(to)].map(fixed);
  const bend = Math.max(x, right - labelRoom);
  const middle = fixed((x + bend) / 2);
  const data = `M${fixed(x)} ${y}C${middle} ${y} ${middle} ${end} ${fixed(bend)} ${end}H${fixed(right)}`;
  if (width === 0) return { kind: 'path', data, stroke: 'frame', strokeWidth: narrowestEdge };
  return width < narrowestEdge
    ? { kind: 'path', data, stroke: 'series0', strokeWidth: narrowestEdge }
    : { kind: 'path', data, stroke: 'series0', strokeWidth: width, strokeOpacity: strength };
}

const middleOf = ({ y, height }: Box): number => y + height / 2;

/** Above the last, straight piece of its line, where no other line comes by. */
function labelShapes({ to, width, label }: Edge): Shape[] {
  if (!label) return [];
  const y = middleOf(to) - Math.max(width / 2, 1) - 3;
  return [
    {
      kind: 'text',
      x: to.x - 4,
      y,
      text: label,
      size: labelSize,
      paint: 'dim',
      anchor: 'end',
      halo: 'ground',
    },
  ];
}

/** What the width of a line means: a round number of bytes as it is drawn. */
export function widthScale(
  { branches, scale }: ShownTree,
  { x, y }: { readonly x: number; readonly y: number },
): Shape[] {
  if (!scale) return [];
  const height = edgeWidths(branches)(scale.bytes);
  return [
    { kind: 'box', x, y: y - 4 - height / 2, width: 28, height, fill: 'series0', opacity: strength },
    { kind: 'text', x: x + 34, y, text: scale.label, size: 11, paint: 'text' },
  ];
}
