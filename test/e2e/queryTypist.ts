import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { aggregationTriples, dataSourceNames } from 'netsensor-contract/query/dataSources';
import { eventually } from '../support/eventually.js';
import type { Workbench } from './workbench.js';

type Fields = Readonly<Record<string, unknown>>;

/** What skeletons are called and have, and what they ask for, in the order of their places. */
const skeletons: readonly {
  readonly label: string;
  readonly has: Fields;
  readonly places: readonly string[];
}[] = [
  {
    label: 'topN query',
    has: { queryType: 'topN' },
    places: ['dataSource', 'granularity', 'dimension', 'aggregations', 'metric', 'threshold'],
  },
  {
    label: 'groupBy ranking',
    has: { queryType: 'groupBy', granularity: 'all' },
    places: ['dataSource', 'dimensions', 'aggregations', 'orderBy'],
  },
  {
    label: 'groupBy query',
    has: { queryType: 'groupBy' },
    places: ['dataSource', 'granularity', 'dimensions', 'aggregations'],
  },
  {
    label: 'timeseries query',
    has: { queryType: 'timeseries' },
    places: ['dataSource', 'granularity', 'aggregations'],
  },
];

/** What the lists call things. */
const labels: Readonly<Record<string, string>> = {
  and: 'and: all match',
  or: 'or: any matches',
  not: 'not: does not match',
  regex: 'regex: matches a pattern',
  selector: 'selector: equal to a value',
};

/**
 * Writes queries into the cell that has the focus as a person does who knows what completion offers: every list opens by
 * itself, three letters and the arrow keys choose from it, Enter takes it, Tab leads on. Every key is counted.
 */
export class QueryTypist {
  /** Keys that were pressed. */
  keys = 0;

  constructor(private readonly workbench: Workbench) {}

  /** Writes a query, in an empty cell: from its skeleton where it has one, else field by field. */
  async write(query: object): Promise<void> {
    const fields = query as Fields;
    const skeleton = skeletons.find(
      ({ has, places }) =>
        Object.entries(has).every(([name, value]) => fields[name] === value) &&
        places.every(name => name in fields),
    );
    if (!skeleton) {
      await this.type('{');
      await this.press('Enter');
      return this.others(fields, []);
    }
    const { label, has, places } = skeleton;
    await this.type(label.slice(0, 2));
    await this.choose(label, '');
    for (const name of places) await this.place(name, fields[name]);
    await this.others(fields, [...Object.keys(has), ...places]);
  }

  /** A place of a skeleton, and on to the next one. */
  private async place(name: string, value: unknown): Promise<void> {
    // A fixed list leads on by itself.
    if (name === 'dataSource') return this.choose(String(value));
    if (name === 'orderBy') {
      await this.choose(JSON.stringify(firstColumn(value)));
      await this.press('Tab');
      await this.type(String((value as Fields)['limit']));
    } else await this.value(name, value);
    await this.press('Tab');
  }

  /** The fields that are still to be written, at the end of the object. */
  private async others(fields: Fields, written: readonly string[]): Promise<void> {
    for (const [index, [name, value]] of Object.entries(fields)
      .filter(([field]) => !written.includes(field))
      .entries()) {
      if (index > 0 || written.length > 0) {
        await this.type(',');
        await this.press('Enter');
      }
      await this.choose(name);
      await this.value(name, value);
      if (Array.isArray(value)) await this.press('ArrowRight');
    }
  }

  /** Leaves the cursor behind the value, or at the end of its last element. */
  private async value(name: string, value: unknown): Promise<void> {
    if (name === 'filter') return this.filter(value as Fields);
    if (name === 'aggregations') return this.aggregation((value as Fields[])[0]!);
    if (name === 'granularity' && typeof value === 'object') return this.period(value as Fields);
    if (typeof value === 'number') return this.type(String(value));
    await this.choose(JSON.stringify(Array.isArray(value) ? value[0] : value));
  }

  private async period(granularity: Fields): Promise<void> {
    await this.choose('period from an origin');
    for (const name of ['period', 'timeZone', 'origin']) {
      const text = String(granularity[name]);
      if (name === 'timeZone') await this.choose(JSON.stringify(text), 'ber');
      else await this.typeFreely(text);
      await this.press('Tab');
    }
  }

  /** One that the contract documents is one item, whose name is selected. */
  private async aggregation(fields: Fields): Promise<void> {
    const { type, name, fieldName, fieldNames } = fields;
    if (type === 'cardinality') {
      await this.choose('cardinality: number of distinct values');
      await this.press('Tab');
      await this.choose(JSON.stringify((fieldNames as string[])[0]));
    } else {
      const documented = dataSourceNames
        .flatMap(source => aggregationTriples[source])
        .find(triple => triple.type === type && triple.fieldName === fieldName);
      assert.ok(documented, `the aggregation ${String(name)} is documented`);
      await this.choose(`${documented.name}: ${documented.type} of ${documented.fieldName}`);
      if (documented.name !== name) await this.type(String(name));
    }
    await this.press('Tab');
  }

  private async filter({ type, dimension, pattern, value, fields, field }: Fields): Promise<void> {
    await this.choose(labels[String(type)]!);
    for (const [index, inner] of ((fields as Fields[] | undefined) ?? []).entries()) {
      if (index > 0) await this.type(', ');
      await this.filter(inner);
    }
    if (fields) await this.press('Tab');
    if (field) await this.filter(field as Fields);
    if (!dimension) return;
    await this.choose(JSON.stringify(dimension));
    await this.press('Tab');
    if (pattern) await this.typeFreely(String(pattern).replace('(?i)', ''));
    else await this.choose(JSON.stringify(value), value === null ? 'no' : undefined);
    await this.press('Tab');
  }

  /** Waits for the list, which has opened by itself, types letters if the item is not the first, and takes it. */
  private async choose(
    label: string,
    letters = label.replace('"', '').slice(0, 3).replace(/\W.*/, ''),
  ): Promise<void> {
    await this.listed();
    if ((await this.look(label)).place !== 'focused') await this.type(letters);
    await eventually(async () => {
      let { place, focused } = await this.look(label);
      for (let step = 0; step < 12 && place === 'offered'; step += 1) {
        await this.press('ArrowDown');
        await this.rows
          .and(this.workbench.page.locator(`.focused:not([aria-label=${JSON.stringify(focused)}])`))
          .waitFor();
        ({ place, focused } = await this.look(label));
      }
      assert.equal(place, 'focused', `${label}: the list has ${focused}`);
    }, 20_000);
    await this.press('Enter');
    await this.rows
      .and(this.workbench.page.locator(`.focused${labelled(label)}`))
      .first()
      .waitFor({ state: 'detached' });
  }

  /** Where an item is in the list as it is at this moment, and which one has the focus. */
  private look(label: string): Promise<{ place: 'focused' | 'offered' | 'absent'; focused: string }> {
    return this.rows.evaluateAll((rows, wanted) => {
      const labelOf = (row: (typeof rows)[number] | undefined) => row?.getAttribute('aria-label') ?? '';
      const focused = rows.find(row => row.classList.contains('focused'));
      const item = rows.find(row => labelOf(row).startsWith(wanted));
      const place = !item ? 'absent' : item === focused ? 'focused' : focused ? 'offered' : 'absent';
      return { place, focused: labelOf(focused) };
    }, label);
  }

  private get rows(): Locator {
    return this.workbench.page.locator('.suggest-widget.visible .monaco-list-row');
  }

  private listed(): Promise<void> {
    return this.rows.and(this.workbench.page.locator('.focused')).first().waitFor();
  }

  /** Text that no list has: Tab would take what a list offers. */
  private async typeFreely(text: string): Promise<void> {
    await this.type(text);
    await this.rows.first().waitFor({ state: 'detached' });
  }

  private type(text: string): Promise<void> {
    this.keys += text.length;
    return this.workbench.page.keyboard.type(text);
  }

  private press(key: string): Promise<void> {
    this.keys += 1;
    return this.workbench.page.keyboard.press(key);
  }
}

const firstColumn = (order: unknown) => (order as { columns: Fields[] }).columns[0]?.['dimension'];

const labelled = (label: string) => `[aria-label^=${JSON.stringify(label)}]`;
