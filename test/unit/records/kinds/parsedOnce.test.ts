import { afterEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { FieldsAlongside } from '../../../../src/changes/records/fieldsAlongside.js';
import { documentFields, printFields } from '../../../../src/model/inventory/recordText.js';
import type { SaveRequest } from '../../../../src/records/documents/documentKind.js';

/** As much of VS Code as a save that shows at once needs. */
const vscodeModule = vi.hoisted(() => {
  class Empty {}
  const names = [
    'DocumentLink',
    'DocumentSymbol',
    'MarkdownString',
    'TreeItem',
    'InlayHint',
    'Hover',
    'CompletionItem',
  ];
  const others = ['NotebookCellStatusBarItem', 'CodeLens', 'CodeAction', 'Diagnostic'];
  const empty = Object.fromEntries([...names, ...others].map(name => [name, Empty]));
  return {
    ...empty,
    FileSystemError: Error,
    CancellationError: Error,
    TabInputText: Empty,
    window: {},
    workspace: { textDocuments: [] },
  };
});
vi.mock('vscode', () => vscodeModule);
const { inventoryKindOf } = await import('../../../../src/records/kinds/inventoryKind.js');
const { rememberSaved } = await import('../../../../src/records/documents/refreshDocuments.js');

afterEach(() => vi.restoreAllMocks());

it('parses the text of a record once when it is saved, and never what it has printed itself', async () => {
  const path = '/inventory/racks/Rack.7.json';
  const address = { authority: 'lab', path, with: () => address };
  const uri = address as unknown as vscode.Uri;
  let rack = { id: 7, name: 'Rack', u_height: 42 };
  const client = {
    getRecord: async () => rack,
    updateRecord: async (_type: string, _id: number, { changes }: { changes: object }) => {
      rack = { ...rack, ...changes };
    },
  };
  const baseText = printFields(documentFields('racks', rack));
  const editedText = baseText.replace('42', '44');
  const secrets = { of: () => ({}), add: () => undefined, forget: () => undefined };
  const put = vi.fn<(connection: string, type: string, record: object) => void>();
  const lists = { get: () => undefined, put };
  const kind = inventoryKindOf({ secrets, lists, alongside: new FieldsAlongside() } as never);
  const request = { uri, client, editedText, baseText: () => baseText, earlier: { sent: [], created: [] } };
  const parse = vi.spyOn(JSON, 'parse');
  const receipt = await kind.save?.({ ...request, onSending: () => undefined } as unknown as SaveRequest);
  rememberSaved(lists as never, { uri, receipt } as never);
  const parsed = parse.mock.calls.map(([text]) => text);
  expect(parsed.filter(text => text === editedText)).toHaveLength(1);
  expect(receipt?.storedText).toBe(editedText);
  expect(parsed.filter(text => text === baseText)).toHaveLength(1);
  expect(put.mock.calls).toEqual([['lab', 'racks', documentFields('racks', { ...rack, u_height: 44 })]]);
});
