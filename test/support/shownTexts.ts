import * as vscode from 'vscode';
import { hostileWords, liveParts } from './hostileTexts.js';

const texts: string[] = [];
const doors = new Set<string>();
const live: string[] = [];

/** What was shown and would have done something on a click, with the test that it was shown in. */
export const liveTexts: readonly string[] = live;

/** Where words of a hostile manager have come through so far. */
export const doorsOfHostileWords: ReadonlySet<string> = doors;

/** Notes what was shown; stubs that answer in the place of VS Code tell it themselves. */
export function noteShown(door: string, ...shown: readonly unknown[]): void {
  for (const text of shown) {
    if (typeof text !== 'string') continue;
    texts.push(text);
    if (text.includes(hostileWords.slice(0, 13))) doors.add(door);
  }
}

/** Notes the rows of a list. */
export function noteRows(rows: readonly vscode.QuickPickItem[]): void {
  for (const { label, description, detail } of rows) noteShown('list', label, description, detail);
}

/**
 * Looks from here on at every message, refused save and problem of every test: nothing in them may be live, whatever a
 * manager said. Icons are left to our own rows and only looked for in messages.
 */
export function watchDoors(): void {
  const errors = vscode.FileSystemError as unknown as Record<string, (...rest: unknown[]) => unknown>;
  for (const name of ['Unavailable', 'NoPermissions', 'FileNotFound']) {
    const original = errors[name]!;
    errors[name] = (...rest) => {
      noteShown('save', ...rest);
      return original.apply(vscode.FileSystemError, rest);
    };
  }
  const window = vscode.window as unknown as Record<string, (...rest: unknown[]) => unknown>;
  for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage']) {
    const original = window[name]!;
    window[name] = (...rest) => {
      noteShown('message', ...rest, (rest[1] as vscode.MessageOptions | undefined)?.detail);
      return original.apply(vscode.window, rest);
    };
  }
  afterEach('look at what was shown', function () {
    for (const [uri, problems] of vscode.languages.getDiagnostics()) {
      if (/netsensor|dqnb/.test(uri.toString()))
        noteShown('problem', ...problems.map(({ message }) => message));
    }
    for (const text of texts.splice(0)) {
      const parts = liveParts(text.replaceAll('\n', ' ')).filter(
        part => part !== '$(' || text.includes('$(trash)'),
      );
      if (parts.length > 0) live.push(`${this.currentTest?.fullTitle()}: ${text}`);
    }
  });
}
