import type * as vscode from 'vscode';

/** A state that lasts, as the text that VS Code would store. */
export function storedState(): vscode.Memento {
  const texts = new Map<string, string>();
  return {
    keys: () => [...texts.keys()],
    get: (key: string, otherwise?: unknown) =>
      texts.has(key) ? (JSON.parse(texts.get(key) ?? '') as unknown) : otherwise,
    update: async (key: string, value: unknown) => {
      if (value === undefined) texts.delete(key);
      else texts.set(key, JSON.stringify(value));
    },
  };
}
