import * as l10n from '@vscode/l10n';
import type { MarkTarget, TwinTable } from '../model/pictures/drawing.js';
import type { RackElevation, RackReservation } from '../model/pictures/racks/rackElevation.js';
import type { RackTexts, ShownRack } from '../model/pictures/racks/rackSegments.js';
import type { UnitRun, UnitSegment } from '../model/pictures/racks/rackUnits.js';
import { runText } from 'netsensor-contract/text/collections';
import { grouped } from './locale.js';
import { inert, inertUpTo, joined, shown, type Inert } from './inert.js';

const longestLabel = 120;

/** Words of a record in a picture, which may be long. */
export const label = (text: string): Inert => inertUpTo(longestLabel, text);

/** `U3`, `U3–5`. */
const unitsOf = (run: UnitRun): Inert => shown`U${inert(runText(run))}`;

/** A reservation with what its rack calls it. */
interface Named extends RackReservation {
  readonly name: Inert;
}

/** What a stored reservation is called: what it is for, else its units. */
function ownName({ label: words, runs, id }: RackReservation): Inert {
  const hasUnits = id !== undefined && runs.length > 0;
  return label(words) || (hasUnits ? shown`U${inert(runs.map(runText).join(', '))}` : shown``);
}

/** The reservations of a rack with names that tell them apart: with their numbers where they would be called alike. */
function namedReservations({ reservations }: RackElevation): Named[] {
  const names = reservations.map(ownName);
  const isAlone = (name: Inert) => name && names.indexOf(name) === names.lastIndexOf(name);
  return reservations.map((reservation, at) => {
    const name = names[at] ?? shown``;
    const handle =
      reservation.id === undefined ? l10n.t('New reservation') : l10n.t('Reservation {0}', reservation.id);
    return { ...reservation, name: isAlone(name) ? name : joined([name, handle], ' · ') };
  });
}

/** A rack with the words that its picture says. */
export function saidRack(rack: RackElevation): ShownRack {
  const named = namedReservations(rack);
  const known = new Map(named.map(reservation => [reservation.key, reservation]));
  const texts: RackTexts = {
    name: label(rack.name),
    summary: summaryOf(rack),
    trouble: troubleWords(rack),
    segments: rack.segments.map(segment => segmentWords(segment, known)),
    remarks: named.flatMap(reservation => remarkOf(reservation, rack)),
    more:
      rack.height !== undefined && rack.height > rack.drawnUnits
        ? l10n.t('{0} more units above are not drawn', rack.height - rack.drawnUnits)
        : '',
  };
  return { ...rack, texts };
}

/** Racks with the words that their picture says of all of them. */
export function saidRacks(racks: readonly RackElevation[]) {
  const sum = (count: (rack: RackElevation) => number) =>
    racks.reduce((total, rack) => total + count(rack), 0);
  return {
    racks: racks.map(saidRack),
    trouble: troubleWords({ clashes: sum(rack => rack.clashes), misfits: sum(rack => rack.misfits) }),
  };
}

/** `2 clashes · 1 does not fit`. */
const troubleWords = ({ clashes, misfits }: Pick<RackElevation, 'clashes' | 'misfits'>): Inert =>
  joined(
    [
      clashes === 0 ? '' : clashes === 1 ? l10n.t('1 clash') : l10n.t('{0} clashes', grouped(clashes)),
      misfits === 0
        ? ''
        : misfits === 1
          ? l10n.t('1 does not fit')
          : l10n.t('{0} do not fit', grouped(misfits)),
    ],
    ' · ',
  );

function summaryOf({ height, width, free, longestFree, drawnUnits }: RackElevation): Inert {
  const size = [
    height === undefined ? l10n.t('height not known') : l10n.t('{0} U', height),
    width === undefined ? '' : l10n.t('{0} in', width),
  ] as const;
  const left =
    free === 0
      ? l10n.t('nothing free')
      : free === longestFree
        ? l10n.t('{0} free', free)
        : l10n.t('{0} free, {1} in a row', free, longestFree);
  return joined([...size, drawnUnits === 0 ? '' : left], ' · ');
}

/** What a piece of a rack shows, for each of those who claim it, and what a screen reader says. */
function segmentWords(
  { claims, ...run }: UnitSegment,
  known: ReadonlyMap<string, Named>,
): RackTexts['segments'][number] {
  const units = unitsOf(run);
  const count = run.to - run.from + 1;
  if (claims.length === 0) {
    const free = l10n.t('{0} free', count);
    return { labels: [free], units, said: [l10n.t('{0}, free', units)] };
  }
  const labels = claims.map(key => known.get(key)?.name ?? shown``);
  if (claims.length === 1) {
    const unsaved = known.get(claims[0] ?? '')?.isEdited ? l10n.t('not saved') : '';
    return { labels, units, said: [joined([units, labels[0], unsaved], ', ')] };
  }
  const clash = l10n.t('{0}, clash: {1}', units, joined(labels, ' · '));
  return { labels, units, said: labels.map(name => joined([name, clash], ', ')) };
}

/** What is wrong with a reservation by itself, or cannot be drawn of it. */
function remarkOf(reservation: Named, { height, drawnUnits }: RackElevation): RackTexts['remarks'] {
  const { key, id, runs, outside, name } = reservation;
  const units = joined(outside.map(unitsOf), ', ');
  if (runs.length === 0) {
    const text = l10n.t('Units not readable: {0}', name);
    return [{ key, id, text, said: text }];
  }
  if (outside.length === 0) return [];
  if (height === undefined || height > drawnUnits) {
    const text = l10n.t('{0} not drawn: {1}', units, name);
    return [{ key, id, text, said: text }];
  }
  const said = l10n.t('{0} outside the height of the rack: {1}', units, name);
  return [{ key, id, text: l10n.t('{0} outside: {1}', units, name), said }];
}

/** Racks as rows: what is in which units, from the top. */
export function rackTable(racks: readonly ShownRack[]): TwinTable {
  const rows = racks.flatMap(rack => {
    const own = { type: 'racks', id: rack.id } as const;
    const known = new Map(rack.reservations.map(reservation => [reservation.key, reservation.id]));
    const pieces = rack.segments.map((segment, index) => {
      const words = rack.texts.segments[index];
      const content = segment.claims.length > 1 ? words?.said : words?.labels;
      return (content ?? []).map((text, claim) => ({
        cells: [rack.texts.name, words?.units ?? '', text],
        opens: reservationTarget(known.get(segment.claims[claim] ?? '')),
      }));
    });
    const remarks = rack.texts.remarks.map(({ id, said }) => ({
      cells: [rack.texts.name, '', said],
      opens: reservationTarget(id),
    }));
    return [
      {
        cells: [rack.texts.name, '', joined([label(rack.texts.summary), label(rack.texts.trouble)], ' · ')],
        opens: own,
      },
      ...remarks,
      ...pieces.reverse().flat(),
    ];
  });
  return { columns: [l10n.t('Rack'), l10n.t('Units'), l10n.t('Content')], rows };
}

const reservationTarget = (id: number | undefined): MarkTarget | undefined =>
  id === undefined ? undefined : { type: 'rack_reservations', id };
