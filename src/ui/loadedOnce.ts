import type * as vscode from 'vscode';

/** Loads something when it is first asked for, and again when it is asked for after that failed. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/** The same for something with a lifetime: it ends with `dispose`, also where it is still being loaded then. */
export function ownedOnce<T extends vscode.Disposable>(load: () => Promise<T>) {
  let loaded: T | undefined;
  let isEnded = false;
  return {
    get: loadedOnce(async () => {
      loaded = await load();
      if (isEnded) loaded.dispose();
      return loaded;
    }),
    dispose: () => {
      isEnded = true;
      loaded?.dispose();
    },
  };
}
