import * as vscode from 'vscode';
import { inert, type Inert } from './inert.js';

/** A number with its thousands set apart. */
export const grouped = (count: number): Inert => inert(count.toLocaleString(vscode.env.language));
