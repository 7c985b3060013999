import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const names = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'docs/how-to-add.md',
  'docs/local-manager.md',
  'docs/connections.md',
  'docs/druid.md',
  'docs/pictures.md',
  'docs/as-code.md',
  'packages/manager/README.md',
];
/** Where code stands, in whose words the pages name it. */
const homes = ['src', 'packages/contract/src', 'packages/manager/src'];
const pages = names.map(name => [name, readFileSync(name, 'utf8')] as const);
const { scripts, contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  contributes: { configuration: { properties: Record<string, { default: unknown }> } };
};
const ciRun = readFileSync('.ci/run', 'utf8');

describe('the pages for people', () => {
  it('name only npm scripts that exist', () => {
    const text = pages.map(([, page]) => page).join('\n');
    const named = [...text.matchAll(/npm (?:run (?:-s )?)?((?!ci\b|run\b|pack\b)[a-z][\w:]*)/g)].map(
      ([, script]) => script ?? '',
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(script => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it.each(pages)('%s leads only to files that exist', (page, text) => {
    const files = [...text.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, file]) => file ?? '');
    expect(files.filter(file => !existsSync(join(dirname(page), file)))).toEqual([]);
  });

  it('name only files of the code that exist', () => {
    const rooms = [
      '',
      ...homes.flatMap(root =>
        readdirSync(root, { recursive: true, encoding: 'utf8' }).map(name => `${root}/${name}/`),
      ),
    ];
    const named = pages.flatMap(([, text]) =>
      [...text.matchAll(/`([\w/]+\.(?:ts|mjs))`/g)].map(([, file]) => file ?? ''),
    );
    expect(named.length).toBeGreaterThan(20);
    const known = (file: string) =>
      ['', ...homes.map(home => `${home}/`)].some(above => existsSync(above + file));
    const isThere = (file: string) => known(file) || rooms.some(room => existsSync(room + file));
    expect(named.filter(file => !isThere(file))).toEqual([]);
  });

  it('name every setting with its default', () => {
    const { properties } = contributes.configuration;
    const rows = Object.entries(properties).map(([name, { default: value }]) => ({
      name,
      value: String(value),
    }));
    const shown = (name: string) =>
      readme
        .split('\n')
        .find(line => line.startsWith(`| \`${name}\` `))
        ?.split('|')
        .at(-2)
        ?.trim();
    expect(rows.map(({ name }) => ({ name, value: shown(name) }))).toEqual(rows);
  });

  it('give the test command that continuous integration runs', () => {
    expect(readme).toContain('npm ci && npm test');
    expect(ciRun).toMatch(/^npm ci && npm test && npm run test:deep$/m);
  });
});
