/** What an editor is opened with. */
export interface EditorRequest {
  /** The folder that it opens. */
  readonly workspace: string;
  /** Where it keeps settings and state, apart from the editor that the user works with. */
  readonly dataDir: string;
  /** Added to the environment of the extension host. */
  readonly env: Readonly<Record<string, string>>;
}

/** An editor that was opened and has to be closed again. */
export interface EditorSession {
  /** Resolves when the user has closed it. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}
