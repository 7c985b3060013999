import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { OperationServices } from '../../src/operations/operationServices.js';
import { subtreeKind } from '../../src/operations/trees/domainDocuments.js';
import { checkDocument } from '../../src/records/documents/documentProblems.js';
import type { DocumentKind } from '../../src/records/documents/documentKind.js';

const subtree = vscode.Uri.parse('netsensor://environment/subtree/North.1.json');

describe('the text of a document, which may be that of 100,000 nodes', () => {
  it('is not read when there is nothing to check in it', () => {
    const kind: DocumentKind = { identify: () => 'subtree 1', read: () => Promise.resolve('') };
    const getText = () => assert.fail('The text was read.');
    const document = { uri: subtree, getText } as unknown as vscode.TextDocument;
    assert.deepEqual(checkDocument(kind, document, { baseText: undefined, tree: undefined }), []);
  });

  it('of an overwrite is checked once it was changed, not while it is what the manager has', () => {
    const { checkText } = subtreeKind({} as OperationServices);
    const wrong = '{"sensor": {"name": 1}}';
    assert.deepEqual(checkText?.(wrong, subtree, wrong), []);
    assert.equal(checkText?.(wrong, subtree, '{"sensor": {}}').length, 1);
  });
});
