import { describe, expect, it, vi } from 'vitest';
import type { Locator } from 'playwright-core';
import type { ResultOutput } from '../../../src/model/results/shownResult.js';
import type { ViewSettings } from '../../../src/model/results/viewSettings.js';
import { useComponentPage } from './componentPage.js';

const hour = 3_600_000;
const end = Date.UTC(2026, 10, 20);
const measures = [
  { name: 'bytes', unit: 'bytes' as const, isSum: true },
  { name: 'pkts', unit: 'packets' as const, isSum: true },
];

/** Two numbers for each of some names in each of some hours, the first names with the largest ones. */
function traffic(names: readonly string[], hours: number, settings: ViewSettings): ResultOutput {
  const rows = Array.from({ length: hours }, (_, at) =>
    names.map((name, place) => ({ at, name, place })),
  ).flat();
  const rowCount = rows.length;
  return {
    id: 'result',
    question: `${names.join()} in ${hours} hours`,
    columns: [
      {
        name: 'timestamp',
        kind: 'time',
        values: rows.map(({ at }) => new Date(end + (at - hours) * hour).toISOString()),
      },
      { name: 'direction', kind: 'dimension', values: rows.map(({ name }) => name) },
      {
        name: 'bytes',
        kind: 'value',
        values: rows.map(({ at, place }) => 1e6 * (names.length - place) + 1000 * at),
      },
      { name: 'pkts', kind: 'value', values: rows.map(({ at, place }) => 100 * place + ((at * 7) % 11)) },
    ],
    rowCount,
    totalRows: rowCount,
    facts: {
      queryType: 'groupBy',
      dimensions: ['direction'],
      inTree: [],
      isBucketed: true,
      measures,
      bucketLength: hour,
      stretches: [{ start: end - hours * hour, end }],
    },
    settings,
  };
}

const directions = ['downstream', 'upstream', 'none'];
const twelve = Array.from({ length: 12 }, (_, at) => `application ${at}`);
const component = useComponentPage();
const page = () => component().page;

describe('the toolbar of a result beside a side bar', () => {
  const bar = () => page().locator('.bar').first();
  const views = () => bar().getByRole('radio').filter({ visible: true });
  const list = () => bar().getByRole('combobox', { name: /^View/ });
  const options = () => bar().getByRole('button', { name: 'Options' });
  const units = () => bar().getByRole('combobox', { name: 'Units' });
  /** In rows of text. */
  const height = () => bar().evaluate(each => Math.round(each.getBoundingClientRect().height / 24));
  const answer = () => traffic(twelve, 24, { view: 'line' });

  it('is one row with a list of views, which draws the chosen one', async () => {
    await component().resize(620);
    await component().draw(answer());
    expect([await height(), await views().count(), await list().inputValue()]).toEqual([1, 0, 'Line']);
    await list().selectOption('Table');
    await page().getByRole('grid').waitFor();
    await list().selectOption('Line');
    await page().locator('.plot canvas').waitFor();
    await options().press('v');
    await vi.waitFor(async () => expect(await list().inputValue()).toBe('Area'));
    expect(await list().evaluate(each => each.matches(':focus'))).toBe(true);
  });

  it('has its options behind a button, in one row more, in the next answer too', async () => {
    await component().resize(700);
    await component().draw(answer());
    expect(await units().isVisible()).toBe(false);
    await options().click();
    expect(await height()).toBe(2);
    await units().selectOption('binary');
    await component().drawNext(answer());
    await units().waitFor();
    expect(await options().getAttribute('aria-expanded')).toBe('true');
    await options().click();
    await units().waitFor({ state: 'hidden' });
  });

  it('has a notice with its buttons in one row above it, and the title of the chart below', async () => {
    await component().resize(700);
    const limitActions = [{ label: 'Raise to 1,000', limit: 1000 }];
    await component().draw({ ...answer(), notes: ['Limit of 288 reached.'], limitActions, asks: 'bytes' });
    expect(await height()).toBe(1);
    const above = await page()
      .locator('.plot')
      .evaluate(each => each.getBoundingClientRect().top);
    expect(above).toBeLessThan(100);
  });

  it('shows its views, and its options, where there is room for them', async () => {
    await component().resize(620);
    await component().draw(answer());
    await component().resize(760);
    await views().first().waitFor();
    expect([await height(), await list().isVisible(), await units().isVisible()]).toEqual([1, false, false]);
    await component().resize(1800);
    await units().waitFor();
    await options().waitFor({ state: 'hidden' });
  });
});

/** The colours of charts in themes of VS Code, as it gives them to pages. */
const themes = {
  'vscode-dark': {
    'editor-background': '#1f1f1f',
    'charts-foreground': '#cccccc',
    'charts-blue': '#3794ff',
    'charts-orange': '#d18616',
    'charts-green': '#89d185',
    'charts-purple': '#b180d7',
    'charts-red': '#f14c4c',
    'charts-yellow': '#cca700',
  },
  'vscode-high-contrast': {
    'editor-background': '#000000',
    'charts-foreground': '#ffffff',
    'charts-blue': '#3794ff',
    'charts-orange': '#ab5a00',
    'charts-green': '#89d185',
    'charts-purple': '#b180d7',
    'charts-red': '#f48771',
    'charts-yellow': '#ffd370',
  },
  'vscode-light': {
    'editor-background': '#ffffff',
    'charts-foreground': '#3b3b3b',
    'charts-blue': '#1a85ff',
    'charts-orange': '#d18616',
    'charts-green': '#388a34',
    'charts-purple': '#652d90',
    'charts-red': '#e51400',
    // It cannot be seen on white.
    'charts-yellow': 'rgba(255, 255, 0, 0.1)',
  },
};

describe('the looks of a chart', () => {
  const swatches = (name: string) =>
    page()
      .locator('.legend .swatch path')
      .evaluateAll((lines, attribute) => lines.map(line => line.getAttribute(attribute)), name);
  const distinct = (values: readonly unknown[]) => new Set(values).size;

  it('tell ten series apart by colours of the theme, also of the next one, and by dashes', async () => {
    await component().resize(1200);
    await component().draw(traffic(twelve.slice(0, 10), 24, { view: 'line' }));
    for (const [kind, colors] of Object.entries(themes)) {
      await component().paint(kind, colors);
      const { 'charts-blue': blue, 'charts-orange': orange, 'charts-yellow': yellow } = colors;
      await vi.waitFor(async () => expect((await swatches('stroke')).slice(0, 2)).toEqual([blue, orange]));
      const strokes = await swatches('stroke');
      expect([distinct(strokes), distinct(await swatches('stroke-dasharray'))], kind).toEqual([10, 10]);
      expect(strokes.includes(yellow), kind).toBe(yellow.startsWith('#'));
    }
  });

  it('are those of the picture, whose PNG has twice as many pixels on the ground of the theme', async () => {
    await component().paint('vscode-dark', themes['vscode-dark']);
    await component().draw(traffic(['downstream'], 24, { view: 'line' }));
    for (const format of ['SVG', 'PNG']) {
      await page().getByRole('button', { name: 'Export' }).click();
      await page()
        .getByRole('menuitem', { name: `Picture (${format})` })
        .click();
    }
    const [svg, png] = await vi.waitFor(async () => {
      const pictures = (await component().posted()).flatMap(each =>
        each.type === 'picture' ? [each.data] : [],
      );
      expect(pictures).toHaveLength(2);
      return pictures as [string, string];
    });
    const [, width] = /width="(\d+)"/.exec(svg)!;
    const read = await page().evaluate<{ width: number; colors: string[] }>(readPixels(png));
    expect(read.width).toBe(2 * Number(width));
    expect(read.colors).toEqual(expect.arrayContaining(['#1f1f1f', '#3794ff']));
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page().getByRole('button', { name: 'Export' }).click();
    await page().getByRole('menuitem', { name: 'Copy as Picture' }).click();
    await page().locator('.told').getByText('Copied').waitFor();
    const copied = await page().evaluate<string>(clipboardPng);
    expect(await page().evaluate<unknown>(readPixels(copied))).toEqual(read);
  });
});

/** A script that reads the PNG on the clipboard, in base 64. */
const clipboardPng = `(async () => {
  const [item] = await navigator.clipboard.read();
  const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
})()`;

/** A script that reads the width and all colours of a PNG. */
const readPixels = (png: string) => `(async () => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  const hex = pixel => '#' + [0, 8, 16].map(by => ((pixel >> by) & 255).toString(16).padStart(2, '0')).join('');
  return { width: image.width, colors: [...new Set(pixels)].map(hex) };
})()`;

describe('the table of a result', () => {
  const grid = () => page().getByRole('grid');
  const drawTable = async () => {
    await component().resize(1000);
    await component().draw(traffic(directions, 6, { view: 'table' }));
    await grid().focus();
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page().keyboard.press(key);
  };
  const heights = () =>
    grid()
      .locator('.row')
      .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().height));

  it('draws every row as high as the others, and its names too while it is sorted and filtered', async () => {
    await drawTable();
    const before = await heights();
    expect(before.length).toBeGreaterThan(10);
    expect(new Set(before.slice(1)).size, before.join()).toBe(1);
    await press('ArrowRight', 'ArrowUp', 'Enter');
    await grid().locator('[aria-sort]').waitFor();
    await press('Shift+F10', 'ArrowUp');
    await page().getByRole('menuitem', { name: 'Filter rows by this column…' }).press('Enter');
    await press('=', 'u', 'p', 's', 't', 'r', 'e', 'a', 'm');
    await page().getByText('6 of 18 rows').waitFor();
    const filtered = await heights();
    expect(filtered).toEqual(before.slice(0, filtered.length));
  });

  it('puts cells on the clipboard, with the names of their columns', async () => {
    await drawTable();
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press('ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'ControlOrMeta+c');
    const shown = await grid().locator('.selected').allTextContents();
    const lines = [
      ['direction', 'bytes'],
      ['downstream', '3000000'],
      ['upstream', '2000000'],
    ];
    expect(shown).toEqual(['downstream', '3,000,000', 'upstream', '2,000,000']);
    await vi.waitFor(async () =>
      expect(await page().evaluate('navigator.clipboard.readText()')).toBe(
        lines.map(line => line.join('\t')).join('\n'),
      ),
    );
  });
});

describe('a chart under the mouse', () => {
  const plot = () => page().locator('.plot .u-over');
  const lines = () => traffic(directions, 24, { view: 'line' });
  const drawLines = async () => {
    await component().resize(1200);
    await component().draw(lines());
  };

  it('is read in its legend: the time, and each value in its unit', async () => {
    await drawLines();
    await plot().hover({ position: { x: 60, y: 60 } });
    const legend = page().locator('.legend');
    await vi.waitFor(async () =>
      expect(await page().locator('.zoom .time').textContent()).toMatch(/^2026-11-19 \d\d:00:00 Z$/),
    );
    const values = await legend.locator('.value').allTextContents();
    expect(values.map(value => value.replace(/[\d.]+/, ''))).toEqual([' MB', ' MB', ' MB']);
  });

  it('is zoomed into what is dragged over, stays there for the next answer, and asks for that time as a range', async () => {
    await drawLines();
    const { x, y, width } = (await plot().boundingBox())!;
    const { mouse } = page();
    await mouse.move(x + width * 0.3, y + 40);
    await mouse.down();
    await mouse.move(x + width * 0.6, y + 40, { steps: 5 });
    await mouse.up();
    const zoomed = page().locator('.zoom span').first();
    const span = await zoomed.innerText();
    await component().drawNext(lines());
    expect(await zoomed.innerText()).toBe(span);
    await page().getByRole('button', { name: 'Use this interval' }).click();
    const [asked] = (await component().posted()).filter(({ type }) => type === 'interval');
    expect(asked).toMatchObject({ start: end - 16 * hour, end: end - 9 * hour });
  });

  it('keeps its menu beside the cell at the lower edge of the window, not behind it, and scrolls it there', async () => {
    await drawLines();
    const output = page().locator('body > div').first();
    const { height: lowest } = page().viewportSize()!;
    await output.evaluate((element, top) => (element.style.marginTop = `${top}px`), lowest - 100);
    await page().getByRole('button', { name: 'Export' }).press('Enter');
    const menu = page().getByRole('menu');
    const room = async (place: Locator) => {
      const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
      return [y >= lowest - 100, y + height <= lowest];
    };
    await vi.waitFor(async () => expect(await room(menu)).toEqual([true, true]));
    await page().keyboard.press('End');
    expect(await room(menu.getByRole('menuitem').last())).toEqual([true, true]);
    await page().keyboard.press('Escape');
    await output.evaluate(element => (element.style.marginTop = ''));
  });

  it('keeps the series that a press shows alone, and one that Ctrl and Enter add, for the next answer', async () => {
    await drawLines();
    const off = page().locator('.legend [aria-pressed=false] .name');
    await page().getByRole('button', { name: 'upstream' }).click();
    await vi.waitFor(async () => expect(await off.allTextContents()).toEqual(['downstream', 'none']));
    await page().getByRole('button', { name: 'none' }).press('Control+Enter');
    await vi.waitFor(async () => expect(await off.allTextContents()).toEqual(['downstream']));
    await component().drawNext(lines());
    await plot().waitFor();
    expect(await off.allTextContents()).toEqual(['downstream']);
  });

  it.each([1100, 340])(
    'has last values and maxima in columns with their ends below each other, %s pixels wide',
    async width => {
      await component().resize(width);
      await component().draw(
        traffic(['a name that is long', 'b', 'none'], 24, { view: 'line', hasRanges: true }),
      );
      const ends = await page()
        .locator('.legend .number')
        .evaluateAll(cells => cells.map(cell => Math.round(cell.getBoundingClientRect().right)));
      const [last = 0, maximum = 0] = ends;
      expect(ends).toEqual(Array(4).fill([last, maximum]).flat());
      expect([last < maximum, maximum < width]).toEqual([true, true]);
    },
  );

  it('has an axis that keys alone choose, beside a side bar too, with the focus where it was', async () => {
    await component().resize(500);
    await component().draw(traffic(directions, 24, { view: 'line' }));
    await page().getByText('Axis and thresholds').press('Enter');
    await page().getByRole('button', { name: 'Logarithmic' }).press('Enter');
    await page().locator('[aria-pressed=true]:focus', { hasText: 'Logarithmic' }).waitFor();
    const threshold = page().getByRole('textbox', { name: 'Threshold' });
    await threshold.fill('4M');
    await threshold.press('Enter');
    await page().getByRole('button', { name: 'Remove the threshold 4 MB' }).waitFor();
    const overflow = await page().evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('is as high as its edge is dragged or moved with keys, also for the next answer, until a double click', async () => {
    await drawLines();
    const edge = page().getByRole('separator');
    const height = async () => (await plot().boundingBox())!.height;
    const usual = await height();
    const { x, y } = (await edge.boundingBox())!;
    const { mouse } = page();
    await mouse.move(x + 50, y + 3);
    await mouse.down();
    await mouse.move(x + 50, y + 103, { steps: 4 });
    await mouse.up();
    expect(await height()).toBe(usual + 100);
    await edge.press('ArrowUp');
    await component().drawNext(lines());
    await plot().waitFor();
    expect(await height()).toBe(usual + 80);
    await edge.dblclick();
    expect(await height()).toBe(usual);
    const kept = (await component().posted()).flatMap(message =>
      message.type === 'settings' ? [message.settings.height] : [],
    );
    expect(kept).toEqual([undefined]);
  });
});

describe('what is asked again', () => {
  /** How far from above is what a person may be about to read or press. */
  const places = () =>
    page()
      .locator('[role=radio], select, .title, .plot, .legend .entry, summary, [role=grid]')
      .filter({ visible: true })
      .evaluateAll(parts => parts.map(part => Math.round(part.getBoundingClientRect().top)));

  it.each(['line', 'table'] as const)(
    'leaves in its place all that is in the %s of the answer before',
    async view => {
      const answer = traffic(directions, 24, { view });
      await component().resize(1000);
      await component().draw(answer);
      const before = await places();
      expect(before.length).toBeGreaterThan(8);
      await component().tell({ type: 'stale', results: [await component().id()] });
      await page().locator('#stale').waitFor();
      expect(await places()).toEqual(before);
      await component().drawNext({ ...answer, earlierRange: 'last hour' });
      await page().locator('#stale').waitFor({ state: 'detached' });
      expect(await places()).toEqual(before);
    },
  );

  it('keeps its height while all rows of the next answer are on their way', async () => {
    const answer = traffic(directions, 24, { view: 'line' });
    await component().draw(answer);
    const height = async () => (await page().locator('.result').boundingBox())?.height;
    const before = await height();
    await component().drawNext({ ...answer, totalRows: answer.totalRows * 2 });
    await page().getByText('Loading the other rows…').waitFor();
    expect(await height()).toBe(before);
  });
});

describe('a result, read with the keyboard', () => {
  it('says what each part is and what it shows', async () => {
    await component().resize(1200);
    const { facts, ...shown } = traffic(directions, 1, { view: 'list' });
    await component().draw({ ...shown, facts: { ...facts, isBucketed: false } });
    await page().locator('.bars li').first().waitFor();
    const heard: unknown[] = [];
    const hear = async (key: string) => {
      await page().keyboard.press(key);
      heard.push(await page().evaluate(tellFocus));
    };
    for (let part = 0; part < 5; part += 1) await hear('Tab');
    expect(heard.splice(0)).toEqual([
      'radio List, chosen',
      'select Value',
      'select Units',
      'button Export',
      'button Open in a tab',
    ]);
    const list = await page().getByRole('figure').ariaSnapshot();
    expect(list).toMatch(/figure "bytes by direction.*listitem:\s+- button "downstream"/s);
    await page().getByRole('radio', { name: 'List' }).press('v');
    await page().getByRole('grid').focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowUp']) await hear(key);
    expect(heard).toEqual(['gridcell downstream', 'gridcell 3,000,000', 'columnheader bytes']);
  });
});

/** Runs in the page: what has the keyboard, by role, name and state. */
const tellFocus = `(() => {
  let part = document.activeElement;
  while (part?.shadowRoot?.activeElement) part = part.shadowRoot.activeElement;
  const inner = part.getAttribute('aria-activedescendant');
  if (inner) part = part.getRootNode().getElementById(inner);
  const role = part.getAttribute('role') ?? part.localName;
  const state = part.getAttribute('aria-checked') === 'true' ? ', chosen' : '';
  return role + ' ' + (part.getAttribute('aria-label') ?? part.textContent) + state;
})()`;
