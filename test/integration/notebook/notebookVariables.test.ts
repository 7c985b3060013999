import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Command } from '../../../src/ids.js';
import { parseNotebook } from '../../../src/model/notebook/readNotebook.js';
import { cellItems } from '../../../src/notebook/cellItems.js';
import { variableItem } from '../../../src/notebook/variables/variableItem.js';
import { staleCells } from '../../../src/notebook/staleAnswers.js';
import { usedVariables } from '../../../src/notebook/variables/variableUses.js';
import { hostileTexts, liveParts } from '../../support/hostileTexts.js';
import { replaceText } from '../../support/editDocument.js';
import { eventually } from '../../support/eventually.js';
import { stubAnswers } from '../../support/stubAnswers.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, runCell, useNotebooks } from './notebookDocuments.js';

const selector = (value: string) => ({ type: 'selector', dimension: 'campus', value });
const intervals = ['2026-11-20T08:00Z/PT1H'];
const bySite = JSON.stringify({ dataSource: 'rb_flow', intervals, filter: selector('${site}') });

describe('the variables of a notebook', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const answers = stubAnswers();
  afterEach(() => answers.restore());

  const open = async (texts: readonly string[], variables?: object, more: object = {}) => {
    const file = queryNotebook(...texts);
    const extra = { ...file.extra, ...more, ...(variables && { variables }) };
    const notebook = await notebooks.open({ ...file, extra });
    await vscode.commands.executeCommand('notebook.selectKernel', {
      id: 'netsensor-environment',
      extension: 'netsensor.netsensor',
    });
    return notebook;
  };
  beforeEach('a manager that has two sites', () => {
    const body = ['North', 'South'].map(campus => ({ timestamp: '2026-11-20T08:00:00Z', event: { campus } }));
    extension().proxy.fault = { type: 'answer', status: 200, body };
    extension().proxy.faultPath = /^\/api\/data/;
  });
  const filters = () =>
    extension()
      .proxy.seen.filter(({ url }) => url.startsWith('/api/data'))
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .filter(({ queryType }) => queryType === undefined)
      .map(({ filter }) => filter);
  const variableOf = (notebook: vscode.NotebookDocument, name: string) =>
    (notebook.metadata.variables as Record<string, unknown>)[name];
  const ran = async (cell: vscode.NotebookCell, times: number) => {
    await eventually(() => assert.equal(filters().length, times));
    await eventually(() => assert.equal(cell.executionSummary?.success, true));
  };
  const outputText = ({ outputs }: vscode.NotebookCell) =>
    new TextDecoder().decode(outputs[0]?.items[0]?.data);
  const itemTexts = (cell: vscode.NotebookCell) => cellItems(cell, new WeakMap()).map(({ text }) => text);
  /** What the item of a cell with this text does when it is selected. */
  const select = async (cell: vscode.NotebookCell, text: RegExp) => {
    const { command } = cellItems(cell, new WeakMap()).find(item => text.test(item.text)) ?? {};
    const { command: id, arguments: given = [] } = command as vscode.Command;
    await vscode.commands.executeCommand(id, ...(given as unknown[]));
  };

  it('are underlined where they are missing, and added with the values that are in the data', async () => {
    const notebook = await open([bySite, '{ "a": "${sitee}", "b": "${top.host}" }'], { sites: {} });
    const [cell, other] = notebook.getCells() as [vscode.NotebookCell, vscode.NotebookCell];
    const { document } = cell;
    const problems = ({ uri }: vscode.TextDocument) =>
      vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'variableUnknown');
    await eventually(() => assert.equal(problems(document).length, 1));
    await eventually(() => assert.equal(problems(other.document).length, 2));
    const [problem] = problems(document);
    assert.equal(document.getText(problem!.range), '${site}');
    assert.equal(problem?.message, 'The notebook has no variable site. Did you mean sites?');
    assert.deepEqual(
      problems(other.document).map(({ message }) => message),
      [
        'The notebook has no variable sitee. Did you mean sites?',
        'No cell is named top. Name the cell whose result is meant.',
      ],
    );
    assert.ok(itemTexts(cell).includes('$(warning) site: not added yet'));
    // VS Code forgets the commands of what it found after 100 ms, which a busy machine may need to hand them on.
    const fixes = await eventually(async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem!.range,
      );
      const found = actions.filter(({ title }) => /Add variable|Change to/.test(title));
      assert.deepEqual(
        found.map(({ title, command }) => [title, command !== undefined]),
        [
          ['Add variable site…', true],
          ['Change to ${sites}', false],
        ],
      );
      return found;
    });
    const asked = answers.inputs('North');
    await vscode.commands.executeCommand(fixes[0]!.command!.command, ...(fixes[0]!.command!.arguments ?? []));
    assert.deepEqual(asked, ['Add site to the notebook: its value']);
    const added = { dimension: 'campus', dataSource: 'rb_flow', default: 'North' };
    assert.deepEqual(variableOf(notebook, 'site'), added);
    await eventually(() => assert.deepEqual(problems(document), []));
    assert.ok(itemTexts(cell).includes('$(symbol-variable) site: North'));
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(problems(document).length, 1));
  });

  it('are added by the run of a cell that uses one which the notebook lacks', async () => {
    const notebook = await open([bySite]);
    const cell = notebook.cellAt(0);
    const asked = answers.inputs('North');
    await runCell(cell);
    await ran(cell, 1);
    assert.deepEqual(asked, ['Add site to the notebook: its value']);
    const added = { dimension: 'campus', dataSource: 'rb_flow', default: 'North' };
    assert.deepEqual(variableOf(notebook, 'site'), added);
    assert.deepEqual(filters(), [selector('North')]);
  });

  it('are added to nothing when nobody answers; adding one then offers to run the cell that waits for it', async () => {
    const notebook = await open([bySite]);
    const cell = notebook.cellAt(0);
    answers.inputs(undefined, 'North', 'South');
    await runCell(cell);
    await eventually(() => assert.match(outputText(cell), /^site has no value yet/));
    assert.equal(notebook.metadata.variables ?? undefined, undefined);
    const seen = answers.dialogs(({ buttons }) => buttons[0]);
    await select(cell, /site: not added yet/);
    await ran(cell, 1);
    const buttons = seen.map(dialog => [dialog.message, ...dialog.buttons]);
    assert.deepEqual(buttons, [['site was added to the notebook.', 'Run 1 cell']]);
    assert.ok(!outputText(cell).includes('no value yet'));
  });

  it('that a run waited for in vain leave a way to run its cell once they have a value', async () => {
    const notebook = await open([bySite], { site: { dimension: 'campus', dataSource: 'rb_flow' } });
    const cell = notebook.cellAt(0);
    answers.inputs(undefined, 'South');
    await runCell(cell);
    await eventually(() => assert.match(outputText(cell), /^site has no value yet/));
    assert.deepEqual(staleCells(notebook), []);
    await select(cell, /site: no value yet/);
    assert.deepEqual(staleCells(notebook), [cell]);
    await select(cell, /Run again/);
    await ran(cell, 1);
    assert.deepEqual(staleCells(notebook), []);
  });

  it('stand for one value, several, or all, and offer to run the cells that show another', async () => {
    const site = { dimension: 'campus', dataSource: 'rb_flow', value: 'North', later: 1 };
    const notebook = await open([bySite, '{ "intervals": ["2026-11-20T08:00Z/PT1H"] }'], { site });
    const cell = notebook.cellAt(0);
    await runCell(cell);
    await ran(cell, 1);
    assert.deepEqual(staleCells(notebook), []);
    answers.inputs('Several values…', 'North, South');
    await select(cell, /site: North/);
    assert.deepEqual(variableOf(notebook, 'site'), { ...site, value: ['North', 'South'] });
    assert.deepEqual(itemTexts(cell).slice(0, 2), [
      '$(debug-rerun) Run again',
      '$(symbol-variable) site: North, South',
    ]);
    const [used] = usedVariables(notebook);
    const { description, contextValue } = variableItem(used!);
    assert.deepEqual([description, contextValue], ['North, South · 1 cell to run', 'variable']);
    await vscode.commands.executeCommand(Command.runChangedCells);
    await ran(cell, 2);
    answers.inputs('All values');
    await vscode.commands.executeCommand(Command.setVariable, used);
    await select(cell, /Run again/);
    await ran(cell, 3);
    const both = { type: 'or', fields: [selector('North'), selector('South')] };
    assert.deepEqual(filters(), [selector('North'), both, undefined]);
    await eventually(() => assert.deepEqual(staleCells(notebook), []));
    answers.inputs('East');
    await vscode.commands.executeCommand(Command.setVariable, used);
    assert.deepEqual(variableOf(notebook, 'site'), { ...site, value: 'East' });
    await vscode.commands.executeCommand(Command.removeVariable, used);
    assert.equal(notebook.metadata.variables ?? undefined, undefined);
  });

  it('leave room below a cell: three are there, those first that the notebook lacks', async () => {
    const [a, b, c, d] = ['x', ['1', '2', '3'], { all: true }, ''].map(value => ({ value }));
    const notebook = await open(['{ "in": ["${a}", "${b}", "${c}", "${d}", "${e}", "${a}"] }'], {
      a,
      b,
      c,
      d,
    });
    assert.deepEqual(itemTexts(notebook.cellAt(0)).slice(0, 4), [
      '$(warning) e: not added yet',
      '$(symbol-variable) a: x',
      '$(symbol-variable) b: 1, 2 and 1 more',
      '2 more',
    ]);
    const descriptions = usedVariables(notebook).map(used => variableItem(used).description);
    assert.deepEqual(descriptions, ['x', '1, 2 and 1 more', 'all values', 'no value yet', 'not added yet']);
    answers.inputs('d', 'East');
    await select(notebook.cellAt(0), /2 more/);
    assert.deepEqual(variableOf(notebook, 'd'), { value: 'East' });
  });

  it('are known of a stored result too', async () => {
    const notebook = await open([bySite], { site: { value: 'North' } }, { storeResults: true });
    await runCell(notebook.cellAt(0));
    await eventually(() => assert.ok('result' in notebook.cellAt(0).metadata));
    assert.ok(await notebook.save());
    const file = parseNotebook(await readFile(notebook.uri.fsPath, 'utf8'));
    const same = await notebooks.open(file);
    assert.deepEqual(staleCells(same), []);
    const other = await notebooks.open({
      ...file,
      extra: { ...file.extra, variables: { site: { value: 'South' } } },
    });
    assert.deepEqual(staleCells(other), other.getCells());
  });

  it('of a file that means harm are plain text, below cells, in the view and in problems', async () => {
    const texts = hostileTexts.filter(text => text.length < 1000 && !text.startsWith('\uD800'));
    const variables = Object.fromEntries(
      texts.map(text => [text, { value: text, dimension: text, dataSource: text }]),
    );
    const notebook = await open([bySite, '{ "a": "${bad}", "b": "${other}" }'], {
      ...variables,
      bad: { value: texts },
      site: { value: texts[0], dimension: 'campus', dataSource: 'rb_flow' },
    });
    const items = usedVariables(notebook).map(variableItem);
    assert.equal(items.length, texts.length + 3);
    const shown = [
      ...items.flatMap(({ label, description, tooltip, accessibilityInformation }) => [
        String(label),
        String(description),
        ...String(tooltip).split('\n'),
        accessibilityInformation?.label ?? '',
      ]),
      ...notebook
        .getCells()
        .flatMap(itemTexts)
        .map(text => text.replace(/^\$\([\w-]+\) /, '')),
      ...vscode.languages.getDiagnostics(notebook.cellAt(1).document.uri).map(({ message }) => message),
    ];
    assert.deepEqual(shown.flatMap(liveParts), []);
  });

  it('are searched for in the data where there are more than a list holds, and may be typed', async () => {
    const body = Array.from({ length: 100 }, (_none, index) => ({
      timestamp: '2026-11-20T08:00:00Z',
      event: { building: `Block ${index}` },
    }));
    extension().proxy.fault = { type: 'answer', status: 200, body };
    const site = { dimension: 'building', dataSource: 'rb_flow' };
    const notebook = await open([bySite], { site });
    answers.inputs('Block 7 (old)');
    await vscode.commands.executeCommand(Command.setVariable, { notebook, name: 'site' });
    assert.deepEqual(variableOf(notebook, 'site'), { ...site, value: 'Block 7 (old)' });
    const searched = extension()
      .proxy.seen.map(({ body: sent }) => sent)
      .filter(sent => sent.includes('(?i)'));
    assert.equal(searched.length, 1);
    const { filter } = JSON.parse(searched[0]!) as { filter: unknown };
    const pattern = String.raw`(?i)Block 7 \(old\)`;
    assert.deepEqual(filter, { type: 'regex', dimension: 'building', pattern });
  });

  it('stand for numbers and times, as the place of each in a query says', async () => {
    const notebook = await open(['{ "threshold": "${most}", "intervals": ["${from}/now", "${range}"] }']);
    for (const [name, ...given] of [
      ['most', 'x', '1e400', '20'],
      ['from', 'soon', 'now-6h'],
      ['range', 'last 7 days'],
    ] as const) {
      answers.inputs(...given);
      await vscode.commands.executeCommand(Command.setVariable, { notebook, name });
    }
    assert.deepEqual(notebook.metadata.variables, {
      from: { type: 'time', default: 'now-6h' },
      most: { type: 'number', default: 20 },
      range: { type: 'time', default: 'last 7 days' },
    });
    answers.inputs('A time or a range of time');
    await vscode.commands.executeCommand(Command.editVariable, { notebook, name: 'most' });
    assert.deepEqual(variableOf(notebook, 'most'), { type: 'time' });
  });

  it('are renamed in all cells and in the notebook, and back when that is undone', async () => {
    const twice = JSON.stringify({
      intervals,
      filter: selector('${site}'),
      context: { a: '${site}', b: '${sites}' },
    });
    const notebook = await open([bySite, twice], { site: { default: 'North' }, other: {} });
    const [first, second] = notebook.getCells().map(({ document }) => document);
    const place = first!.positionAt(first!.getText().indexOf('${site}') + 4);
    const rename = (name: string) =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        first!.uri,
        place,
        name,
      );
    const names = () => Object.keys(notebook.metadata.variables as object);
    await assert.rejects(async () => rename('other'), /has a variable with this name already/);
    const before = [first!.getText(), second!.getText()];
    assert.ok(await vscode.workspace.applyEdit(await rename('campus')));
    assert.deepEqual(
      [first!.getText(), second!.getText()],
      before.map(text => text.replaceAll('${site}', '${campus}')),
    );
    await eventually(() => assert.deepEqual(names(), ['campus', 'other']));
    assert.deepEqual(variableOf(notebook, 'campus'), { default: 'North' });
    await vscode.commands.executeCommand('notebook.cell.edit');
    await eventually(async () => {
      await vscode.commands.executeCommand('undo');
      assert.deepEqual([first!.getText(), second!.getText()], before);
    });
    await eventually(() => assert.deepEqual(names(), ['other', 'site']));
  });

  it('are renamed from their view, and back when that is undone', async () => {
    const notebook = await open([bySite], { site: { default: 'North' } });
    answers.inputs('where');
    await vscode.commands.executeCommand(Command.renameVariable, { notebook, name: 'site' });
    assert.match(notebook.cellAt(0).document.getText(), /"\$\{where\}"/);
    const stored = (name: string) =>
      eventually(() => assert.deepEqual(notebook.metadata.variables, { [name]: { default: 'North' } }));
    await stored('where');
    await vscode.commands.executeCommand('notebook.cell.edit');
    await eventually(async () => {
      await vscode.commands.executeCommand('undo');
      assert.match(notebook.cellAt(0).document.getText(), /"\$\{site\}"/);
    });
    await stored('site');
  });

  it('are renamed from their view also where undo brought back a cell that uses them', async () => {
    const notebook = await open([bySite, bySite], { site: { default: 'North' } });
    await replaceText(notebook.cellAt(0).document, '{', '{ ');
    await vscode.commands.executeCommand('notebook.focusTop');
    await vscode.commands.executeCommand('notebook.cell.delete');
    await eventually(() => assert.equal(notebook.cellCount, 1));
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(notebook.cellCount, 2));
    answers.inputs('where');
    await vscode.commands.executeCommand(Command.renameVariable, { notebook, name: 'site' });
    for (const cell of notebook.getCells()) assert.match(cell.document.getText(), /"\$\{where\}"/);
    assert.match(notebook.cellAt(0).document.getText(), /^\{ /);
    assert.deepEqual(notebook.metadata.variables, { where: { default: 'North' } });
  });

  it('that no cell uses are renamed in the notebook', async () => {
    const notebook = await open([bySite], { other: { default: 'North' } });
    answers.inputs('where');
    await vscode.commands.executeCommand(Command.renameVariable, { notebook, name: 'other' });
    assert.deepEqual(notebook.metadata.variables, { where: { default: 'North' } });
  });

  it('are asked for once in a run, also when nobody answers, and keep the rest running', async () => {
    const notebook = await open([bySite, bySite, JSON.stringify({ intervals })], { site: {} });
    const asked = answers.inputs(undefined);
    await vscode.commands.executeCommand('notebook.execute');
    await ran(notebook.cellAt(2), 1);
    assert.equal(asked.length, 1);
    for (const cell of notebook.getCells().slice(0, 2))
      assert.equal(cell.executionSummary?.success, undefined);
  });

  it('of a notebook without a connection can be typed', async () => {
    const file = queryNotebook(bySite);
    const notebook = await notebooks.open({ ...file, extra: {} });
    answers.inputs('North');
    await vscode.commands.executeCommand(Command.setVariable, { notebook, name: 'site' });
    assert.deepEqual(variableOf(notebook, 'site'), {
      dimension: 'campus',
      dataSource: 'rb_flow',
      default: 'North',
    });
  });
});
