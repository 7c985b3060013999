import { describe, expect, it } from 'vitest';
import type { ReportCell } from '../../../../src/model/report/report.js';
import { reportPage } from '../../../../src/model/report/reportHtml.js';
import { queryTextTitle } from '../../../../src/model/results/queryFacts.js';
import { answeredWords, reportWords } from '../../../../src/model/report/reportWords.js';
import { aliveParts } from './aliveParts.js';
import { answered, hostileCells, hostileText, reportOf, twelveResults } from './reportCells.js';

async function page(cells: readonly ReportCell[]): Promise<Document> {
  const html = await reportPage(reportOf(cells));
  return new DOMParser().parseFromString(html, 'text/html');
}

const textsOf = (place: ParentNode, selector: string) =>
  [...place.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('a report as a page', () => {
  it('is read by a screen reader: its language, headings, charts with names, tables with headers', async () => {
    const found = await page([{ kind: 'markdown', text: '# Campus\n\n## Friday' }, ...twelveResults()]);
    expect(found.documentElement.lang).toBe('en');
    expect(textsOf(found, 'h1')).toEqual(['Campus']);
    const levels = [...found.querySelectorAll('main :is(h1,h2,h3,h4)')].map(({ localName }) => localName);
    expect(levels).toEqual(['h1', 'h2', ...twelveResults().map(() => 'h3')]);
    const charts = [...found.querySelectorAll('figure svg')];
    expect(charts.length).toBe(10);
    const names = charts.map(chart => [chart.getAttribute('role'), chart.getAttribute('aria-label')]);
    expect(names.filter(([role, name]) => role !== 'img' || !name?.includes('Local manager'))).toEqual([]);
    expect(textsOf(found, 'figure').length).toBe(12);
    expect(found.querySelectorAll('figure > figcaption').length).toBe(12);
    const tables = [...found.querySelectorAll('table')];
    expect(tables.length).toBe(12);
    expect(tables.filter(table => !table.querySelector('thead th[scope=col]'))).toEqual([]);
  });

  it('says of each answer its range, zone and manager, when it came, and what it asked, folded', async () => {
    const [cell] = twelveResults().slice(2);
    const found = await page([cell!]);
    const { answer, query } = cell as ReportCell & { kind: 'query' };
    expect(textsOf(found, 'header li').join()).toContain('last 24 hours');
    expect(textsOf(found, 'figcaption')[0]).toContain('Local manager · 2026-11-27 01:00');
    expect(textsOf(found, '.answered')).toEqual([answeredWords(answer!)]);
    expect(textsOf(found, 'details:not([open]) pre')).toEqual([query]);
    expect(textsOf(found, 'details:not([open]) > summary')).toEqual([
      reportWords().table('168 rows'),
      'Query',
    ]);
  });

  it('has every kind of chart in colours of its own style, and no two definitions of one name', async () => {
    const html = await reportPage(reportOf(twelveResults()));
    const ids = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const used = new Set([...html.matchAll(/"var\(--([a-z0-9]+)\)"/g)].map(([, name]) => name));
    expect(used.size).toBeGreaterThan(6);
    expect([...used].filter(name => html.split(`--${name}:`).length !== 3)).toEqual([]);
  });

  it('says what is not in it: rows, series, what is of before, what failed and what has no answer', async () => {
    const words = reportWords();
    const failed = {
      query: '{ "queryType": "topN", "dimension": "lan_ip", "threshold": 3 }',
      failure: '<b>boom</b> & co.',
    };
    const hosts = Array.from({ length: 60 }, (_, at) => [`host ${at}`]);
    const many = { queryType: 'groupBy', dimensions: ['lan_ip'], times: 24, groups: hosts };
    const found = await page([
      answered(
        { ...many, settings: { view: 'stacked', compare: 'day' } },
        { isStale: true, hasFailed: true },
      ),
      answered({
        ...many,
        settings: { view: 'table', search: 'host 7', columns: [{ name: 'pkts', isHidden: true }] },
      }),
      { kind: 'query', name: 'later', query: '{}', answer: undefined },
      { ...failed, kind: 'query', name: undefined, answer: undefined },
    ]);
    const [stacked, table, later, without] = found.querySelectorAll('section');
    expect(textsOf(stacked!, '.notes li')).toEqual([
      words.stale,
      words.failed,
      words.notCompared,
      expect.stringMatching(/^9 of 60 series/),
    ]);
    expect(stacked!.classList).toContain('stale');
    expect(textsOf(stacked!, 'summary')[0]).toBe(words.table(words.cut(200, 1440)));
    expect(textsOf(table!, '.notes li')).toEqual([words.hidden(['pkts']), words.filtered(24, 1440)]);
    expect(table!.querySelectorAll('tbody tr').length).toBe(24);
    expect([textsOf(later!, 'h2'), textsOf(later!, '.about')]).toEqual([['later'], [words.noAnswer]]);
    const said = [queryTextTitle(failed.query), words.failedWithout(failed.failure)];
    expect([textsOf(without!, 'h2'), textsOf(without!, '.about')].flat()).toEqual(said);
  });

  it('runs nothing and loads nothing, whatever cells, names, values and queries say', async () => {
    const found = await page(hostileCells());
    expect(found.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; img-src data:$/,
    );
    expect(aliveParts(found)).toEqual([]);
    const shown = textsOf(found, 'main').join('').split(hostileText.slice(0, 20)).length - 1;
    expect(shown).toBeGreaterThan(8);
    expect(aliveParts(await page(twelveResults()))).toEqual([]);
  });

  it('is no larger than 1.3 times its data and 150 kB', async () => {
    const cells = twelveResults();
    const data = cells.map(cell => (cell.kind === 'query' ? JSON.stringify(cell.answer?.table).length : 0));
    const size = (await reportPage(reportOf(cells))).length;
    expect(size).toBeLessThan(1.3 * data.reduce((sum, each) => sum + each, 0) + 150_000);
  });

  it('gives way before each cell, and ends with whoever has enough', async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      if (pauses === 3) throw new Error('enough');
    };
    await expect(reportPage(reportOf(twelveResults()), { pause })).rejects.toThrow('enough');
  });
});
