const zero = 48;

/**
 * Reads times as `Date.parse` does, several times faster in long columns of what managers send, such as
 * `2026-11-20T09:00:00.000Z`: only a new day needs the calendar.
 */
export function timeReader(): (sent: string) => number {
  let day = '-';
  let midnight = Number.NaN;
  return sent => {
    if (sent.length !== 24) return Date.parse(sent);
    if (!sent.startsWith(day)) {
      day = sent.slice(0, 11);
      midnight = Date.parse(`${day}00:00:00.000Z`);
    }
    const hour = pair(sent, 11);
    const minute = pair(sent, 14);
    const second = pair(sent, 17);
    const fraction = pair(sent, 20) * 10 + sent.charCodeAt(22) - zero;
    const isUsual = hour < 24 && minute < 60 && second < 60 && fraction < 1000 && sent.endsWith('Z');
    return isUsual ? midnight + ((hour * 60 + minute) * 60 + second) * 1000 + fraction : Date.parse(sent);
  };
}

const pair = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
