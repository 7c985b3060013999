import * as vscode from 'vscode';
import { inert, type Inert } from '../ui/inert.js';

/** A moment as people read it: the time of day today, with the date before that. @param iso ISO 8601 */
export function momentText(iso: string): Inert {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  const { language } = vscode.env;
  return inert(
    isToday ? moment.toLocaleTimeString(language, { timeStyle: 'short' }) : moment.toLocaleString(language),
  );
}
