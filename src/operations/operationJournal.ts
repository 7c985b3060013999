import type * as vscode from 'vscode';

/** A change that is under way. */
export interface StartedOperation {
  /** What is done, as in “VS Code was closed while …”. */
  readonly doing: string;
  /** Where what was there before is kept. */
  readonly backup?: string | undefined;
  /** Address of the document whose save it is, which shows what is left. */
  readonly document?: string | undefined;
}

/** As it is kept: with the number of the process that makes the change. */
interface KeptOperation extends StartedOperation {
  readonly process: number;
}

const key = 'startedOperations';

/**
 * Remembers which changes are under way, so that a window that was closed in the middle of one can say so when it opens
 * again.
 */
export class OperationJournal {
  /** @param isGone whether a process that started a change has ended; none is another's in the state of a workspace */
  constructor(
    private readonly state: vscode.Memento,
    private readonly isGone: (process: number) => boolean = () => true,
  ) {}

  /** Runs a change; it counts as interrupted when the window goes away before it ends. */
  async run<T>(operation: StartedOperation, change: () => Promise<T>): Promise<T> {
    const { pid } = process;
    await this.write([...this.started, { ...operation, process: pid }]);
    try {
      return await change();
    } finally {
      const isThis = (started: KeptOperation) =>
        started.doing === operation.doing &&
        started.backup === operation.backup &&
        started.document === operation.document &&
        started.process === pid;
      await this.write(this.started.filter(started => !isThis(started)));
    }
  }

  /** The changes that earlier windows left in the middle; they are told once. Asked before the first `run`. */
  async takeInterrupted(): Promise<readonly StartedOperation[]> {
    const { started } = this;
    const interrupted = started.filter(operation => this.isGone(operation.process));
    if (interrupted.length > 0)
      await this.write(started.filter(operation => !interrupted.includes(operation)));
    return interrupted;
  }

  private get started(): readonly KeptOperation[] {
    return this.state.get<KeptOperation[]>(key, []);
  }

  private async write(operations: readonly KeptOperation[]): Promise<void> {
    await this.state.update(key, operations);
  }
}

/**
 * The journal of this window. The state of a window without a folder ends with the window, so these windows share one
 * that lasts.
 */
export function windowJournal(
  states: { readonly workspaceState: vscode.Memento; readonly globalState: vscode.Memento },
  hasFolder: boolean,
): OperationJournal {
  if (hasFolder) return new OperationJournal(states.workspaceState);
  return new OperationJournal(states.globalState, pid => pid === process.pid || !isRunning(pid));
}

/** Whether there is a process with a number; signal 0 only asks. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
