import { expect, it, onTestFinished, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../../src/ui/lifetimes.js';

const workspace = vi.hoisted(() => ({ textDocuments: [], onDidOpenTextDocument: undefined as unknown }));
vi.mock('vscode', () => ({ workspace }));
const { onceDocumentOpens } = await import('../../../src/ui/onceOpened.js');

it('loads again with the next document what could not be loaded with the first, and then no more', async () => {
  const opened = new Emitter<vscode.TextDocument>();
  workspace.onDidOpenTextDocument = opened.event;
  const logged = vi.fn();
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', logged);
  onTestFinished(() => {
    process.off('unhandledRejection', logged);
    for (const each of listeners) process.on('unhandledRejection', each);
  });
  const dispose = vi.fn();
  const register = vi.fn(async () => ({ dispose }));
  register.mockRejectedValueOnce(new Error('no such file'));
  const registered = onceDocumentOpens(() => true, register);
  const open = async () => {
    opened.fire({} as vscode.TextDocument);
    await new Promise(setImmediate);
  };
  await open();
  expect(logged).toHaveBeenCalledOnce();
  await open();
  await open();
  expect(register).toHaveBeenCalledTimes(2);
  registered.dispose();
  await new Promise(setImmediate);
  expect(dispose).toHaveBeenCalledOnce();
});
