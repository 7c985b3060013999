/** One run of the program: where it works, what it may read, and where it says something. */
export interface CliRun {
  /** The absolute path of the folder. */
  readonly root: string;
  /** What the user's own file calls the manager; undefined where the environment or the folder says which one is meant. */
  readonly connection: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds that a request may take. */
  readonly timeout: number;
  /** Ends the run between two requests. */
  readonly signal: AbortSignal;
  /** Prints what was asked for. */
  readonly print: (text: string) => void;
  /** Says something beside that. */
  readonly warn: (text: string) => void;
  /** Asks whether to go on; undefined where nobody is there to be asked. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** Says how far it is, where somebody looks on. */
  readonly progress: (text: string) => void;
}

/** What a run ends with. */
export const exitCodes = {
  fine: 0,
  /** Also of wrong options. */
  error: 1,
  /** Of a plan only where that is asked for; always of `drift` and `pull --check`. */
  changes: 2,
  /** Some records were written and others were not. */
  partly: 4,
  cancelled: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
