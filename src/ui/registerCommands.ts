import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../api/apiError.js';
import type { Log } from './doors.js';
import { Command, onFocused, selectFocused, viewTitleCommands } from '../ids.js';
import { errorWords, isGivenUp, sayFailed } from './listeners.js';
import { inert, shown, unlinked } from '../words/inert.js';
import { NothingToDoError, SentenceError } from '../words/sentenceErrors.js';
import { together } from './lifetimes.js';

/** What a command does; VS Code passes the tree node or nothing. */
export type CommandHandler = (...args: never[]) => unknown;

/** What commands are called in the module of their room by their ids, where both have one name. */
export const named = <Name extends string>(
  ...names: readonly (Name & keyof typeof Command)[]
): Readonly<Record<string, Name>> => Object.fromEntries(names.map(name => [Command[name], name]));

/**
 * The commands of a room; what they do is loaded with the first of them.
 * @param names of what each does in the module of the room, by the command's id
 * @param load the module, once for the room
 * @param services what it works with, before what VS Code passes
 */
export const commandsOf = <Services, Name extends string>(
  names: Readonly<Record<string, Name>>,
  load: () => Promise<Readonly<Record<Name, (services: Services, ...targets: never[]) => unknown>>>,
  services: Services,
): Record<string, CommandHandler> =>
  Object.fromEntries(
    Object.entries(names).map(([id, name]) => [
      id,
      async (...targets: never[]) => (await load())[name](services, ...targets),
    ]),
  );

/** Registers commands behind one error boundary: one failure, one message, nothing for a cancelled request. */
export function registerCommands(
  handlers: Readonly<Record<string, CommandHandler>>,
  log: Log,
): vscode.Disposable {
  return together(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, async function run(...args: never[]): Promise<unknown> {
        try {
          if ((args as unknown[])[0] === onFocused) {
            const isSelected = await vscode.commands.executeCommand<true | undefined>(selectFocused, id);
            return isSelected && (await handler());
          }
          if (isNodeLost(id, args)) throw new SentenceError(lostNode());
          return await handler(...args);
        } catch (error) {
          if (!isGivenUp(error) && !(error instanceof NothingToDoError))
            log.error(unlinked(shown`${inert(id)}: ${await errorWords(error)}`));
          await sayFailed(error, isRead(error) && isNamed(id, args) ? () => run(...args) : undefined);
          return undefined;
        }
      }),
    ),
  );
}

/** Whether nothing can have been written by the request that failed. */
const isRead = (error: unknown): boolean => isApiError(error) && (error.method === 'GET' || error.neverSent);

/**
 * Whether a command does the same whenever it is called with the same. Without what it acts on it takes what is selected or in
 * front, and that may be another thing by then.
 */
const isNamed = (id: string, [target]: readonly unknown[]): boolean =>
  viewTitleCommands.includes(id) || ((target ?? undefined) !== undefined && target !== onFocused);

/**
 * Whether the command of a menu was called without its node: VS Code has nothing in its place while it draws the tree anew.
 * What is selected may be another node, so it is not taken for the one that was clicked.
 */
const isNodeLost = (id: string, args: readonly unknown[]): boolean =>
  args.length > 0 && (args[0] ?? undefined) === undefined && !viewTitleCommands.includes(id);

const lostNode = () =>
  l10n.t('The tree was read again just now, so it is not certain which row was meant. Try again.');
