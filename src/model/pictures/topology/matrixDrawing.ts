import type { Box, Drawing, Mark, Shape } from '../drawing.js';
import type { FloorSheet } from '../floors/shownFloor.js';
import type { ShownFlow, ShownMatrix, ShownSite } from './shownTopology.js';
import { fitted, textWidth } from '../textWidth.js';

const margin = 18;
const cell = { width: 58, height: 24 };
const nameSize = 11.5;
const cellSize = 10;
const longestName = 170;
/** Of the names of columns, which are turned. */
const angle = -45;
const lean = Math.SQRT1_2;
const headTop = 96;
const sums = { width: 68, gap: 14 };
const noteHeight = 15;
/** The darkest cell: what is written in it is read on it in every theme. */
const darkest = 0.55;
/** As a part of it. */
const palest = 0.2;

/** The flows that a cell stands for: the keys of its row and its column. */
export interface PlacedFlow {
  readonly from: string;
  readonly to: string;
}

/** Where the cells of a matrix stand. */
interface Grid extends Box {
  readonly right: number;
}

/** Who talks to whom: a row for each site where flows were seen, a column for each where their other ends are. */
export function drawMatrix(
  matrix: ShownMatrix,
  title: string,
  sheet: FloorSheet,
): { drawing: Drawing; flows: ReadonlyMap<string, PlacedFlow>; glance: number } {
  const { rows, columns, texts } = matrix;
  const grid = gridOf(matrix);
  const width = Math.max(grid.right + margin, 520, legendWidth(matrix) + 2 * margin);
  const notesTop = grid.y + grid.height + 26;
  const notes = [texts.empty, ...texts.notes].filter(Boolean);
  const height = notesTop + notes.length * noteHeight + margin - noteHeight;
  const lines = notes.map((text, index): Shape => ({
    kind: 'text',
    x: margin,
    y: notesTop + index * noteHeight,
    paint: index === 0 && texts.empty ? 'text' : 'dim',
    size: 10.5,
    text: fitted(text, 10.5, width - 2 * margin),
  }));
  const parts = [
    ...headParts(matrix, title, width),
    ...(rows.length > 0 ? [...gridShapes(matrix, grid), ...axisNames(matrix, grid)] : []),
    ...columns.map((site, column) => columnMark(site, column, grid)),
    ...rows.flatMap((site, row) => [
      rowMark(site, row, grid),
      ...matrix.flows.filter(flow => flow.row === row).map(flow => flowMark(flow, matrix, grid)),
    ]),
    ...lines,
  ];
  const glance = Math.max(height, sheet.width > 0 ? (width * sheet.height) / sheet.width : 0);
  return { drawing: { width, height, title, parts }, flows: placedFlows(matrix), glance };
}

const placedFlows = ({ flows, rows, columns }: ShownMatrix): ReadonlyMap<string, PlacedFlow> =>
  new Map(
    flows.map(({ row, column }) => {
      const from = rows[row]?.key ?? '';
      const to = columns[column]?.key ?? '';
      return [flowMarkId({ from, to }), { from, to }];
    }),
  );

const flowMarkId = ({ from, to }: PlacedFlow): string => `flow ${from} ${to} `;

function gridOf({ rows, columns }: ShownMatrix): Grid {
  const widthOf = ({ texts }: ShownSite) => Math.min(textWidth(texts.name, nameSize), longestName);
  const names = rows.reduce((widest, site) => Math.max(widest, widthOf(site)), 60);
  const turned = columns.reduce((widest, site) => Math.max(widest, widthOf(site)), 0) * lean;
  const x = margin + names + 10;
  const width = columns.length * cell.width;
  return {
    x,
    y: headTop + turned + (rows.length > 0 ? 14 : 0),
    width,
    height: rows.length * cell.height,
    right: rows.length > 0 ? Math.max(x + width + sums.gap + 2 * sums.width, x + width + turned) : x,
  };
}

function headParts({ texts, shades }: ShownMatrix, title: string, width: number): Shape[] {
  const line = { kind: 'text', x: margin } as const;
  const room = width - 2 * margin;
  let x = margin;
  const legend = shades.flatMap(({ label }, index): Shape[] => {
    const left = x;
    x += 22 + textWidth(label, nameSize) + 12;
    return [
      {
        kind: 'box',
        x: left,
        y: 48,
        width: 16,
        height: 11,
        fill: 'series0',
        opacity: opacityOf(shades, index),
      },
      { kind: 'text', x: left + 22, y: 58, size: 11, paint: 'text', text: label },
    ];
  });
  return [
    { ...line, y: 22, size: 13, paint: 'text', isBold: true, text: fitted(title, 13, room) },
    { ...line, y: 38, size: 11, paint: 'dim', text: fitted(texts.summary, 11, room) },
    ...legend,
  ];
}

/** The palest is still told from nothing. */
const opacityOf = ({ length }: ShownMatrix['shades'], index: number): number =>
  darkest * (length > 1 ? palest + ((1 - palest) * index) / (length - 1) : 1);

/** How wide the legend is. */
const legendWidth = ({ shades }: ShownMatrix): number =>
  shades.reduce((sum, { label }) => sum + 34 + textWidth(label, nameSize), 0);

/** Thin lines between rows, and a frame around what is within a site. */
function gridShapes({ rows, columns }: ShownMatrix, { x, y, width, height }: Grid): Shape[] {
  const across = rows.map((_, row) => `M${x} ${y + (row + 1) * cell.height}h${width}`).join('');
  const down = columns.map((_, column) => `M${x + (column + 1) * cell.width} ${y}v${height}`).join('');
  const own = rows.flatMap((site, row): Shape[] => {
    const column = columns.findIndex(({ key }) => key === site.key);
    const place = { x: x + column * cell.width, y: y + row * cell.height };
    return column < 0 ? [] : [{ kind: 'box', ...place, ...cell, stroke: 'frame' }];
  });
  return [
    { kind: 'path', data: `M${x} ${y}h${width}M${x} ${y}v${height}${across}${down}`, stroke: 'line' },
    ...own,
  ];
}

/** What rows and columns are, and the sums beside them. */
function axisNames({ texts }: ShownMatrix, grid: Grid): Shape[] {
  const line = { kind: 'text', size: 10, paint: 'dim' } as const;
  const beside = grid.x + grid.width + sums.gap;
  return [
    { ...line, x: grid.x, y: headTop - 16, text: texts.columns },
    { ...line, x: margin, y: grid.y - 8, text: fitted(texts.rows, 10, grid.x - margin) },
    ...[texts.outside, texts.total].map((text, index): Shape => ({
      ...line,
      x: beside + (index + 1) * sums.width,
      y: grid.y - 8,
      anchor: 'end',
      text: fitted(text, 10, sums.width - 4),
    })),
  ];
}

function columnMark({ key, opens, texts }: ShownSite, column: number, grid: Grid): Mark {
  const x = grid.x + (column + 0.5) * cell.width;
  const y = grid.y - 6;
  const text = fitted(texts.name, nameSize, longestName);
  return {
    kind: 'mark',
    id: `to ${key} `,
    lane: undefined,
    label: texts.said,
    opens,
    box: { x: x - cell.width / 2, y: y - cell.height, width: cell.width, height: cell.height },
    shapes: [{ kind: 'text', x: x + 2, y, text, size: nameSize, paint: 'text', angle }],
  };
}

function rowMark({ key, opens, texts }: ShownSite, row: number, grid: Grid): Mark {
  const y = grid.y + row * cell.height;
  const line = { kind: 'text', y: y + 16, paint: 'text' } as const;
  const beside = grid.x + grid.width + sums.gap;
  return {
    kind: 'mark',
    id: `from ${key} `,
    lane: undefined,
    label: texts.said,
    opens,
    box: { x: margin, y, width: grid.x - margin - 10, height: cell.height },
    shapes: [
      {
        ...line,
        x: grid.x - 10,
        anchor: 'end',
        size: nameSize,
        text: fitted(texts.name, nameSize, longestName),
      },
      { ...line, x: beside + sums.width, anchor: 'end', size: cellSize, paint: 'dim', text: texts.outside },
      { ...line, x: beside + 2 * sums.width, anchor: 'end', size: cellSize, text: texts.total },
    ],
  };
}

/** In the shade of its bytes, with their number. */
function flowMark(
  { row, column, bytes, texts }: ShownFlow,
  { rows, columns, shades }: ShownMatrix,
  grid: Grid,
): Mark {
  const box = { x: grid.x + column * cell.width, y: grid.y + row * cell.height, ...cell };
  const shade = shades.findLastIndex(({ least }) => bytes >= least);
  const inner = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 };
  return {
    kind: 'mark',
    lane: undefined,
    box,
    label: texts.said,
    isGroup: true,
    id: flowMarkId({ from: rows[row]?.key ?? '', to: columns[column]?.key ?? '' }),
    shapes: [
      { kind: 'box', ...inner, fill: 'series0', opacity: opacityOf(shades, shade) },
      {
        kind: 'text',
        x: box.x + cell.width / 2,
        y: box.y + 16,
        size: cellSize,
        paint: 'text',
        anchor: 'middle',
        text: fitted(texts.bytes, cellSize, cell.width - 4),
      },
    ],
  };
}
