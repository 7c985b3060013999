import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const ciRun = readFileSync('.ci/run', 'utf8');

describe('the README', () => {
  it('names only npm scripts that exist', () => {
    const named = [...readme.matchAll(/npm (?:run (?:-s )?)?((?!ci\b|run\b)[a-z][\w:]*)/g)].map(
      ([, script]) => script ?? '',
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(script => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('shows only files that exist', () => {
    const files = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it('gives the test command that continuous integration runs', () => {
    expect(readme).toContain('npm ci && npm test');
    expect(ciRun).toContain('npm ci && npm test');
  });
});
