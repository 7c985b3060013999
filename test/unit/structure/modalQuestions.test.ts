import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => ({ name, text: readFileSync(join('src', name), 'utf8') }));

it('asks every question that has to be answered in one place, where Enter presses the safe button', () => {
  const asking = sources.filter(({ text }) => /\bmodal: true\b/.test(text)).map(({ name }) => name);
  expect(asking).toEqual(['ui/confirmRisk.ts']);
});

it('names what stays on the button that leaves a risk, as what is done on the one that goes on', () => {
  const safe = sources.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:safe|keep): l10n\.t\('([^']+)'/g)].map(([, label = '']) => label),
  );
  expect(safe.length).toBeGreaterThan(10);
  expect(safe.filter(label => !/^(Keep|Leave|Create|Save|Do not|Change) \S/.test(label))).toEqual([]);
  expect(safe).not.toContain('Change nothing');
});
