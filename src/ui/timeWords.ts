import * as vscode from 'vscode';
import { inert, type Inert } from './inert.js';

/** A moment of today as its time, any other with its date. */
export function momentWords(milliseconds: number): Inert {
  const moment = new Date(milliseconds);
  const isToday = moment.toDateString() === new Date().toDateString();
  const style = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return inert(new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short', ...style }).format(moment));
}

/** A wait in whole seconds, minutes or hours, never less than it is: `45 seconds`, `2 minutes`. */
export function durationWords(seconds: number): Inert {
  const [unit, length] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 5400
        ? (['minute', 60] as const)
        : (['hour', 3600] as const);
  const format = new Intl.NumberFormat(vscode.env.language, { style: 'unit', unit, unitDisplay: 'long' });
  return inert(format.format(Math.ceil(seconds / length)));
}
