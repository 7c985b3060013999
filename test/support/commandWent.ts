import * as vscode from 'vscode';

/** Runs a command of the extension; false when a message, other than a question, says that something went wrong. */
export async function commandWent(name: string, ...targets: readonly unknown[]): Promise<boolean> {
  const { showErrorMessage, showWarningMessage } = vscode.window;
  let went = true;
  const notice =
    (show: (...args: never[]) => unknown) =>
    (message: string, ...rest: unknown[]) => {
      const isQuestion = typeof rest[0] === 'object' && rest[0] !== null;
      if (!isQuestion) went = false;
      return show(...([message, ...rest] as never[]));
    };
  Object.assign(vscode.window, {
    showErrorMessage: notice(showErrorMessage),
    showWarningMessage: notice(showWarningMessage),
  });
  try {
    await vscode.commands.executeCommand(`netsensor.${name}`, ...targets);
  } finally {
    Object.assign(vscode.window, { showErrorMessage, showWarningMessage });
  }
  return went;
}
