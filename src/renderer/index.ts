import type { ActivationFunction, OutputItem } from 'vscode-notebook-renderer';
import { showResult, type View } from './resultView.js';

/** Called by VS Code once per notebook; draws results until they are disposed. */
export const activate = (() => {
  const views = new Map<string, View>();
  const dispose = (id: string) => {
    views.get(id)?.dispose();
    views.delete(id);
  };
  return {
    renderOutputItem(item: OutputItem, element: HTMLElement): void {
      dispose(item.id);
      views.set(item.id, showResult(element, readJson(item)));
    },
    disposeOutputItem(id?: string): void {
      for (const known of id === undefined ? [...views.keys()] : [id]) dispose(known);
    },
  };
}) satisfies ActivationFunction;

function readJson(item: OutputItem): unknown {
  try {
    return item.json();
  } catch {
    return undefined;
  }
}
