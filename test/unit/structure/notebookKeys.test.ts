import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Command, Notebook } from '../../../src/ids.js';

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly when: string;
}

/** What the keys of a query notebook do, as the README has them. */
const keys = [
  ['Ctrl+Enter', 'notebook.cell.execute'],
  ['Ctrl+Enter', 'runCommands'],
  ['Ctrl+Enter', 'notebook.cell.quitEdit'],
  ['A', 'notebook.cell.insertCodeCellAboveAndFocusContainer'],
  ['B', 'notebook.cell.insertCodeCellBelowAndFocusContainer'],
  ['D D', 'notebook.cell.delete'],
  ['X', 'notebook.cell.cut'],
  ['C', 'notebook.cell.copy'],
  ['V', 'notebook.cell.paste'],
  ['Z', 'undo'],
  ['Shift+M', Command.joinCells],
];

/** Those that VS Code has for every notebook. */
const keysOfVSCode = ['Shift+Enter', 'Alt+Enter', 'Delete', 'M', 'Y'];

const inNotebook = `notebookType == ${Notebook.type} && notebookCellListFocused`;
const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: { keybindings: readonly Keybinding[] };
};
const bindings = contributes.keybindings.filter(({ when }) => when.includes('notebook'));
const pressed = ({ key }: Keybinding) => key.replaceAll(/\b[a-z]/g, letter => letter.toUpperCase());

describe('the keys of query notebooks', () => {
  it('are those of the manifest and of VS Code that the README names', () => {
    const readme = readFileSync('README.md', 'utf8');
    const table = /\n\| in a query notebook [^]*?(?=\n\| setting )/.exec(readme)?.[0] ?? '';
    const cells = [...table.matchAll(/^\| [^|]+\| ([^|]+?) *\|$/gm)].map(([, cell]) => cell ?? '');
    const named = cells
      .filter(cell => !/^(key|-+)$/.test(cell))
      .flatMap(cell => cell.replaceAll(/ \(.+?\)/g, '').split('; '));
    expect(named.toSorted()).toEqual([...new Set(bindings.map(pressed)), ...keysOfVSCode].toSorted());
  });

  it('do in query notebooks what they do in Jupyter', () => {
    expect(bindings.map(binding => [pressed(binding), binding.command])).toEqual(keys);
  });

  it('run a query, closing a list that is open, and end the edit of a text with one key', () => {
    const conditions = bindings.filter(({ key }) => key === 'ctrl+enter').map(({ when }) => when);
    const cell = `${inNotebook} && notebookCellType`;
    // Of several that count VS Code takes the last one.
    expect(conditions).toEqual([
      `${cell} == code`,
      `${cell} == code && suggestWidgetVisible`,
      `${cell} == markup`,
    ]);
  });

  it('count in query notebooks alone, and those that are text neither in an editor nor in an output', () => {
    const letters = bindings.filter(({ key }) => !key.startsWith('ctrl+'));
    expect(letters).toHaveLength(8);
    for (const { key, when } of letters)
      expect(when, key).toBe(`${inNotebook} && !inputFocus && !notebookOutputFocused`);
    for (const { key, when } of bindings) expect(when.startsWith(inNotebook), key).toBe(true);
  });
});
