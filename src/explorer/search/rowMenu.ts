import type * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { type QuickPickItem, runCommand, separator, themeIcon, window } from '../../ui/doors.js';
import { pickedRow } from '../../ui/pickedRow.js';
import { inert, type Inert } from '../../words/inert.js';

/** What the manifest says of commands and of the menu of rows, as VS Code reads it. */
export interface RowManifest {
  readonly commands: readonly { readonly command: string; readonly title: string; readonly icon?: unknown }[];
  readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
}

interface MenuItem {
  readonly command?: string;
  readonly when?: string;
  readonly group?: string;
}

/** A command that a row offers. */
export interface RowCommand {
  readonly command: string;
  readonly title: string;
  readonly icon: string | undefined;
  /** Commands with the same one stand together. */
  readonly group: string;
}

/** A row of the tree, and what its menu asks for besides. */
export interface MenuRow {
  readonly context: string;
  /** Whether a setting has a value. */
  readonly isSet: (setting: string) => boolean;
}

/** The commands in the menu of a row of the tree, in their order: those that need nothing but such a row, and settings. */
export function rowMenu({ commands, menus }: RowManifest, row: MenuRow): RowCommand[] {
  const known = new Map(commands.map(each => [each.command, each]));
  const items = (menus['view/item/context'] ?? []).flatMap(({ command = '', when = '', group = '' }) => {
    const { title, icon } = known.get(command) ?? {};
    if (title === undefined || group.startsWith('inline') || !holds(when, row)) return [];
    const [name = '', order = '0'] = group.split('@');
    const id = typeof icon === 'string' ? /^\$\(([\w-]+)\)$/.exec(icon)?.[1] : undefined;
    return [{ command, title, icon: id, group: name, order: Number(order) }];
  });
  return items
    .toSorted((one, other) => one.group.localeCompare(other.group) || one.order - other.order)
    .map(({ order: _, ...item }) => item);
}

/** Whether a condition holds for a row of the tree; one that asks for anything besides does not. */
const holds = (when: string, { context, isSet }: MenuRow): boolean =>
  when.split(' && ').every(term => {
    const setting = /^config\.([\w.]+)$/.exec(term)?.[1];
    if (setting !== undefined) return isSet(setting);
    const [, key = '', is = '', pattern = is] =
      /^(view|viewItem) (?:== '?([\w.]+)'?|=~ \/(.+)\/)$/.exec(term) ?? [];
    const value = { view: 'netsensor.explorer', viewItem: context }[key];
    return value !== undefined && (is ? value === is : new RegExp(pattern).test(value));
  });

/** Something that can be done with what was found. */
export interface RowAct {
  readonly label: Inert;
  readonly description?: Inert | '';
  readonly icon: string | undefined;
  readonly group: string;
  readonly run: () => PromiseLike<unknown>;
}

/** The commands of a menu as acts on a node of the tree. */
export const actsOf = (commands: readonly RowCommand[], node: unknown): RowAct[] =>
  commands.map(({ command, title, icon, group }) => ({
    label: inert(title),
    icon,
    group,
    run: () => runCommand(command, node),
  }));

interface ActRow extends QuickPickItem {
  readonly act?: RowAct;
}

/** Goes back from a list of acts, by a button or by a key that somebody hears for it until the list is gone. */
export interface WayBack {
  readonly button: vscode.QuickInputButton;
  readonly hear: (goBack: () => void) => () => void;
}

/** Asks what is to be done. @returns the act; `back` to where the list came from; undefined when given up */
export async function askAct(
  title: Inert,
  acts: readonly RowAct[],
  back: WayBack,
): Promise<RowAct | 'back' | undefined> {
  const pick = window.createQuickPick<ActRow>();
  pick.title = title;
  pick.placeholder = l10n.t('What is to be done with it');
  pick.buttons = [back.button];
  pick.items = acts.flatMap((act, at) => {
    const { label, description, icon } = act;
    const row = { label, description: description || undefined, iconPath: themeIcon(icon ?? 'blank'), act };
    return at > 0 && acts[at - 1]!.group !== act.group ? [separator(inert('')), row] : [row];
  });
  let isBack = false;
  const goBack = () => {
    isBack = true;
    pick.hide();
  };
  pick.onDidTriggerButton(goBack);
  const release = back.hear(goBack);
  const row = await pickedRow(pick, { isAnswer: ({ act }) => act !== undefined, onType: () => undefined });
  release();
  return row?.act ?? (isBack ? 'back' : undefined);
}
