import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md'].map(name => [name, readFileSync(name, 'utf8')] as const);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const ciRun = readFileSync('.ci/run', 'utf8');

describe('the pages for people', () => {
  it.each(pages)('%s names only npm scripts that exist', (_name, text) => {
    const named = [...text.matchAll(/npm (?:run (?:-s )?)?((?!ci\b|run\b)[a-z][\w:]*)/g)].map(
      ([, script]) => script ?? '',
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(script => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('show only files that exist', () => {
    const files = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it('give the test command that continuous integration runs', () => {
    expect(readme).toContain('npm ci && npm test');
    expect(ciRun).toMatch(/^npm ci && npm test && npm run test:deep$/m);
  });
});
