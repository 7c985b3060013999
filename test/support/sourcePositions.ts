import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

/**
 * A stack with positions in the sources instead of the bundles.
 * The extension host writes stacks in a format of its own and so ignores Node's support for source maps.
 */
export function withSourcePositions(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(
    /([^\s()]+\.c?js)(?:\?\w+=\w+)?:(\d+):(\d+)/g,
    (position, path: string, line: string, column: string) => {
      const file = resolve(path.replace(/^file:\/\//, ''));
      if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
      const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return position;
      const source = relative(process.cwd(), resolve(dirname(file), entry.originalSource));
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}

function readMap(file: string): SourceMap | undefined {
  if (file.includes('node_modules') || !existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
}
