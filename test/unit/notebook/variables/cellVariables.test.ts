import { describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import {
  fillVariables,
  NoValueError,
  planRun,
  type RunServices,
} from '../../../../src/notebook/variables/cellVariables.js';
import { cellName } from '../../../../src/notebook/notebookMetadata.js';
import { requireNeeds } from '../../../../src/words/queryWords.js';
import type { ResultStore } from '../../../../src/notebook/results/resultStore.js';
import { GivenUpError, SentenceError } from '../../../../src/words/sentenceErrors.js';
import { plainNotebook, type PlainCell } from '../plainNotebook.js';

interface Result {
  readonly columns?: Readonly<Record<string, readonly unknown[]>>;
  readonly isStored?: boolean;
}

/** The results that cells have, by their places. */
function resultsOf(found: Readonly<Record<number, Result>>): ResultStore {
  const ofCell = ({ index }: vscode.NotebookCell) => {
    const { columns = {}, isStored = false } = found[index] ?? {};
    const named = Object.entries(columns).map(([name, values]) => ({ name, values }));
    return index in found ? { isStored, table: { columns: named } } : undefined;
  };
  return { ofCell } as unknown as ResultStore;
}

const named = (name: string, query: unknown = {}): PlainCell => ({ query, metadata: { name } });

/** The query of the last cell with its variables filled in. */
async function filled(
  cells: readonly PlainCell[],
  {
    variables = {},
    results = {},
    answers = {},
  }: {
    variables?: Readonly<Record<string, unknown>>;
    results?: Readonly<Record<number, Result>>;
    answers?: Readonly<Record<string, string>>;
  } = {},
) {
  const notebook = plainNotebook(cells, { variables });
  const asked: string[] = [];
  const services = {
    results: resultsOf(results),
    askForValue: async ({ name }: { name: string }) => {
      asked.push(name);
      return answers[name];
    },
  } as unknown as RunServices;
  const last = notebook.cells.at(-1)!;
  return { ...(await fillVariables(JSON.parse(last.document.getText()), last, services)), asked };
}

describe('the variables in the query of a cell', () => {
  it('are what the notebook has chosen for them, and a default until then', async () => {
    const variables = { site: { value: 'BSL', default: 'LIS' }, limit: { default: 5 } };
    expect(await filled([{ query: { a: '${site}', threshold: '${limit}' } }], { variables })).toEqual({
      query: { a: 'BSL', threshold: 5 },
      variables: { site: 'BSL', limit: 5 },
      asked: [],
    });
  });

  it('are asked for where nothing was chosen or the notebook lacks them, each once', async () => {
    const query = { a: '${site}', b: '${other}', c: '${site}' };
    const { asked, ...rest } = await filled([{ query }], {
      variables: { site: {} },
      answers: { site: 'BSL', other: 'x' },
    });
    expect(rest.query).toEqual({ a: 'BSL', b: 'x', c: 'BSL' });
    expect(asked.toSorted()).toEqual(['other', 'site']);
  });

  it('keep the query from being sent where nobody answers', async () => {
    const given = filled([{ query: { a: '${site}' } }]);
    await expect(given).rejects.toThrow('site has no value yet, so the query was not sent.');
    await expect(given).rejects.toMatchObject({ variable: 'site' });
    await expect(given).rejects.toBeInstanceOf(NoValueError);
  });

  it('take their filter away where they stand for all values', async () => {
    const filter = { type: 'selector', dimension: 'host', value: '${host}' };
    const { query, variables } = await filled([{ query: { filter, a: 1 } }], {
      variables: { host: { value: { all: true } } },
    });
    expect(query).toEqual({ a: 1 });
    expect(variables).toEqual({ host: { all: true } });
  });

  it('leave a query without any as it is, but for what is marked as none', async () => {
    expect((await filled([{ query: { a: 1 } }])).query).toEqual({ a: 1 });
    expect((await filled([{ query: { a: '$${site}' } }])).query).toEqual({ a: '${site}' });
  });
});

describe('a column of the result of another cell', () => {
  const cells = [named('hosts'), { query: { in: ['${hosts.ip}'] } }];

  it('stands for its values, each once, and for the digits of a number that is too long', async () => {
    const results = { 0: { columns: { ip: ['b', 'a', 'b', 2n ** 64n] } } };
    expect((await filled(cells, { results })).query).toEqual({ in: ['b', 'a', '18446744073709551616'] });
  });

  it.each([
    [
      'no cell has that name',
      [{ query: ['${hosts.ip}'] }],
      {},
      /^No cell has a result for hosts\.ip\. Name the/,
    ],
    [
      'its cell has no result',
      cells,
      {},
      /^No cell has a result for hosts\.ip\. These cells have names: hosts\.$/,
    ],
    [
      'the result has no such column',
      cells,
      { 0: { columns: { host: [], mac: [] } } },
      /^The result has no column hosts\.ip\. It has: host, mac\.$/,
    ],
    [
      'the result is empty where one value is wanted',
      [named('hosts'), { query: { a: '${hosts.ip}' } }],
      { 0: { columns: { ip: [] } } },
      /^\$\{hosts\.ip\} has no value, because the result it comes from is empty\.$/,
    ],
    [
      'there are many values where one is wanted',
      [named('hosts'), { query: { a: '${hosts.ip}' } }],
      { 0: { columns: { ip: ['a', 'b'] } } },
      /^\$\{hosts\.ip\} has 2 values where one is wanted\./,
    ],
  ] as const)('is missed with a sentence where %s', async (_, cells, results, sentence) => {
    const given = filled(cells, { results });
    await expect(given).rejects.toThrow(sentence);
    await expect(given).rejects.toBeInstanceOf(SentenceError);
  });
});

describe('the cells of a run', () => {
  const user = named('user', { in: ['${first.ip}'] });
  const order = (
    cells: readonly PlainCell[],
    wanted: readonly number[],
    found: Record<number, Result> = {},
  ) => {
    const { notebook, cells: all } = plainNotebook(cells);
    const plan = planRun(
      wanted.map(at => all[at]!),
      notebook,
      resultsOf(found),
    );
    return plan.map(({ cell }) => cell.index);
  };

  it('run as they stand where none uses the result of another', () => {
    expect(order([{}, {}, {}], [2, 0])).toEqual([2, 0]);
  });

  it('run after the cells whose results they use, wherever these stand', () => {
    expect(order([user, named('first')], [0, 1])).toEqual([1, 0]);
  });

  it('bring a cell whose result they use and that has none, but not one that has an answer of now', () => {
    const cells = [named('first'), user];
    expect(order(cells, [1])).toEqual([0, 1]);
    expect(order(cells, [1], { 0: {} })).toEqual([1]);
    expect(order(cells, [1], { 0: { isStored: true } })).toEqual([0, 1]);
  });

  it('bring no text between the queries', () => {
    expect(order([{ ...named('first'), isMarkup: true }, named('first'), user], [2])).toEqual([1, 2]);
  });
});

describe('a cell that uses the result of another', () => {
  const { cells } = plainNotebook([named('first'), {}]);
  const planned = { cell: cells[1]!, needs: [cells[0]!], cycle: [] };

  it('runs where that was answered', () => {
    expect(() => requireNeeds(planned, new Map(), cellName)).not.toThrow();
  });

  it('does not run where that has failed, which is a failure too', () => {
    const need = () => requireNeeds(planned, new Map([[cells[0]!, 'failed' as const]]), cellName);
    expect(need).toThrow('This cell did not run, because it uses the result of first, which has failed.');
    expect(need).not.toThrow(GivenUpError);
  });

  it('is given up where that was cancelled', () => {
    const need = () => requireNeeds(planned, new Map([[cells[0]!, 'stopped' as const]]), cellName);
    expect(need).toThrow(GivenUpError);
    expect(need).toThrow('it uses the result of first, which was not run to its end.');
  });

  it('names the ring where they need each other', () => {
    const need = () => requireNeeds({ ...planned, cycle: ['first', 'user', 'first'] }, new Map(), cellName);
    expect(need).toThrow(
      'These cells need the results of each other: first → user → first. Change one of them.',
    );
  });
});
