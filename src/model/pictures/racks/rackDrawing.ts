import { dashed, type Box, type Drawing, type Mark, type Shape, type TextShape } from '../drawing.js';
import {
  detailAt,
  segmentMark,
  unitHeight,
  type Detail,
  type SegmentPlace,
  type ShownRack,
} from './rackSegments.js';
import { fitted } from '../textWidth.js';

/** Where the units of a rack are in a drawing: unit 1 ends at the bottom of the box. */
export interface RackGrid {
  readonly rack: ShownRack;
  readonly box: Box;
}

/** For how wide a place racks are drawn, in pixels of the drawing, and how far the screen is zoomed. */
export interface RackSheet {
  readonly width: number;
  readonly zoom: number;
}

/** A rack of 19 inches is drawn in its true proportions, 1 U being 1.75 inches. */
const pixelsPerInch = unitHeight / 1.75;
const usualInches = 19;
const narrowest = 90;
const widest = 230;
const gutter = 26;
const gap = 34;
const margin = 18;
const remarkHeight = 18;
const mostRemarks = 3;
/** Of more racks than these only every fifth unit has its number: numbers are most of what a browser would have to draw. */
const mostNumbered = 60;

/** Racks side by side on one floor, in as many rows as they need, with the places of their units. */
export function drawRacks(
  racks: readonly ShownRack[],
  title: string,
  sheet: RackSheet,
): { drawing: Drawing; grids: readonly RackGrid[]; rowHeight: number } {
  const cell = gutter + Math.max(narrowest, ...racks.map(bodyWidth));
  const fitting = Math.floor((sheet.width - 2 * margin + gap) / (cell + gap));
  const columns = Math.max(1, Math.min(fitting, Math.max(1, racks.length)));
  const head = headOf(sheet.zoom);
  const parts: (Shape | Mark)[] = [];
  const grids: RackGrid[] = [];
  let top = margin;
  let rowHeight = 0;
  for (let first = 0; first < racks.length; first += columns) {
    const row = racks.slice(first, first + columns);
    const tallest = Math.max(...row.map(rack => heightAbove(rack, head) + rack.drawnUnits * unitHeight));
    for (const [column, rack] of row.entries()) {
      const height = rack.drawnUnits * unitHeight;
      const x = margin + column * (cell + gap) + gutter;
      const box = { x, y: top + tallest - height, width: bodyWidth(rack), height };
      grids.push({ rack, box });
      const place = { box, head, lane: first + column, detail: detailAt(sheet.zoom) };
      parts.push(...rackParts(rack, { ...place, hasAllNumbers: racks.length <= mostNumbered }));
    }
    rowHeight = Math.max(rowHeight, tallest + 2 * margin);
    top += tallest + gap;
  }
  const width = 2 * margin + columns * (cell + gap) - gap;
  const height = Math.max(top - gap, 0) + margin;
  return { drawing: { width, height, title, parts }, grids, rowHeight };
}

function bodyWidth({ width = usualInches }: ShownRack): number {
  return Math.round(Math.min(Math.max(width * pixelsPerInch, narrowest), widest));
}

/** The heading grows where the screen is zoomed out, so that racks can be told apart. */
interface Head {
  readonly size: number;
  readonly hasSummary: boolean;
  readonly height: number;
}

function headOf(zoom: number): Head {
  const hasSummary = detailAt(zoom) !== 'none';
  const size = Math.min(Math.max(13, 10 / zoom), 24);
  return { size, hasSummary, height: size + (hasSummary ? 17 : 0) + 8 };
}

/** What is wrong in a rack is a line of its own in its heading, which can be read as far as its name can. */
const troubleSize = ({ hasSummary, size }: Head): number => (hasSummary ? 11 : size * 0.8);
const headHeight = ({ texts }: ShownRack, head: Head): number =>
  head.height + (texts.trouble ? troubleSize(head) + 4 : 0);

const remarksShown = ({ texts }: ShownRack) => texts.remarks.slice(0, mostRemarks);
const heightAbove = (rack: ShownRack, head: Head): number =>
  headHeight(rack, head) + (remarksShown(rack).length + (rack.texts.more ? 1 : 0)) * remarkHeight;

interface RackPlace {
  readonly box: Box;
  readonly head: Head;
  readonly lane: number;
  readonly detail: Detail;
  readonly hasAllNumbers: boolean;
}

function rackParts(rack: ShownRack, place: RackPlace): (Shape | Mark)[] {
  const { box, lane, detail } = place;
  const slots = rack.segments.flatMap((segment, index): Mark[] => {
    const y = box.y + box.height - segment.to * unitHeight;
    const own = { ...box, y, height: (segment.to - segment.from + 1) * unitHeight };
    const texts = rack.texts.segments[index];
    return texts ? segmentMarks({ rack, segment, texts, box: own, lane, detail }) : [];
  });
  return [
    headMark(rack, place),
    ...aboveMarks(rack, place),
    { kind: 'box', ...box, fill: 'raised' },
    ...unitLines(box),
    ...unitNumbers(rack.drawnUnits, place),
    ...slots.reverse(),
    { kind: 'box', ...box, stroke: 'frame', strokeWidth: 2 },
  ];
}

/** The marks of a segment, one for each who claims it. */
const segmentMarks = (place: SegmentPlace): Mark[] =>
  place.texts.said.map((_, index) => segmentMark(place, index));

function headMark(rack: ShownRack, { box, head, lane }: RackPlace): Mark {
  const { name, summary, trouble } = rack.texts;
  const y = box.y - heightAbove(rack, head);
  const width = box.width + gap - 10;
  const line = (text: string, own: Pick<TextShape, 'y' | 'size' | 'paint'>): Shape => ({
    kind: 'text',
    x: box.x,
    text: fitted(text, own.size, width),
    ...own,
  });
  return {
    kind: 'mark',
    id: `rack ${rack.id}`,
    lane,
    box: { x: box.x, y, width: box.width, height: headHeight(rack, head) },
    label: [name, summary, trouble].filter(Boolean).join(', '),
    opens: { type: 'racks', id: rack.id },
    shapes: [
      {
        kind: 'text',
        x: box.x,
        y: y + head.size,
        size: head.size,
        paint: 'text',
        isBold: true,
        text: `${fitted(name, head.size, width - 12)}${rack.isEdited ? ' ●' : ''}`,
      },
      ...(head.hasSummary ? [line(summary, { y: y + head.size + 15, size: 11, paint: 'dim' })] : []),
      ...(trouble
        ? [
            line(trouble, {
              y: y + head.height - 6 + troubleSize(head),
              size: troubleSize(head),
              paint: 'alert',
            }),
          ]
        : []),
    ],
  };
}

/** What is said above the top of a rack: reservations that reach outside, and units that are not drawn. */
function aboveMarks(rack: ShownRack, { box, lane, detail, head }: RackPlace): (Shape | Mark)[] {
  const shownRemarks = remarksShown(rack);
  const top = box.y - heightAbove(rack, head) + headHeight(rack, head);
  const others = rack.texts.remarks.length - shownRemarks.length;
  const marks = shownRemarks.map(({ key, id, text, said }, index): Mark => {
    const own = { x: box.x, y: top + index * remarkHeight, width: box.width, height: remarkHeight - 3 };
    const line = index === mostRemarks - 1 && others > 0 ? `${text} (+${others})` : text;
    return {
      kind: 'mark',
      id: `remark ${rack.id} ${key}`,
      lane,
      box: own,
      label: said,
      opens: id === undefined ? undefined : { type: 'rack_reservations', id },
      shapes: [
        { kind: 'box', ...own, fill: 'alert', opacity: 0.1, stroke: 'alert', dash: dashed },
        ...(detail === 'none' ? [] : [lineIn(own, line, 'text')]),
      ],
    };
  });
  const last = { x: box.x, y: top + marks.length * remarkHeight, width: box.width, height: remarkHeight };
  return rack.texts.more && detail !== 'none' ? [...marks, lineIn(last, rack.texts.more, 'dim')] : marks;
}

const lineIn = (box: Box, text: string, paint: 'text' | 'dim'): Shape => ({
  kind: 'text',
  x: box.x + 5,
  y: box.y + 11.5,
  size: 10.5,
  paint,
  text: fitted(text, 10.5, box.width - 10),
});

/** The bounds of the units, in one path. */
function unitLines({ x, y, width, height }: Box): Shape[] {
  const count = Math.max(0, Math.round(height / unitHeight) - 1);
  const lines = Array.from({ length: count }, (_, index) => `M${x} ${y + (index + 1) * unitHeight}h${width}`);
  return count === 0 ? [] : [{ kind: 'path', data: lines.join(''), stroke: 'line' }];
}

/** The numbers beside the units, from the bottom. */
function unitNumbers(count: number, { box: { x, y, height }, detail, hasAllNumbers }: RackPlace): Shape[] {
  if (detail === 'none') return [];
  const units = Array.from({ length: count }, (_, index) => index + 1);
  const isEach = detail === 'full' && hasAllNumbers;
  const isSaid = (unit: number) => isEach || unit === 1 || unit === count || unit % 5 === 0;
  return units.filter(isSaid).map(unit => ({
    kind: 'text',
    x: x - 6,
    y: y + height - unit * unitHeight + 12,
    anchor: 'end',
    text: String(unit),
    size: detail === 'full' ? 10 : 12,
    paint: 'dim',
  }));
}
