import type { Box, Drawing, Mark, Shape } from '../drawing.js';
import { stateShapes } from '../floors/floorSymbols.js';
import type { FloorSheet } from '../floors/shownFloor.js';
import type { ShownBranch, ShownTree } from './shownTopology.js';
import { fitted, textWidth } from '../textWidth.js';
import { buttonRadius, edgeShapes, widthScale } from './topologyEdges.js';
import {
  badgeRoom,
  detailSize,
  layOutTopology,
  measuredSize,
  nameSize,
  padding,
  rightPadding,
  symbolRoom,
} from './topologyLayout.js';

/** What gestures need to know of a branch that is drawn. */
export interface PlacedBranch {
  readonly key: string;
  readonly isOpen: boolean | undefined;
  /** The button that opens and closes it; all of it where it is nothing but that. */
  readonly button: Box | undefined;
  /** The mark of its parent, and that of what stands first below it. */
  readonly parent: string | undefined;
  readonly child: string | undefined;
}

const margin = 18;
const noteHeight = 15;
const leastWidth = 460;

/** The mark of a branch. */
export const branchMark = (key: string): string => `branch ${key} `;

/** A topology with a scale for the width of its lines. */
export function drawTopology(
  topology: ShownTree,
  title: string,
  sheet: FloorSheet,
): { drawing: Drawing; branches: ReadonlyMap<string, PlacedBranch>; glance: number } {
  const { branches, texts } = topology;
  const layout = layOutTopology(branches);
  const { boxes } = layout;
  const width = Math.max(layout.width, leastWidth);
  const marks = branches.flatMap((branch, index) => {
    const box = boxes[index];
    return box ? [branchMarkOf(branch, box)] : [];
  });
  const notes = texts.notes.map((text, index): Shape => ({
    kind: 'text',
    x: margin,
    y: layout.height + 26 + index * noteHeight,
    size: 10.5,
    paint: 'dim',
    text: fitted(text, 10.5, width - 2 * margin),
  }));
  const height = layout.height + 26 + notes.length * noteHeight + margin - noteHeight;
  return {
    drawing: {
      width,
      height,
      title,
      isTree: true,
      parts: [...legendParts(topology, title, width), ...edgeShapes(topology, boxes), ...notes, ...marks],
    },
    branches: placedBranches(branches, boxes),
    // As wide as the window too.
    glance: Math.max(height, sheet.width > 0 ? (width * sheet.height) / sheet.width : 0),
  };
}

/** What is shown, how many are down, and what widths mean. */
function legendParts(topology: ShownTree, title: string, width: number): Shape[] {
  const { texts, branches } = topology;
  const room = width - 2 * margin;
  const line = { kind: 'text', x: margin } as const;
  const isDown = (branches[0]?.down ?? 0) > 0 || branches[0]?.state === 'down';
  const stateEnd = texts.state ? margin + symbolRoom + textWidth(texts.state, 11) + 24 : margin;
  return [
    { ...line, y: 22, size: 13, paint: 'text', isBold: true, text: fitted(title, 13, room) },
    { ...line, y: 38, size: 11, paint: 'dim', text: fitted(texts.summary, 11, room) },
    ...(texts.state
      ? [
          ...stateShapes(isDown ? 'down' : 'up', { x: margin + 5, y: 54 }, { radius: 4.5, pixel: 1 }),
          { ...line, x: margin + symbolRoom, y: 58, size: 11, paint: 'text', text: texts.state } as const,
        ]
      : []),
    ...widthScale(topology, { x: stateEnd, y: 58 }),
  ];
}

function branchMarkOf(branch: ShownBranch, box: Box): Mark {
  const { key, depth, isOpen, opens, texts } = branch;
  return {
    kind: 'mark',
    id: branchMark(key),
    lane: depth,
    box,
    label: texts.said,
    opens,
    branch: { level: depth + 1, isOpen },
    shapes: [
      ...boxShapes(branch, box),
      ...foundShapes(branch, box),
      ...textShapes(branch, box),
      ...buttonShapes(branch, box),
    ],
  };
}

/** Domains have a frame, sensors a lighter one, what stands for many lies on others, and access points are their symbol. */
function boxShapes({ kind }: ShownBranch, box: Box): Shape[] {
  switch (kind) {
    case 'domain':
      return [{ kind: 'box', ...box, fill: 'raised', stroke: 'frame' }];
    case 'sensor':
      return [{ kind: 'box', ...box, fill: 'ground', stroke: 'line' }];
    case 'fold':
      return [
        { kind: 'box', ...box, x: box.x + 5, y: box.y + 5, fill: 'raised', stroke: 'line' },
        { kind: 'box', ...box, x: box.x + 2.5, y: box.y + 2.5, fill: 'raised', stroke: 'line' },
        { kind: 'box', ...box, fill: 'raised', stroke: 'frame' },
      ];
    case 'accessPoint':
      // What a mouse or a finger meets.
      return [{ kind: 'box', ...box, fill: 'ground', opacity: 0 }];
  }
}

/** A frame around what was found, apart from what leads to it. */
const foundShapes = ({ isFound = false }: ShownBranch, { x, y, width, height }: Box): Shape[] =>
  isFound
    ? [
        {
          kind: 'box',
          x: x - 2,
          y: y - 2,
          width: width + 4,
          height: height + 4,
          stroke: 'series1',
          strokeWidth: 2,
        },
      ]
    : [];

function textShapes(branch: ShownBranch, box: Box): Shape[] {
  const { kind, state, texts } = branch;
  const { x, y, width, height } = box;
  const badge = badgeShapes(branch, box);
  const isPoint = kind === 'accessPoint';
  const left = x + padding + (isPoint ? symbolRoom : 0);
  const room = x + width - rightPadding - left - (badge.length > 0 ? badgeRoom(texts.down) : 0);
  const name: Shape = {
    kind: 'text',
    x: left,
    size: nameSize,
    paint: 'text',
    isBold: kind === 'domain',
    y: isPoint ? y + height / 2 + 4 : y + 15.5,
    text: fitted(texts.name, measuredSize(kind), room),
  };
  if (isPoint)
    return [
      ...stateShapes(
        state ?? 'unknown',
        { x: x + padding + 5, y: y + height / 2 },
        { radius: 4.5, pixel: 1 },
      ),
      name,
    ];
  const detail: Shape = {
    kind: 'text',
    x: left,
    y: y + 29,
    size: detailSize,
    paint: 'dim',
    text: fitted(texts.detail, detailSize, width - padding - rightPadding),
  };
  return [name, detail, ...badge];
}

/** How many below are down: a triangle, and their number. */
function badgeShapes({ texts }: ShownBranch, { x, y, width }: Box): Shape[] {
  if (!texts.down) return [];
  const right = x + width - rightPadding;
  const middle = { x: right - textWidth(texts.down, detailSize) - 8, y: y + 12 };
  return [
    ...stateShapes('down', middle, { radius: 4, pixel: 1 }),
    {
      kind: 'text',
      x: right,
      y: y + 15.5,
      text: texts.down,
      size: detailSize,
      paint: 'text',
      anchor: 'end',
      isBold: true,
    },
  ];
}

const buttonBox = ({ x, y, width, height }: Box): Box => ({
  x: x + width - buttonRadius,
  y: y + height / 2 - buttonRadius,
  width: 2 * buttonRadius,
  height: 2 * buttonRadius,
});

/** A plus on what can be opened, a minus on what is open. */
function buttonShapes({ isOpen }: ShownBranch, box: Box): Shape[] {
  if (isOpen === undefined) return [];
  const { x, y } = { x: box.x + box.width, y: box.y + box.height / 2 };
  return [
    { kind: 'disc', x, y, radius: buttonRadius, fill: 'ground', stroke: 'frame' },
    {
      kind: 'path',
      stroke: 'text',
      strokeWidth: 1.5,
      data: `M${x - 3.5} ${y}h7${isOpen ? '' : `M${x} ${y - 3.5}v7`}`,
    },
  ];
}

function placedBranches(
  branches: readonly ShownBranch[],
  boxes: readonly Box[],
): ReadonlyMap<string, PlacedBranch> {
  const markAt = (index: number) => {
    const branch = branches[index];
    return branch && branchMark(branch.key);
  };
  return new Map(
    branches.map(({ key, kind, isOpen, parent }, index) => {
      const box = boxes[index];
      const button = isOpen === undefined || !box ? undefined : kind === 'fold' ? box : buttonBox(box);
      const child = isOpen ? markAt(index + 1) : undefined;
      return [branchMark(key), { key, isOpen, button, parent: markAt(parent), child }];
    }),
  );
}
