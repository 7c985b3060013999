import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deeper } from '../../../tools/phases/integrationPhase.js';
import { projectsOf } from '../../../tools/phases/unitPhase.js';
import { broad, deep, longerTests } from '../../../vitest.config.js';

/** Test files below a folder that know whether the run goes for depth. */
const withDepth = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => path.endsWith('.test.ts') && !path.includes('structure'))
    .filter(path => /from '.*\/depth\.js'|hoursOfTraffic/.test(readFileSync(path, 'utf8')));

it('runs every unit test that has a full length at that length, too', () => {
  const tests = ['test/unit', 'packages'].flatMap(withDepth);
  expect(tests.length).toBeGreaterThan(5);
  const isDeep = (path: string) => path.endsWith('.property.test.ts') || longerTests.includes(path);
  expect(tests.filter(path => !isDeep(path))).toEqual([]);
});

it('runs every integration test that has a full length at that length, too', () => {
  const tests = withDepth('test/integration');
  expect(tests.length).toBeGreaterThan(4);
  const isDeep = (path: string) => {
    const titles = readFileSync(path, 'utf8').matchAll(/\b(?:describe|it)\(\s*['"`](.*?)['"`],/g);
    // The title of a test follows that of its suite.
    return [...titles].some(([, title]) => [title!, ` ${title}`].some(each => new RegExp(deeper).test(each)));
  };
  expect(tests.filter(path => !isDeep(path))).toEqual([]);
});

it('runs every project of tests in a phase', () => {
  const { contract, manager, unit, deep: inDepth } = projectsOf;
  const names = (projects: typeof broad) =>
    projects.map(each => (each as { test: { name: string } }).test.name).sort();
  expect(names(broad)).toEqual([...contract, ...manager, ...unit].sort());
  expect(names(deep)).toEqual([...inDepth].sort());
});
