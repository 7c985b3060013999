import type { Box, TextShape } from '../drawing.js';
import { heldBeside, labelPlaces, type WantedLabel } from '../labelPlaces.js';
import type { CountryName } from './mapLand.js';
import type { MapPlane, WorldPoint } from './mapPlane.js';
import { boldness, fitted, textWidth } from '../textWidth.js';

/** A symbol beside which its name is to stand. */
export interface NamedSymbol {
  readonly at: WorldPoint;
  readonly radius: number;
  readonly name: string;
  /** The higher, the sooner it is named. */
  readonly rank: number;
  /** What stands beside it already. */
  readonly badge: Box | undefined;
}

/** What is written on a map, each name a text where it has room. */
export interface MapLabels {
  /** In the order of the symbols. */
  readonly ofSymbols: readonly (TextShape | undefined)[];
  readonly ofCountries: readonly TextShape[];
}

const size = 10.5;
const height = 13;
const longest = 150;

/** How wide a name is that stands on the map, in pixels. */
export const nameWidth = (name: string): number => textWidth(name, size);

/** Where names may stand. */
export interface LabelPlane {
  readonly plane: MapPlane;
  /** The window and what is drawn around it. */
  readonly drawn: Box;
  /** What lies over the map. */
  readonly covered: readonly Box[];
}

/** The names of symbols, those of the highest rank first, and of countries where there still is room. */
export function mapLabels(
  symbols: readonly NamedSymbol[],
  countries: readonly CountryName[],
  { plane, drawn, covered }: LabelPlane,
): MapLabels {
  const window: Box = { x: 0, y: 0, width: plane.width, height: plane.height };
  const order = symbols
    .map((symbol, index) => ({ symbol, index }))
    .toSorted((a, b) => b.symbol.rank - a.symbol.rank);
  const texts = order.map(({ symbol }) => fitted(symbol.name, size, longest));
  const wanted = order.map(({ symbol: { at, radius } }, rank): WantedLabel => {
    const width = boldness * nameWidth(texts[rank] ?? '');
    // The window cuts no name but while the map is moved.
    return { ...at, radius: radius + 2, width, height, ...(isInside(at, plane) ? { bounds: window } : {}) };
  });
  // In the middle of a country, which has no symbol that its name would stand beside.
  const middles = countries.map(({ at, name }): WantedLabel => {
    const width = nameWidth(name);
    return { x: at.x - width / 2, y: at.y, radius: 0, width, height };
  });
  const badges = symbols.flatMap(({ badge }) => badge ?? []);
  const found = labelPlaces([...wanted, ...middles], drawn, [...covered, ...badges]);
  const ofSymbols: (TextShape | undefined)[] = [];
  for (const [rank, { index, symbol }] of order.entries()) {
    const place = found[rank];
    const look = { paint: 'text', halo: 'ground', isBold: true } as const;
    ofSymbols[index] = place && { ...textBeside(symbol.at, place, texts[rank] ?? ''), ...look };
  }
  const ofCountries = countries.flatMap(({ at, name }, index): TextShape[] => {
    const place = found[wanted.length + index];
    // Elsewhere it would be said of another country.
    return place && place.x > at.x - place.width ? [{ ...textBeside(at, place, name), paint: 'dim' }] : [];
  });
  return { ofSymbols, ofCountries };
}

const textBeside = ({ x }: WorldPoint, place: Box, text: string) =>
  ({ kind: 'text', ...heldBeside(x, place), y: place.y + 10, size, text }) as const;

const isInside = ({ x, y }: WorldPoint, plane: MapPlane): boolean =>
  x > 0 && x < plane.width && y > 0 && y < plane.height;
