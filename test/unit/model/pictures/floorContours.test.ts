import { describe, expect, it } from 'vitest';
import { bandShapes, fieldGrid } from '../../../../src/model/pictures/floors/floorContours.js';

const extent = { left: 0, top: 0, right: 120, bottom: 60 };
const known = [
  { x: 30, y: 30, value: -50 },
  { x: 60, y: 30, value: -80 },
];
const mean = ({ weight, weighted }: { weight: number; weighted: number }) => weighted / weight;

describe('a field between places where something is known', () => {
  const { width, across, down, values } = fieldGrid({ known, radius: 20, combine: mean }, extent);
  const at = (x: number, y: number) => values[Math.floor(y / down) * width + Math.floor(x / across)] ?? 0;

  it('has their values there, something between in the middle, and nothing further away', () => {
    expect(at(30, 30)).toBeCloseTo(-50, 0);
    expect(at(60, 30)).toBeCloseTo(-80, 0);
    expect(at(45, 30)).toBeGreaterThan(-75);
    expect(at(45, 30)).toBeLessThan(-55);
    expect(at(100, 30)).toBeLessThan(-1000);
  });

  it('is drawn in bands of which none lies on another', () => {
    const plane = { extent, x: 10, y: 20, scale: 2 };
    const style = { thresholds: [-70], opacities: [0.1, 0.3], paint: 'series0' } as const;
    const bands = bandShapes({ known, radius: 20, combine: mean }, plane, style);
    const ringsOf = (index: number) => {
      const band = bands[index];
      return band?.kind === 'path' ? band.data.split('Z').filter(Boolean) : [];
    };
    expect(bands).toHaveLength(2);
    // The ring of the upper one is a hole of the lower one.
    expect(ringsOf(0)).toContain(ringsOf(1)[0]);
    expect(ringsOf(0).join('')).not.toMatch(/NaN|Infinity/);
  });

  it('has no sliver of a band that no value is in, at the edge of what is known', () => {
    const places = [10, 45, 80].flatMap(x => [5, 30].map(y => ({ x, y, value: -50 })));
    const style = { thresholds: [-85, -80, -70, -60], opacities: [0.1, 0.2, 0.3, 0.4, 0.5] } as const;
    const bands = bandShapes(
      { known: places, radius: 22, combine: mean },
      { extent, x: 10, y: 20, scale: 2 },
      { ...style, paint: 'series0' },
    );
    expect(bands.map(band => band.kind === 'path' && band.opacity)).toEqual([0.5]);
  });

  it('is nothing where nothing is known', () => {
    const style = { thresholds: [], opacities: [1], paint: 'series0' } as const;
    expect(
      bandShapes({ known: [], radius: 5, combine: mean }, { extent, x: 0, y: 0, scale: 1 }, style),
    ).toEqual([]);
  });
});
