import { dashed, seriesPaints, type Box, type Mark, type Shape } from '../drawing.js';
import type { RackElevation } from './rackElevation.js';
import type { UnitSegment } from './rackUnits.js';
import { fitted, textWidth } from '../textWidth.js';

/** What the picture of a rack says, in the language of the reader. */
export interface RackTexts {
  readonly name: string;
  readonly summary: string;
  /** How much clashes and does not fit; empty where nothing does. */
  readonly trouble: string;
  /** Of each segment: what stands in it for each claim, its units, and each claim for a screen reader. */
  readonly segments: readonly {
    readonly labels: readonly string[];
    readonly units: string;
    readonly said: readonly string[];
  }[];
  /** Reservations with something wrong that has no place in the slots. */
  readonly remarks: readonly {
    readonly key: string;
    readonly id: number | undefined;
    readonly text: string;
    readonly said: string;
  }[];
  /** That there are units which are not drawn; empty where there are none. */
  readonly more: string;
}

/** A rack and what its picture says. */
export interface ShownRack extends RackElevation {
  readonly texts: RackTexts;
}

/** Height of a unit. */
export const unitHeight = 16;

/** How much can be read at a zoom: everything, only every fifth number, or no text in the slots. */
export type Detail = 'full' | 'some' | 'none';
export const detailAt = (zoom: number): Detail => (zoom >= 0.7 ? 'full' : zoom >= 0.5 ? 'some' : 'none');

/** A piece of a rack in a drawing. */
export interface SegmentPlace {
  readonly rack: ShownRack;
  readonly segment: UnitSegment;
  readonly texts: RackTexts['segments'][number];
  readonly box: Box;
  readonly lane: number;
  readonly detail: Detail;
}

const size = 11;
const strip = 12;

/** One claim to a segment, or the segment where it is free; those who clash stand side by side. */
export function segmentMark(place: SegmentPlace, index: number): Mark {
  const { rack, segment, texts, lane, detail } = place;
  const width = place.box.width / texts.said.length;
  const box = { ...place.box, x: place.box.x + index * width, width };
  const key = segment.claims[index];
  const label = texts.said[index] ?? '';
  const id = `${key === undefined ? 'free' : `claim ${key}`} ${rack.id} ${segment.from}`;
  const mark = { kind: 'mark', id, lane, box, label } as const;
  if (key === undefined) return { ...mark, shapes: freeShapes(box, texts.labels[0] ?? '', detail) };
  const reservation = rack.reservations.find(known => known.key === key);
  const isClash = segment.claims.length > 1;
  const isEdited = reservation?.isEdited ?? false;
  const name = `${isEdited ? '● ' : ''}${texts.labels[index] ?? ''}`;
  return {
    ...mark,
    opens: reservation?.id === undefined ? undefined : { type: 'rack_reservations', id: reservation.id },
    shapes: [
      ...claimShapes(box, { id: reservation?.id, isClash, isEdited }),
      ...(detail === 'none' ? [] : claimTexts(box, name, texts.units)),
    ],
  };
}

function freeShapes(box: Box, label: string, detail: Detail): Shape[] {
  const ground: Shape = { kind: 'box', ...box, fill: 'ground', opacity: 0 };
  if (detail === 'none') return [ground];
  // In the middle of a unit, not on the line between two.
  const unitsAbove = Math.floor((box.height / unitHeight - 1) / 2);
  const x = box.x + box.width / 2;
  const y = box.y + (unitsAbove + 0.5) * unitHeight + 4;
  return [ground, { kind: 'text', x, y, text: label, size, paint: 'dim', anchor: 'middle' }];
}

interface ClaimLook {
  readonly id: number | undefined;
  readonly isClash: boolean;
  readonly isEdited: boolean;
}

/** The ground hides the lines of the units, a strip tells reservations apart, and dashes say what is not saved. */
function claimShapes(box: Box, { id, isClash, isEdited }: ClaimLook): Shape[] {
  const { paint, hatching } = reservationLook(id);
  const edge = isClash ? 'alert' : paint;
  const inner = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 };
  return [
    { kind: 'box', ...inner, fill: 'ground' },
    { kind: 'box', ...inner, fill: edge, opacity: 0.16 },
    { kind: 'box', ...inner, width: strip, fill: paint, hatching },
    {
      kind: 'box',
      ...inner,
      stroke: edge,
      strokeWidth: isClash ? 1.75 : 1,
      dash: isEdited ? dashed : undefined,
    },
  ];
}

/** The name, and the units below it where there is room, or behind it. */
function claimTexts(box: Box, name: string, unitWords: string): Shape[] {
  const x = box.x + strip + 7;
  const room = box.width - strip - 12;
  const line = { kind: 'text', x, size, paint: 'text' } as const;
  const units = { kind: 'text', size: 10, paint: 'dim', text: unitWords } as const;
  const middle = box.y + box.height / 2;
  if (box.height >= 2 * unitHeight)
    return [
      { ...line, y: middle - 2.5, text: fitted(name, size, room) },
      { ...units, x, y: middle + 10.5, text: fitted(unitWords, 10, room) },
    ];
  const rest = room - textWidth(unitWords, 10) - 6;
  if (textWidth(name, size) > rest) return [{ ...line, y: middle + 4, text: fitted(name, size, room) }];
  return [
    { ...line, y: middle + 4, text: name },
    { ...units, x: box.x + box.width - 6, y: middle + 4, anchor: 'end' },
  ];
}

/** The colour and the hatching of a reservation: always the same for one of this number. */
function reservationLook(id: number | undefined) {
  const place = id ?? 0;
  const hatching = (['rising', 'ruled', 'falling', 'strokes', 'crossed'] as const)[
    Math.floor(place / seriesPaints.length) % 5
  ];
  return { paint: seriesPaints[place % seriesPaints.length] ?? 'series0', hatching: hatching ?? 'rising' };
}

/** Whether something in a rack clashes or does not fit. */
export const isTroubled = ({ clashes, misfits }: RackElevation): boolean => clashes + misfits > 0;
