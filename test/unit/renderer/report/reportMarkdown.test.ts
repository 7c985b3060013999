import { describe, expect, it } from 'vitest';
import type { ReportCell } from '../../../../src/model/report/report.js';
import { reportMarkdown } from '../../../../src/model/report/reportMarkdown.js';
import { reportWords } from '../../../../src/model/report/reportWords.js';
import { aliveParts } from './aliveParts.js';
import { rendered } from './renderedMarkdown.js';
import { answered, hostileCells, reportOf, twelveResults } from './reportCells.js';

describe('a report as Markdown', () => {
  it('has a picture of each chart beside it, a table below, and the query folded', async () => {
    const { text, pictures } = await reportMarkdown(reportOf(twelveResults()), { folder: 'files' });
    expect(pictures.map(({ name }) => name).slice(0, 3)).toEqual([
      '1-now.svg',
      '2-timeseries-bytes-pkts.svg',
      '3-applications.svg',
    ]);
    const shown = rendered(text);
    const sources = [...shown.querySelectorAll('img')].map(image =>
      decodeURI(image.getAttribute('src') ?? ''),
    );
    expect(sources).toEqual(pictures.map(({ name }) => `files/${name}`));
    expect(pictures.filter(({ svg }) => !svg.startsWith('<svg') || svg.includes('var('))).toEqual([]);
    expect([...shown.querySelectorAll('h1, h2')].map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'traffic',
      'now',
    ]);
    expect(shown.querySelectorAll('table').length).toBe(12);
    expect(shown.querySelectorAll('details pre').length).toBe(12);
    expect(text).toContain(reportWords().table(reportWords().cut(50, 960)));
  });

  it('begins with the heading of the notebook, and puts results one level below theirs', async () => {
    const cells = [
      { kind: 'markdown', text: '# Campus\n\n### Friday' } as const,
      answered({ queryType: 'topN' }),
    ];
    const { text } = await reportMarkdown(reportOf(cells), { folder: 'files' });
    expect(text).toMatch(/^# Campus\n\nTime range: last 24 hours/);
    expect(text).toContain('\n#### ');
  });

  it('has no headings, lists or lines that a manager made', async () => {
    const cell = answered({ queryType: 'topN' }) as ReportCell & { kind: 'query' };
    for (const asks of ['# a', '1. a', '- a', '> a', '---', '===', '~~~', '+ a']) {
      const said = { ...cell.answer!.said, asks, notes: [asks] };
      const named = { ...cell, name: 'a name', answer: { ...cell.answer!, said } };
      const shown = rendered((await reportMarkdown(reportOf([named]), { folder: 'files' })).text);
      const made = [
        ...shown.querySelectorAll('h1, h2, hr, ol, li li, blockquote, li h1, pre:not(details *)'),
      ];
      expect(made.map(({ textContent }) => textContent)).toEqual(['traffic', 'a name']);
    }
  });

  it('finds its pictures whatever they and their folder are called', async () => {
    const cells = [
      answered({ name: `a${'𝓣'.repeat(40)}`, queryType: 'topN', groups: [['x']], dimensions: ['h'] }),
    ];
    const { text, pictures } = await reportMarkdown(reportOf(cells), { folder: 'Top #5? 100%_files' });
    const source = rendered(text).querySelector('img')?.getAttribute('src') ?? '';
    const { pathname, search, hash } = new URL(source, 'file:///x/');
    expect(decodeURIComponent(pathname)).toBe(`/x/Top #5? 100%_files/${pictures[0]?.name}`);
    expect([search, hash, pictures[0]?.name]).toEqual(['', '', `1-a${'𝓣'.repeat(37)}.svg`]);
  });

  it('runs nothing and loads nothing, whatever cells, names, values and queries say', async () => {
    const { text, pictures } = await reportMarkdown(reportOf(hostileCells()), { folder: 'files' });
    const shown = rendered(text);
    expect(aliveParts(shown)).toEqual([]);
    expect(pictures.filter(({ name }) => /[/\\<>]/.test(name))).toEqual([]);
    for (const { svg } of pictures) {
      const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml');
      expect(drawn.querySelector('parsererror, image')).toBeNull();
      expect(aliveParts(drawn)).toEqual([]);
    }
  });
});
