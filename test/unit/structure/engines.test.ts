import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { expect, it } from 'vitest';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
}

/** The oldest Node that package.json promises. */
const oldest = '20.19.0';

it('every package that is installed takes the oldest Node that is promised, so that npm ci warns of none', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  expect(packages['']?.engines?.node).toBe(`>=${oldest}`);
  const tooNew = Object.entries(packages)
    .map(([path, { engines }]) => ({ path, node: engines?.node ?? '*' }))
    .filter(({ node }) => !satisfies(oldest, node));
  expect(tooNew).toEqual([]);
});
