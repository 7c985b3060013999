import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageOfExtension } from '../../../tools/packaging/pageOfExtension.js';

describe('the page of the installed extension', () => {
  it.each([
    ['README.md', 'the API in docs/contract.md'],
    ['CHANGELOG.md', 'docs/druid.md has the rest.'],
  ])('shows and links nothing that stands in the repository alone: %s', (name, kept) => {
    const page = pageOfExtension(readFileSync(name, 'utf8'));
    expect(page).not.toMatch(/\]\((?!https?:)/);
    // Lines end where there is room for them.
    expect(page.replaceAll(/\n */g, ' ')).toContain(kept);
    expect(page).not.toMatch(/\n\n\n/);
  });

  it('keeps links that lead into the web', () => {
    expect(pageOfExtension('see [a](https://a.example) and [b](docs/b.md#c)')).toBe(
      'see [a](https://a.example) and b',
    );
  });
});
