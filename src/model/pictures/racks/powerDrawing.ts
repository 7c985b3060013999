import { dashed, type Box, type Drawing, type Mark, type Shape } from '../drawing.js';
import type { PowerFeed, PowerPanel } from './powerPanels.js';
import { fitted, textWidth } from '../textWidth.js';

/** A feed and what its picture says. */
export interface ShownFeed extends PowerFeed {
  readonly texts: {
    readonly name: string;
    /** `230 V × 32 A · single-phase`. */
    readonly detail: string;
    /** `5.9 of 7.4 kVA (80 %)`. */
    readonly value: string;
    /** What is unusual about it; empty for one that is in use. */
    readonly state: string;
    readonly said: string;
    /** The racks that it serves, in the order of their numbers. */
    readonly racks: readonly string[];
  };
}

/** A panel and what its picture says. */
export interface ShownPanel extends Omit<PowerPanel, 'feeds'> {
  readonly feeds: readonly ShownFeed[];
  readonly texts: { readonly name: string; readonly summary: string };
}

/** What belongs to all panels of a picture. */
export interface PowerScale {
  /** From 0 up; the last one is the end of the scale. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  readonly legend: { readonly primary: string; readonly redundant: string; readonly unused: string };
  /** How it was reckoned, and what is not known. */
  readonly notes: readonly string[];
}

/** What a picture of power shows. */
export interface PowerSheet {
  readonly panels: readonly ShownPanel[];
  readonly scale: PowerScale;
  readonly title: string;
  /** Pixels of the drawing that there is room for. */
  readonly width: number;
}

const margin = 18;
const labels = 180;
const values = 150;
const shortestBar = 120;
const barHeight = 18;
const feedHeight = 40;
const chipHeight = 18;
const headHeight = 40;
const panelGap = 18;
const lineHeight = 15;

interface Plot {
  readonly x: number;
  readonly width: number;
  /** The right end of a value on the scale. */
  readonly at: (kva: number) => number;
}

/** Panels below each other; their feeds are bars on one scale, filled as far as they may be used. */
export function drawPower({ panels, scale, title, width: room }: PowerSheet): Drawing {
  const width = Math.max(room, 2 * margin + labels + shortestBar + values);
  const plot = plotOf(width, scale);
  const parts: (Shape | Mark)[] = [];
  const begin = margin + 2 * lineHeight + 10;
  let y = begin;
  for (const panel of panels) {
    parts.push(panelMark(panel, y, width));
    y += headHeight;
    for (const feed of panel.feeds) {
      parts.push(...feedParts(feed, y, plot));
      y += heightOf(feed);
    }
    y += panelGap;
  }
  const end = panels.length === 0 ? begin : y - panelGap;
  const notes = scale.notes.map((text, index): Shape => ({
    kind: 'text',
    x: margin,
    y: end + 24 + index * lineHeight,
    size: 10.5,
    paint: 'dim',
    text: fitted(text, 10.5, width - 2 * margin),
  }));
  return {
    width,
    title,
    height: end + 24 + scale.notes.length * lineHeight + margin,
    parts: [
      ...legendParts(scale, plot),
      ...axisParts(scale, plot, { from: begin, to: end }),
      ...parts,
      ...notes,
    ],
  };
}

function plotOf(width: number, { ticks }: PowerScale): Plot {
  const x = margin + labels;
  const plotWidth = width - margin - values - x;
  const end = ticks.at(-1)?.value || 1;
  return { x, width: plotWidth, at: kva => x + (plotWidth * Math.min(kva, end)) / end };
}

const heightOf = ({ racks }: ShownFeed): number => feedHeight + (racks.length > 0 ? chipHeight + 6 : 0);

/** What the fills mean, before anything else is read. */
function legendParts({ legend }: PowerScale, plot: Plot): Shape[] {
  const entries = [
    { text: legend.primary, shapes: (box: Box) => [fillOf(box, false)] },
    { text: legend.redundant, shapes: (box: Box) => [fillOf(box, true)] },
    { text: legend.unused, shapes: (box: Box): Shape[] => [{ kind: 'box', ...box, stroke: 'frame' }] },
  ];
  const widthOf = (text: string) => 18 + 6 + textWidth(text, 11) + 18;
  const needed = entries.reduce((sum, { text }) => sum + widthOf(text), 0);
  let at = Math.max(margin, Math.min(plot.x, plot.x + plot.width + values - needed));
  return entries.flatMap(({ text, shapes }): Shape[] => {
    const box = { x: at, y: margin, width: 18, height: 11 };
    at += widthOf(text);
    return [...shapes(box), { kind: 'text', x: box.x + 24, y: margin + 10, text, size: 11, paint: 'dim' }];
  });
}

/** Thin lines from top to bottom, with their values at the top. */
function axisParts({ ticks }: PowerScale, plot: Plot, { from, to }: { from: number; to: number }): Shape[] {
  const y = from - 8;
  const lines = ticks.map(({ value }) => `M${plot.at(value)} ${y + 4}V${to}`).join('');
  const numbers = ticks.map(({ value, label }): Shape => ({
    kind: 'text',
    x: plot.at(value),
    y,
    text: label,
    size: 10,
    paint: 'dim',
    anchor: 'middle',
  }));
  return to <= from ? [] : [{ kind: 'path', data: lines, stroke: 'line' }, ...numbers];
}

function panelMark({ id, isEdited, texts }: ShownPanel, y: number, width: number): Mark {
  const box = { x: margin, y: y + 2, width: labels - 10, height: headHeight - 6 };
  const room = width - 2 * margin;
  const name = `${fitted(texts.name, 13, room - 20)}${isEdited ? ' ●' : ''}`;
  const summary = fitted(texts.summary, 11, room);
  const plate = Math.min(Math.max(textWidth(name, 13), textWidth(summary, 11)) + 6, room);
  return {
    kind: 'mark',
    id: `panel ${id ?? 'none'}`,
    lane: 0,
    box,
    label: `${texts.name}, ${texts.summary}`,
    opens: id === undefined ? undefined : { type: 'power_panels', id },
    shapes: [
      // Behind the text no line of the scale; beside it they go on.
      { kind: 'box', x: margin, y: y + 2, width: plate, height: headHeight - 6, fill: 'ground' },
      { kind: 'text', x: margin, y: y + 16, size: 13, paint: 'text', isBold: true, text: name },
      { kind: 'text', x: margin, y: y + 31, size: 11, paint: 'dim', text: summary },
    ],
  };
}

function feedParts(feed: ShownFeed, y: number, plot: Plot): Mark[] {
  const { texts, key, id, isEdited, capacity } = feed;
  // Beside its bar, which is read together with it.
  const beside = plot.at(capacity ?? 0) + 10;
  const line = { kind: 'text', paint: 'text' } as const;
  const box = { x: margin, y, width: plot.x + plot.width + values - margin, height: feedHeight };
  const mark: Mark = {
    kind: 'mark',
    id: `feed ${key}`,
    lane: 0,
    box,
    label: texts.said,
    opens: id === undefined ? undefined : { type: 'power_feeds', id },
    shapes: [
      // A click beside words and bar is one on the feed too.
      { kind: 'box', ...box, fill: 'ground', opacity: 0 },
      {
        ...line,
        x: margin + 10,
        y: y + 13,
        size: 12,
        text: fitted(`${isEdited ? '● ' : ''}${texts.name}`, 12, labels - 24),
      },
      {
        ...line,
        x: margin + 10,
        y: y + 28,
        size: 10.5,
        paint: 'dim',
        text: fitted(texts.detail, 10.5, labels - 18),
      },
      ...barShapes(feed, { ...plot, y: y + 3 }),
      {
        ...line,
        x: beside,
        y: y + 16,
        size: 11,
        halo: 'ground',
        text: fitted(texts.value, 11, values - 10),
      },
      ...(texts.state
        ? [
            {
              ...line,
              x: beside,
              y: y + 30,
              halo: 'ground',
              size: 10.5,
              paint: isOut(feed) ? 'alert' : 'dim',
              text: fitted(texts.state, 10.5, values - 10),
            } as const,
          ]
        : []),
    ],
  };
  return [mark, ...rackChips(feed, y + feedHeight - 4, plot)];
}

/** The frame is the capacity; it is filled up to the limit, and dashed while the feed is not in use. No bar without numbers. */
function barShapes(feed: ShownFeed, plot: Plot & { y: number }): Shape[] {
  const { capacity, usable, type, isInUse, isEdited } = feed;
  const { x, y } = plot;
  if (capacity === undefined) return [];
  const whole = { x, y, width: Math.max(plot.at(capacity) - x, 1), height: barHeight };
  const filled = { ...whole, width: Math.max(plot.at(usable ?? 0) - x, 0) };
  const stroke = isOut(feed) ? 'alert' : 'frame';
  return [
    { kind: 'box', ...whole, fill: 'ground' },
    ...(isInUse && usable !== undefined ? [fillOf(filled, type === 'redundant')] : []),
    ...(usable === undefined
      ? []
      : [
          {
            kind: 'path',
            data: `M${x + filled.width} ${y - 3}v${barHeight + 6}`,
            stroke: 'text',
            strokeWidth: 1.5,
          } as const,
        ]),
    { kind: 'box', ...whole, stroke, dash: isEdited || !isInUse ? dashed : undefined },
  ];
}

const isOut = ({ status }: ShownFeed): boolean => status === 'failed' || status === 'offline';

const fillOf = (box: Box, isRedundant: boolean): Shape =>
  isRedundant
    ? { kind: 'box', ...box, fill: 'series4', hatching: 'rising' }
    : { kind: 'box', ...box, fill: 'series0', opacity: 0.65 };

/** The racks below the bar of their feed, as far as there is room. */
function rackChips({ key, racks, texts }: ShownFeed, y: number, plot: Plot): Mark[] {
  let x = plot.x;
  return racks.flatMap((rack, index): Mark[] => {
    const text = fitted(texts.racks[index] ?? '', 10.5, 140);
    const box = { x, y, width: textWidth(text, 10.5) + 12, height: chipHeight };
    x += box.width + 6;
    if (box.x + box.width > plot.x + plot.width + values - 10) return [];
    return [
      {
        kind: 'mark',
        id: `serves ${key} ${rack}`,
        lane: 1,
        box,
        label: texts.racks[index] ?? '',
        opens: { type: 'racks', id: rack },
        shapes: [
          { kind: 'box', ...box, fill: 'raised', stroke: 'line' },
          { kind: 'text', x: box.x + 6, y: y + 12.5, text, size: 10.5, paint: 'text' },
        ],
      },
    ];
  });
}
