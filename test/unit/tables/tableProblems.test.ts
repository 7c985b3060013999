import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type * as vscode from 'vscode';
import { expect, it, vi } from 'vitest';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { printFields } from '../../../src/model/inventory/recordText.js';
import * as playedVSCode from './vscodeOfTables.js';

vi.mock('vscode', () => import('./vscodeOfTables.js'));
const { problemsIn, tableProblems } = await import('../../../src/tables/tableProblems.js');

it.each(inventoryTypeNames)(
  'puts what is wrong with the text of %s into the cells that it is about',
  type => {
    const fields = Object.keys(inventoryType(type).fields);
    const record = Object.fromEntries(fields.map(field => [field, 'x']));
    const text = printFields([
      { id: 1, ...record },
      { id: 2, ...record },
    ]);
    const root = parseTree(text)!;
    const found = ['', ...fields].map(field => ({
      offset: findNodeAtLocation(root, field === '' ? [1] : [1, field])!.offset,
      message: field,
      isError: true,
      isOwn: true,
    }));
    expect(tableProblems(type, text, found)).toEqual([
      { at: 1, field: undefined, message: '', isError: true },
      ...fields.map(field => ({ at: 1, field, message: field, isError: true })),
    ]);
  },
);

it('keeps what is wrong with no record of a list, and says what is ours before what the schema says of the same', () => {
  const problem = { offset: 0, message: 'Rack 1 was not deleted.', isError: true, isOwn: true };
  const bySchema = { ...problem, message: 'Incorrect type.', isOwn: false };
  expect(tableProblems('racks', '[]', [bySchema, problem])).toEqual([
    { at: -1, message: 'Rack 1 was not deleted.', isError: true },
  ]);
});

it('takes from the Problems panel what is wrong, of whomever, and no hints', () => {
  const { Error: error, Warning, Information } = playedVSCode.DiagnosticSeverity;
  const said = [
    { severity: error, message: 'Incorrect type.', source: undefined, range: { start: 3 } },
    { severity: Warning, message: 'No such rack.', source: 'netsensor', range: { start: 5 } },
    { severity: Information, message: 'It is long.', source: 'netsensor', range: { start: 7 } },
  ];
  vi.spyOn(playedVSCode.languages, 'getDiagnostics').mockReturnValue(said);
  const document = { offsetAt: (position: number) => position * 10 } as unknown as vscode.TextDocument;
  expect(problemsIn(document)).toEqual([
    { offset: 30, message: 'Incorrect type.', isError: true, isOwn: false },
    { offset: 50, message: 'No such rack.', isError: false, isOwn: true },
  ]);
});
