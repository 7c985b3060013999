import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { dimensions } from 'netsensor-contract/query/dataSources';
import { querySnippets } from '../../../src/model/queryEditing/querySnippets.js';
import type { LiveValues } from '../../../src/notebook/variables/liveValues.js';
import { updateCell } from '../../../src/notebook/notebookMetadata.js';
import { QueryCompletions } from '../../../src/notebook/editing/queryCompletions.js';
import { eventually } from '../../support/eventually.js';
import { useExtension } from '../../support/useExtension.js';
import { openUntitled, queryNotebook, useNotebooks } from './notebookDocuments.js';

/** A query with everything that every query needs; `more` follows. */
const query = (more: string, queryType = 'groupBy', dataSource = 'rb_flow') => `// a comment
{ "queryType": "${queryType}", "dataSource": "${dataSource}", "granularity": "all",
  "intervals": ["2026-11-19T00:00Z/PT1H"], "aggregations": [${bytes}], ${more} }`;
const bytes = '{ "type": "longSum", "name": "bytes", "fieldName": "sum_bytes" }';

describe('the language of query cells', () => {
  useExtension();
  const notebooks = useNotebooks();

  /** Opens a cell; `|` marks the place that is asked about. */
  const openAt = async (text: string) => {
    const notebook = await notebooks.open(queryNotebook(text.replace('|', '')));
    const { document } = notebook.cellAt(0);
    return { document, position: document.positionAt(text.indexOf('|')) };
  };
  const complete = async ({ document, position }: Place): Promise<vscode.CompletionItem[]> => {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    return items;
  };
  /** What completion offers; retried because the language server may still be starting. */
  const assertOffered = async (text: string, expected: readonly string[]) => {
    const place = await openAt(text);
    await eventually(async () => assert.deepEqual(labels(await complete(place)), [...expected].sort()));
  };
  const assertProblems = async (text: string, expected: readonly string[]) => {
    const { document } = await openAt(text);
    const messages = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    await eventually(() => assert.deepEqual(messages(), expected));
  };
  it('offers a whole query of each type and the published examples in an empty cell, saved or not', async () => {
    // VS Code itself offers an object.
    const expected = [...querySnippets().map(({ label }) => label), '{}'];
    const { document } = (await openUntitled('')).cellAt(0);
    for (const place of [await openAt('|'), { document, position: new vscode.Position(0, 0) }]) {
      await eventually(async () => assert.deepEqual(inOrder(await complete(place)), expected));
    }
  });

  it('offers variables and columns of named cells where a reference begins', async () => {
    const { cells } = queryNotebook(
      '{ "filter": { "value": "${" } }',
      `{ "queryType": "topN", "dimension": "wan_ip", "aggregations": [${bytes}], "threshold": "\${most}" }`,
    );
    const notebook = await notebooks.open({
      cells: cells.map((cell, index) => ({ ...cell, extra: index === 1 ? { name: 'hosts' } : {} })),
      extra: { connection: 'environment', variables: { way: { value: 'upstream' } } },
    });
    const { document } = notebook.cellAt(0);
    const position = document.positionAt(document.getText().indexOf('${') + 2);
    await eventually(async () => {
      const items = (await complete({ document, position })).filter(item => labelOf(item).startsWith('${'));
      const offered = items.map(({ label }) =>
        typeof label === 'string' ? label : `${label.label} ${label.description}`,
      );
      assert.deepEqual(offered.toSorted(), [
        '${hosts.bytes} Column of the cell hosts',
        '${hosts.wan_ip} Column of the cell hosts',
        '${most} not added yet',
        '${way} upstream',
      ]);
    });
  });

  it('offers the fields in the order in which one thinks of them', async () => {
    const first = async (text: string, count: number) =>
      inOrder(await complete(await openAt(text))).slice(0, count);
    await eventually(async () =>
      assert.deepEqual(await first('{ | }', 4), ['queryType', 'dataSource', 'intervals', 'granularity']),
    );
    const begun = '{ "queryType": "topN", "dataSource": "rb_flow", | }';
    assert.deepEqual(await first(begun, 5), [
      'intervals',
      'granularity',
      'dimension',
      'aggregations',
      'filter',
    ]);
    assert.deepEqual(await first('{ "dataSource": "rb_flow", "filter": { | } }', 1), ['type']);
    assert.deepEqual(await first('{ "granularity": | }', 2), ['"${auto}"', '"all"']);
    const ofFlow = '{ "dataSource": "rb_flow", ';
    assert.deepEqual(await first(`${ofFlow}"filter": | }`, 1), ['selector: equal to a value']);
    assert.deepEqual(await first(`${ofFlow}"aggregations": [|] }`, 1), ['events: longSum of events']);
  });

  it('offers buckets in place of a reference, chosen by what is typed behind it', async () => {
    const { document, position } = await openAt('{ "granularity": "${au|to}" }');
    await eventually(async () => {
      const items = await complete({ document, position });
      const hour = items.find(({ filterText }) => filterText === '"${auhour');
      assert.equal(hour && document.getText(hour.range as vscode.Range), '"${auto}"');
    });
  });

  it('offers the fields of the query type that is chosen, without those that it ignores', async () => {
    const everywhere = ['context', 'filter', 'namespace_uuids', 'postAggregations'];
    await assertOffered(query('|', 'topN'), [...everywhere, 'dimension', 'metric', 'threshold']);
    await assertOffered(query('|', 'groupBy'), [
      ...everywhere,
      'dimensions',
      'having',
      'limitSpec',
      'orderBy',
    ]);
    await assertOffered(query('|', 'timeseries'), [...everywhere, 'dimensions', 'descending']);
  });

  it('offers the dimensions of the data source, also deep in a filter', async () => {
    const quoted = (names: readonly string[]) => names.map(name => `"${name}"`);
    await assertOffered(query('"dimensions": [|]'), quoted(dimensions.rb_flow));
    await assertOffered(query('"dimension": |', 'topN', 'rb_monitor'), quoted(dimensions.rb_monitor));
    await assertOffered(
      query(
        '"filter": { "type": "and", "fields": [{ "type": "not", "field": { "type": "regex", "dimension": | } }] }',
        'groupBy',
        'rb_event',
      ),
      quoted(dimensions.rb_event),
    );
  });

  it('offers each documented aggregation as one item', async () => {
    const place = await openAt('{ "dataSource": "rb_monitor", "aggregations": [|] }');
    await eventually(async () => {
      const item = (await complete(place)).find(({ label }) => label === 'min: min of min_value');
      const text =
        item?.insertText instanceof vscode.SnippetString ? item.insertText.value : item?.insertText;
      assert.deepEqual(JSON.parse(text ?? '{}'), { type: 'min', name: '${1:min}', fieldName: 'min_value' });
    });
  });

  it('offers the filters of the contract wherever a filter may stand', async () => {
    const filters = [
      'and: all match',
      'not: does not match',
      'not: has another value or none',
      'or: any matches',
      'regex: matches a pattern',
      'selector: equal to a value',
    ];
    await assertOffered(query('"filter": |'), [...filters, 'null']);
    // VS Code itself offers an object.
    await assertOffered(query('"filter": { "type": "or", "fields": [|] }'), [...filters, '{}']);
    await assertOffered(query('"filter": { "type": "not", "field": | }'), [...filters, '{}']);
    await assertOffered(query('"filter": { "type": "regex", | }'), ['dimension', 'pattern']);
  });

  it('replaces what stood there when it was asked, whatever is typed while it waits', async () => {
    const { document, position } = await openAt(query('"threshold": 5, "metric": "|"', 'topN'));
    let typed = '';
    const offset = document.offsetAt(position);
    const getText = () => {
      const text = document.getText();
      return text.slice(0, offset) + typed + text.slice(offset);
    };
    const completions = new QueryCompletions({
      values: async () => ({}) as LiveValues,
      treeOf: () => undefined,
    });
    const { token } = new vscode.CancellationTokenSource();
    const asked = completions.provideCompletionItems(
      Object.create(document, { getText: { value: getText } }) as vscode.TextDocument,
      position,
      token,
    );
    typed = 'bytes';
    const answered = await asked;
    const [item] = Array.isArray(answered) ? answered : answered.items;
    const quotes = new vscode.Range(position.translate(0, -1), position.translate(0, 1));
    assert.deepEqual([item?.insertText, item?.range], ['"bytes"', quotes]);
  });

  it('marks no variable that stands for a dimension', async () => {
    const variable =
      '"dimensions": ["${dim}"], "filter": { "type": "regex", "dimension": "${dim}", "pattern": "" }';
    const { document } = await openAt(query(`${variable}, "misspelt": 1`));
    const messages = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    // The last field shows that the text was looked at.
    await eventually(() => assert.ok(messages().some(message => message.includes('misspelt'))));
    assert.ok(!messages().some(message => /dimension/.test(message)), messages().join('\n'));
  });

  it('names a query as one symbol, by its name or what it asks, before the fields of its JSON', async () => {
    const text = query('"dimensions": ["campus"]');
    const { cells, extra } = queryNotebook(text, text);
    const [unnamed, named] = cells;
    const view = { view: 'map' };
    const notebook = await notebooks.open({
      cells: [unnamed!, { ...named!, extra: { name: 'topCampus', view } }],
      extra,
    });
    const symbolOf = async (index: number) => {
      const [symbol] = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
        'vscode.executeDocumentSymbolProvider',
        notebook.cellAt(index).document.uri,
      );
      return symbol && [symbol.name, symbol.detail, symbol.kind, symbol.children.length];
    };
    const asked = 'groupBy campus by bytes';
    await eventually(async () =>
      assert.deepEqual(await symbolOf(0), [asked, '', vscode.SymbolKind.Struct, 0]),
    );
    assert.deepEqual(await symbolOf(1), ['topCampus', asked, vscode.SymbolKind.Object, 0]);
    await updateCell(notebook.cellAt(0), { name: 'first' });
    await eventually(async () =>
      assert.deepEqual(await symbolOf(0), ['first', asked, vscode.SymbolKind.Struct, 0]),
    );
  });

  it('formats a cell and keeps its comments', async () => {
    const { document } = await openAt('{ // why\n"queryType":   "topN",\n/* all */ "granularity":"all",}');
    const edits = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
        'vscode.executeFormatDocumentProvider',
        document.uri,
        { tabSize: 2, insertSpaces: true },
      );
      assert.ok(found && found.length > 0);
      return found;
    });
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(
      document.getText(),
      '{ // why\n  "queryType": "topN",\n  /* all */ "granularity": "all",\n}',
    );
  });

  for (const [what, text, ...expected] of [
    [
      'nothing but the misspelt field beside comments and commas',
      query('"dimentions": [1,],'),
      'A query has no field dimentions. Did you mean dimensions?',
    ],
    [
      'a dimension of another source',
      query('"dimensions": ["msg"]'),
      'The data source has no dimension msg.',
    ],
    [
      'a misspelt dimension',
      query('"dimensions": ["hots"]'),
      'The data source has no dimension hots. Did you mean host?',
    ],
    [
      'a dimension of another source in a filter',
      query('"filter": { "type": "not", "field": { "type": "selector", "dimension": "msg", "value": "" } }'),
      'The data source has no dimension msg.',
    ],
    [
      'orderBy in a topN',
      query(
        '"dimension": "host", "metric": "bytes", "threshold": 5, "orderBy": { "type": "default" }',
        'topN',
      ),
      'Property orderBy is not allowed.',
    ],
    ['what a topN lacks', query('', 'topN'), 'topN also needs: dimension, metric, threshold.'],
    [
      'a metric that is nearly right',
      query('"dimension": "host", "threshold": 5, "metric": "byte"', 'topN'),
      'No aggregation is named byte. Did you mean bytes?',
    ],
    [
      'a metric that is not written yet',
      query('"dimension": "host", "threshold": 5, "metric": ""', 'topN'),
      'Sort by one of: bytes.',
    ],
    [
      'an interval without a slash',
      query('').replace('/PT1H', ''),
      'A range such as last 24 hours, two ISO 8601 times with a slash between them, or a time and a duration.',
    ],
  ] as const) {
    it(`marks ${what}`, () => assertProblems(text, expected));
  }

  for (const [what, text, expected] of [
    ['a field', query('"thres|hold": 5', 'topN'), 'Most values returned per bucket'],
    ['a query type', query('').replace('"groupBy"', '"group|By"'), 'Most flexible'],
    ['a data source', query('').replace('rb_flow', 'rb_|flow'), 'NetFlow and sFlow'],
    ['a dimension', query('"dimensions": ["ho|st"]'), 'Host that was asked for'],
    ['buckets that the time decides', '{ "granularity": "${au|to}" }', 'looks at now: '],
    ['an aggregation', query('').replace('"longSum"', '"long|Sum"'), 'The result names it bytes.'],
    [
      'a filter',
      query('"filter": { "type": "sel|ector", "dimension": "host", "value": "" }'),
      'equals the value',
    ],
  ] as const) {
    it(`explains ${what} on hover`, async () => {
      const { document, position } = await openAt(text);
      await eventually(async () => {
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          document.uri,
          position,
        );
        const shown = hovers.flatMap(({ contents }) =>
          contents.map(content => (typeof content === 'string' ? content : content.value)),
        );
        const said = shown.join('\n').replaceAll('&nbsp;', ' ').replaceAll('\\', '');
        assert.ok(said.includes(expected), said);
      });
    });
  }
});

interface Place {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === 'string' ? label : label.label);

const labels = (items: readonly vscode.CompletionItem[]) => items.map(labelOf).sort();

/** As VS Code lists them before anything is typed. */
const inOrder = (items: readonly vscode.CompletionItem[]) =>
  items.toSorted((a, b) => ((a.sortText ?? labelOf(a)) < (b.sortText ?? labelOf(b)) ? -1 : 1)).map(labelOf);
