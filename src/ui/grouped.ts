import * as vscode from 'vscode';

/** A number with its thousands set apart. */
export const grouped = (count: number): string => count.toLocaleString(vscode.env.language);
