import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readmeOfExtension } from '../../../tools/packaging/readmeOfExtension.js';

describe('the README of the installed extension', () => {
  it('shows and links nothing that stands in the repository alone', () => {
    const readme = readmeOfExtension(readFileSync('README.md', 'utf8'));
    expect(readme).not.toMatch(/\]\((?!https?:)/);
    expect(readme).toContain('the API in\ndocs/contract.md');
    expect(readme).not.toMatch(/\n\n\n/);
  });

  it('keeps links that lead into the web', () => {
    expect(readmeOfExtension('see [a](https://a.example) and [b](docs/b.md#c)')).toBe(
      'see [a](https://a.example) and b',
    );
  });
});
