import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Stands in for the native module `@vscode/spdlog`, without which VS Code writes no log file at all. */
export class Logger {
  private file: number | undefined;
  private level = 2;
  private isRaw = false;

  constructor(_kind: string, _name: string, path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.file = openSync(path, 'a');
  }

  trace = this.writer(0, 'trace');
  debug = this.writer(1, 'debug');
  info = this.writer(2, 'info');
  warn = this.writer(3, 'warning');
  error = this.writer(4, 'error');
  critical = this.writer(5, 'critical');

  getLevel(): number {
    return this.level;
  }

  setLevel(level: number): void {
    this.level = level;
  }

  /** VS Code knows one pattern, which is the one written here. */
  setPattern(): void {
    this.isRaw = false;
  }

  clearFormatters(): void {
    this.isRaw = true;
  }

  /** Every message is in the file already. */
  flush(): void {}

  drop(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private writer(level: number, name: string): (message: string) => void {
    return message => {
      if (this.file === undefined || level < this.level) return;
      const time = new Date().toISOString().replace('T', ' ').slice(0, -1);
      writeSync(this.file, this.isRaw ? message : `${time} [${name}] ${message}\n`);
    };
  }
}

/** Nothing to choose: every message is written at once. */
export function setFlushOn(): void {}

/** The level of loggers yet to be made; VS Code sets the level of each logger itself. */
export function setLevel(): void {}

/** Does not rotate: the folder lives as long as one run. */
export async function createRotatingLogger(name: string, path: string): Promise<Logger> {
  return new Logger('rotating', name, path);
}

/** The same as {@link createRotatingLogger}: writing at once keeps the last lines of a process that is killed. */
export const createAsyncRotatingLogger = createRotatingLogger;

/** Of the interface; VS Code does not look at it. */
export const version = 0;
