import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { strings, translate } from '../../../src/renderer/strings.js';

const source = ['src/renderer/strings.ts', 'src/model/charts/chartWords.ts']
  .map(name => readFileSync(name, 'utf8'))
  .join('\n');
const english = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, text]) => text ?? '');

/** The same in every language: signs, and names of formats and of a time zone. */
const untranslated = ['#', '""', 'UTC', 'CSV', 'JSON', 'Markdown'];

/** Every text among these, and those that functions make of one and of more. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const make = value as (...args: unknown[]) => unknown;
    const summary = { kind: 'x', series: ['y'], from: '1', to: '2' };
    const some = [1, 2, 'a'].map(first => (make === strings.chartSummary ? make(summary) : make(first, 2)));
    return some.flatMap(texts);
  }
  return Object.values(value as object).flatMap(texts);
}

describe('the texts of the renderer', () => {
  afterEach(() => translate({}));

  it('are all replaced by the translations of the extension', () => {
    expect(english.length).toBeGreaterThan(60);
    translate(Object.fromEntries(english.map(text => [text, `«${text}»`])));
    const shown = texts(strings);
    expect(shown.length).toBeGreaterThan(english.length);
    expect(shown.filter(text => !text.includes('«') && !untranslated.includes(text))).toEqual([]);
  });

  it('stay English without a translation, and where it has no text of theirs', () => {
    translate({ Table: 'Tabelle', toString: 'x' });
    expect(strings.views).toMatchObject({ table: 'Tabelle', line: 'Line' });
    expect(strings.rows(1234)).toBe('1,234 rows');
  });
});
