import { View } from '../ids.js';
import { runCommand } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { Owner, together } from '../ui/lifetimes.js';
import type { registerCommands } from '../ui/registerCommands.js';
import type { ExplorerParts } from './explorerTree.js';

/** The context in which keys in the tree call a command of ours, and that command, which is told the one of VS Code that the key is for. */
export const [awaitsKeys, keysToSelected] = ['netsensor.awaitsKeys', 'netsensor.keysToSelected'] as const;

/**
 * Brings the keys to a row that was selected while the keyboard was elsewhere: VS Code moves the row that keys act on only
 * together with the keyboard. So that happens when one comes to the tree: with the command that brings the keyboard to it, else
 * with the first key that is pressed there.
 */
export class SelectedKeys extends Owner {
  private waiting: { dispose(): void } | undefined;
  private last = Promise.resolve();

  constructor(
    private readonly parts: Pick<ExplorerParts, 'view' | 'log'>,
    /** Given, since what is loaded later than it would have it stand in a file of its own. */
    private readonly register: typeof registerCommands,
  ) {
    super();
    this.own({ dispose: () => this.forget() });
    this.own(register({ [keysToSelected]: (key: string) => this.press(key) }, parts.log));
  }

  /** The selected row waits for the keys from now on. */
  wait(): void {
    if (this.waiting) return;
    this.say(true);
    // VS Code has a command of this name, which the row that waits comes before.
    const id = `${View.explorer}.focus`;
    const arrive = async (options: { readonly preserveFocus?: boolean } = {}) => {
      if (await this.take(!options.preserveFocus)) return;
      this.forget();
      await runCommand(id, options);
    };
    this.waiting = together(this.register({ [id]: arrive }, this.parts.log), {
      dispose: () => this.say(false),
    });
  }

  /** The keys are where somebody wants them. */
  forget(): void {
    this.waiting?.dispose();
    this.waiting = undefined;
  }

  /** Gives the keys to the row that waits for them, and the keyboard with them. @returns whether one does that is selected */
  async take(focus = true): Promise<boolean> {
    const { view } = this.parts;
    const [node] = view.selection;
    // While VS Code draws rows anew it names none as selected.
    if (!this.waiting || !node) return false;
    if (focus) this.forget();
    await view.reveal(node, { select: true, focus });
    return true;
  }

  private say(isWaiting: boolean): void {
    inBackground(this.parts.log, runCommand('setContext', awaitsKeys, isWaiting));
  }

  /** What a key does in a tree, at the row that waits; keys that are pressed at once come one after the other. */
  private press(key: string): Promise<unknown> {
    const done = this.last.then(() => this.take()).then(() => runCommand(key));
    this.last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}
