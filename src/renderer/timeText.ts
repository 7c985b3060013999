const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time of a result in a time zone, with the offset from UTC; as it was sent when that is asked for, or when it is no time.
 * @param zone `sent`, `UTC`, `local` or the name of a time zone
 */
export function timeText(sent: string, zone: string): string {
  if (zone === 'sent') return sent;
  const time = Date.parse(sent);
  return Number.isNaN(time) ? sent : formatTime(time, zone);
}

/** Milliseconds as `2026-11-20 09:00:00 +01:00`; fractions of a second only where there are any. */
export function formatTime(time: number, zone: string): string {
  const parts = Object.fromEntries(
    format(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  const fraction = time % 1000 === 0 ? '' : `.${String(((time % 1000) + 1000) % 1000).padStart(3, '0')}`;
  const offset = (parts['timeZoneName'] ?? '').replace(/^(GMT|UTC)(\+00:00)?/, '') || 'Z';
  return `${year}-${month}-${day} ${hour}:${minute}:${second}${fraction} ${offset}`;
}

/** The zone name that `Intl` takes; undefined for the zone of this computer. */
export const zoneName = (zone: string): string | undefined =>
  zone === 'local' ? undefined : zone === 'sent' ? 'UTC' : zone;

function format(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = makeFormat(zone);
  formats.set(zone, made);
  return made;
}

function makeFormat(zone: string): Intl.DateTimeFormat {
  const numeric = '2-digit';
  const parts = { year: 'numeric', month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
  const options = { ...parts, second: numeric, hourCycle: 'h23', timeZoneName: 'longOffset' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zoneName(zone) });
  } catch {
    // A zone that this browser does not know, from a file that was written elsewhere.
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
