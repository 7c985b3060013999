import { describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryRecords } from '../../../../packages/manager/src/generator/inventoryRecords.js';
import { withDocuments, type OpenDocument } from '../../../../src/model/pictures/editedRecords.js';
import { mostDrawnUnits, rackElevations } from '../../../../src/model/pictures/racks/rackElevation.js';
import { draggedEnds, freeSelection, withOtherEnds } from '../../../../src/model/pictures/racks/rackUnits.js';
import { rackTable, saidRacks } from '../../../../src/words/rackWords.js';

const rack = { id: 7, name: 'Core', u_height: 10, width: 19 };
const reservation = (id: number, units: string, description?: string): InventoryRecord => ({
  id,
  rack_id: 7,
  units,
  description,
});
const elevationOf = (
  record: InventoryRecord,
  reservations: readonly InventoryRecord[],
  documents: readonly OpenDocument[] = [],
) => {
  const [elevation] = rackElevations(
    withDocuments('racks', [record], documents),
    withDocuments('rack_reservations', reservations, documents),
  );
  return elevation!;
};

describe('the elevation of a rack', () => {
  it('says from the bottom what is free and what is reserved by whom', () => {
    const { segments, free, longestFree } = elevationOf(rack, [reservation(1, '3,2'), reservation(2, '9')]);
    expect(segments).toEqual([
      { from: 1, to: 1, claims: [] },
      { from: 2, to: 3, claims: ['1'] },
      { from: 4, to: 8, claims: [] },
      { from: 9, to: 9, claims: ['2'] },
      { from: 10, to: 10, claims: [] },
    ]);
    expect({ free, longestFree }).toEqual({ free: 7, longestFree: 5 });
  });

  it('names all who claim the same units', () => {
    const { segments } = elevationOf(rack, [
      reservation(1, '2,3'),
      reservation(2, '3,4'),
      reservation(3, '3'),
    ]);
    expect(segments[2]).toEqual({ from: 3, to: 3, claims: ['1', '2', '3'] });
  });

  it('keeps apart what is outside the height', () => {
    const { reservations, segments } = elevationOf(rack, [reservation(1, '9,10,11,12'), reservation(2, '0')]);
    expect(reservations.map(({ outside }) => outside)).toEqual([
      [{ from: 11, to: 12 }],
      [{ from: 0, to: 0 }],
    ]);
    expect(segments.at(-1)).toEqual({ from: 9, to: 10, claims: ['1'] });
  });

  it('counts clashes and what does not fit, and says both of each rack and of all', () => {
    const twice = [
      reservation(1, '1,2,3'),
      reservation(2, '3'),
      reservation(3, '1'),
      reservation(4, '10,11'),
    ];
    const { racks, trouble } = saidRacks([elevationOf(rack, twice), elevationOf(rack, [])]);
    expect(racks).toMatchObject([
      { clashes: 2, misfits: 1, texts: { trouble: '2 clashes · 1 does not fit' } },
      { clashes: 0, misfits: 0, texts: { trouble: '' } },
    ]);
    expect(saidRacks([elevationOf(rack, twice), elevationOf(rack, twice)]).trouble).toBe(
      '4 clashes · 2 do not fit',
    );
    expect(trouble).toBe('2 clashes · 1 does not fit');
    expect(rackTable(racks).rows[0]?.cells.at(-1)).toMatch(/2 clashes · 1 does not fit$/);
    // Nobody sees there whether it fits.
    expect(elevationOf({ ...rack, u_height: 400 }, [reservation(1, '390')]).misfits).toBe(0);
    expect(elevationOf({ id: 7, u_height: null }, [reservation(1, '400')]).misfits).toBe(0);
  });

  it('calls a reservation by its units where nothing says what it is for, and tells those apart that are called alike', () => {
    const named = [reservation(1, '2,3', 'Firewall'), reservation(2, '5,6,8'), reservation(3, '9')];
    const odd = [reservation(4, '9'), reservation(5, 'top'), reservation(6, '')];
    const [{ texts } = { texts: undefined }] = saidRacks([elevationOf(rack, [...named, ...odd])]).racks;
    expect(texts?.segments.flatMap(({ labels }) => labels).filter(words => !words.endsWith('free'))).toEqual([
      'Firewall',
      'U5–6, 8',
      'U5–6, 8',
      'U9 · Reservation 3',
      'U9 · Reservation 4',
    ]);
    expect(texts?.remarks.map(({ text }) => text)).toEqual([
      'Units not readable: Reservation 5',
      'Units not readable: Reservation 6',
    ]);
  });

  it('draws of a rack without a height what is reserved, and of one too high a part', () => {
    expect(elevationOf({ id: 7, u_height: null }, [reservation(1, '4,5')])).toMatchObject({
      height: undefined,
      drawnUnits: 5,
    });
    const high = elevationOf({ ...rack, u_height: 2_000_000_000 }, []);
    expect(high).toMatchObject({ height: 2_000_000_000, drawnUnits: mostDrawnUnits });
    expect(elevationOf({ ...rack, u_height: '12' }, []).height).toBe(12);
  });

  it('has no units of a reservation that nobody can read', () => {
    expect(elevationOf(rack, [reservation(1, 'top'), reservation(2, '')]).reservations).toMatchObject([
      { runs: [], label: '' },
      { runs: [], label: '' },
    ]);
  });
});

describe('open documents in a picture', () => {
  const open = (path: string, fields: object, isDirty = true): OpenDocument => ({
    key: `netsensor://a${path}`,
    path,
    query: '',
    text: JSON.stringify(fields),
    isDirty,
  });
  const path = '/inventory/rack_reservations/x.1.json';

  it('are shown before they are saved, and drafts too', () => {
    const { reservations } = elevationOf(
      rack,
      [reservation(1, '1', 'Old')],
      [
        open(path, { id: 1, rack_id: 7, units: '5,6', description: 'New' }),
        open('/new/rack_reservations/New rack reservation.json', { rack_id: 7, units: '8' }, false),
        open('/inventory/racks/x.7.json', { ...rack, u_height: 20 }),
      ],
    );
    expect(reservations).toMatchObject([
      { id: 1, label: 'New', isEdited: true, runs: [{ from: 5, to: 6 }] },
      { id: undefined, label: '', isEdited: true, runs: [{ from: 8, to: 8 }] },
    ]);
    const [edited] = withDocuments('racks', [rack], [open('/inventory/racks/x.7.json', { u_height: 20 })]);
    expect(edited).toMatchObject({ id: 7, isEdited: true, fields: { u_height: 20 } });
  });

  it('count no more than what is stored while they are clean, or no JSON', () => {
    const stored = [reservation(1, '1', 'Old')];
    const clean = open(path, { id: 1, rack_id: 7, units: '5' }, false);
    const broken = { ...open(path, {}), text: '{"units": ' };
    for (const document of [clean, broken, open('/inventory/racks/x.7.json/..', {})])
      expect(withDocuments('rack_reservations', stored, [document])).toMatchObject([
        { isEdited: false, fields: stored[0] },
      ]);
  });
});

describe('what a drag does to units', () => {
  it('moves one end of a run, within the rack, and leaves at least one unit', () => {
    const run = { from: 4, to: 6 };
    expect(draggedEnds(run, 'top', { unit: 9, height: 10 })).toEqual({ from: 4, to: 9 });
    expect(draggedEnds(run, 'top', { unit: 99, height: 10 })).toEqual({ from: 4, to: 10 });
    expect(draggedEnds(run, 'top', { unit: 1, height: 10 })).toEqual({ from: 4, to: 4 });
    expect(draggedEnds(run, 'bottom', { unit: -3, height: 10 })).toEqual({ from: 1, to: 6 });
    expect(draggedEnds(run, 'bottom', { unit: 8, height: 10 })).toEqual({ from: 6, to: 6 });
  });

  it('selects free units up and down, and none of somebody else', () => {
    const free = { from: 3, to: 8 };
    expect(freeSelection(free, 5, 7)).toEqual({ from: 5, to: 7 });
    expect(freeSelection(free, 5, 1)).toEqual({ from: 3, to: 5 });
    expect(freeSelection(free, 5, 40)).toEqual({ from: 5, to: 8 });
  });

  it('changes the run alone in the text of the document, in its manner of writing', () => {
    expect(withOtherEnds('1,2,7', { from: 1, to: 2 }, { from: 1, to: 4 })).toBe('1,2,3,4,7');
    expect(withOtherEnds('7, 8', { from: 7, to: 8 }, { from: 7, to: 7 })).toBe('7');
    expect(withOtherEnds('7, 8, 1', { from: 7, to: 8 }, { from: 6, to: 8 })).toBe('1, 6, 7, 8');
    expect(withOtherEnds('7,8,9', { from: 7, to: 8 }, { from: 6, to: 8 })).toBeUndefined();
    expect(withOtherEnds(7, { from: 7, to: 7 }, { from: 6, to: 8 })).toBeUndefined();
  });
});

it('of generated racks has some with units that two reservations claim, none with units that it does not have', () => {
  const { racks, rack_reservations: reservations } = inventoryRecords(1);
  const pictured = (records: readonly Readonly<Record<string, unknown>>[]) =>
    records.map((fields, index) => ({ key: `${index + 1}`, id: index + 1, fields, isEdited: false }));
  const elevations = rackElevations(pictured(racks), pictured(reservations));
  const clashing = elevations.filter(({ segments }) => segments.some(({ claims }) => claims.length > 1));
  expect(clashing.length).toBeGreaterThanOrEqual(2);
  expect(clashing.length).toBeLessThan(racks.length / 2);
  expect(elevations.flatMap(rack => rack.reservations.flatMap(({ outside }) => outside))).toEqual([]);
});
