import assert from 'node:assert/strict';
import { aggregationTriples, dataSourceNames } from '../../src/model/query/dataSources.js';
import type { Locator } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import type { Workbench } from './workbench.js';

type Fields = Readonly<Record<string, unknown>>;

/** Texts that no completion can know: names that people give, patterns, times. */
const freeTexts = ['period', 'timeZone', 'origin', 'name', 'fieldName'];

/**
 * Writes queries into the cell that has the focus as a person does who knows the first letters of what completion offers:
 * types them, waits for the offer, accepts it with Enter.
 */
export class QueryTypist {
  constructor(private readonly workbench: Workbench) {}

  /** Writes a query, in an empty cell. */
  async write(query: object): Promise<void> {
    await this.object(query as Fields);
  }

  private async object(fields: Fields): Promise<void> {
    await this.type('{');
    for (const [index, [name, value]] of Object.entries(fields).entries()) {
      if (index > 0) await this.type(', ');
      await this.accept(`"${name.slice(0, 5)}`, name);
      await this.value(name, value);
    }
    await this.press('ArrowRight');
  }

  /** Writes the value of a field that was just accepted. */
  private async value(name: string, value: unknown): Promise<void> {
    if (name === 'filter') return this.filter(value as Fields);
    if (name === 'orderBy') return this.order(value as { columns: { dimension: string }[] });
    if (Array.isArray(value)) return this.list(value);
    if (typeof value === 'object') return this.object(value as Fields);
    if (typeof value === 'number') return this.type(String(value));
    const text = String(value);
    if (!freeTexts.includes(name)) return this.accept(text.slice(0, 6), `"${text}"`);
    // Completion writes the quotes where a field takes nothing but text.
    const cell = this.workbench.page.locator('.cell-editor-container:visible .view-lines').first();
    const hasQuotes = (await cell.innerText()).replaceAll('\u00a0', ' ').includes(`"${name}": ""`);
    await this.type(hasQuotes ? text : `"${text}`);
    await this.press('ArrowRight');
  }

  /** Completion has written the brackets. */
  private async list(items: readonly unknown[]): Promise<void> {
    for (const item of items) {
      if (typeof item === 'string') await this.accept(item.slice(0, 6), `"${item}"`);
      else await this.aggregation(item as Fields);
    }
    await this.press('ArrowRight');
  }

  /** One that the contract documents is one item. */
  private async aggregation(fields: Fields): Promise<void> {
    const { type, name, fieldName, fieldNames } = fields;
    if (type === 'cardinality') {
      await this.accept('cardin', 'cardinality: number of distinct values');
      await this.press('Tab');
      const [dimension = ''] = fieldNames as string[];
      await this.accept(dimension.slice(0, 6), `"${dimension}"`);
      return this.press('Tab');
    }
    const documented = dataSourceNames
      .flatMap(source => aggregationTriples[source])
      .find(triple => triple.name === name && triple.fieldName === fieldName);
    if (!documented) return this.object(fields);
    await this.accept(documented.name, `${documented.name}: ${documented.type} of ${documented.fieldName}`);
  }

  private async order({ columns: [column] }: { columns: { dimension: string }[] }): Promise<void> {
    const { dimension } = column!;
    await this.accept(dimension.slice(0, 4), `"${dimension}"`);
    // Past the limit, to the end.
    await this.press('Tab');
    await this.press('Tab');
  }

  private async filter(filter: Fields): Promise<void> {
    const { type, dimension, pattern, value, fields, field } = filter as Record<string, string> & {
      fields?: Fields[];
      field?: Fields;
    };
    const labels: Fields = {
      and: 'and: all match',
      or: 'or: any matches',
      not: 'not: does not match',
      regex: 'regex: matches a pattern',
      selector: 'selector: equal to a value',
    };
    await this.accept(type!, String(labels[type!]));
    for (const [index, inner] of (fields ?? []).entries()) {
      if (index > 0) await this.type(', ');
      await this.filter(inner);
    }
    if (fields) await this.press('ArrowDown');
    if (field) await this.filter(field);
    if (dimension) {
      await this.accept(dimension.slice(0, 6), `"${dimension}"`);
      await this.press('Tab');
    }
    if (pattern) await this.type(pattern.replace('(?i)', ''));
    if (value) await this.accept(value.slice(0, 4), `"${value}"`);
    // Behind the brace in the next line.
    for (const key of ['ArrowDown', 'Home', 'ArrowRight']) await this.press(key);
  }

  /**
   * Types the first letters of an item, waits until it is offered, and accepts it. VS Code's JSON server may read a text
   * that has grown since it was asked and then replaces too much, so nothing is typed between the first letter and the list.
   */
  private async accept(letters: string, label: string): Promise<void> {
    const { page } = this.workbench;
    const rows = page.locator('.suggest-widget.visible .monaco-list-row');
    const wanted = rows.and(page.locator(`[aria-label^=${JSON.stringify(label)}]`)).first();
    await this.type(letters.slice(0, 1));
    await this.offered(rows.first());
    await this.type(letters.slice(1));
    await eventually(async () => {
      await this.offered(wanted);
      for (let step = 0; step < 12 && !(await isFocused(wanted)); step += 1) await this.press('ArrowDown');
      assert.ok(await isFocused(wanted), `${label} is not selected`);
    }, 20_000);
    await this.press('Enter');
    await rows
      .and(page.locator(`[aria-label^=${JSON.stringify(label)}].focused`))
      .first()
      .waitFor({ state: 'detached' });
  }

  /** Waits until a row is offered; numbers and what VS Code takes for the end of a word open no list by themselves. */
  private async offered(row: Locator): Promise<void> {
    await row.waitFor({ timeout: 3000 }).catch(async () => {
      await this.press('Control+Space');
      await row.waitFor({ timeout: 3000 });
    });
  }

  private type(text: string): Promise<void> {
    return this.workbench.page.keyboard.type(text);
  }

  private press(key: string): Promise<void> {
    return this.workbench.page.keyboard.press(key);
  }
}

const isFocused = (row: Locator) =>
  row.getAttribute('class').then(names => / focused\b/.test(` ${names ?? ''}`));
