import * as vscode from 'vscode';

/**
 * Notes the sentences with which the extension refuses a save: VS Code shows them beside the tab that stays dirty, where
 * no test can read them.
 */
export function noteReasons(): { told: string[]; restore: () => void } {
  const told: string[] = [];
  const errors = vscode.FileSystemError as unknown as Record<string, (reason: unknown) => unknown>;
  const names = ['Unavailable', 'NoPermissions', 'FileNotFound'];
  const originals = names.map(name => errors[name]);
  names.forEach((name, index) => {
    errors[name] = reason => {
      if (typeof reason === 'string') told.push(reason);
      return originals[index]!.call(vscode.FileSystemError, reason);
    };
  });
  return { told, restore: () => names.forEach((name, index) => (errors[name] = originals[index]!)) };
}
