import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('extension host', () => {
  it('has the extension loaded from its folder', () => {
    assert.ok(vscode.extensions.getExtension('netsensor.netsensor'));
  });

  it('is a version that the manifest allows', () => {
    const [major, minor] = vscode.version.split('.').map(Number);
    assert.ok(major === 1 && minor !== undefined && minor >= 110, vscode.version);
  });
});
