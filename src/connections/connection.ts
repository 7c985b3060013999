import type * as vscode from 'vscode';
import type { ApiError } from '../api/apiError.js';
import type { ManagerClient } from '../api/managerClient.js';
import type { Inert } from '../words/inert.js';
import type { Remedy } from '../words/remedies.js';

/** What a connection is used for; shown as a label and a colour wherever the connection is seen. */
export type Environment = 'production' | 'staging' | 'test' | 'none';

/** A certificate that the user trusts for one connection. */
export interface PinnedCertificate {
  readonly pem: string;
  readonly fingerprint256: string;
  /** When the user trusted it, as ISO 8601; earlier versions did not note it. */
  readonly trustedSince?: string | undefined;
}

/** How long a connection stays unlocked: to a moment of the wall clock in milliseconds, or as long as its window is open. */
export type UnlockedUntil = number | 'windowCloses';

/** Whether a manager answers, by the last request that told it. */
export interface Reach {
  /** Milliseconds, since when it answers as it does, or does not. */
  readonly since: number;
  /** Why nothing can be read of it; undefined where it answers. */
  readonly trouble: ApiError | undefined;
  /** Milliseconds, when it answered last; undefined where it never did. */
  readonly answeredAt: number | undefined;
  /** Milliseconds that its last answer took; 0 without one. */
  readonly took: number;
}

/** A saved manager. Never holds a key. */
export interface Connection {
  /** Lower-case letters, digits and dashes: the authority of its documents. */
  readonly id: string;
  readonly name: string;
  /** `https://host[:port][/path]` without a trailing slash, query or user name. */
  readonly address: string;
  /** Whether its key was forgotten. */
  readonly isSignedOut?: boolean | undefined;
  /** A locked connection is read-only. Stored is what holds until it is locked again; the rest the window knows. */
  readonly isLocked: boolean;
  /** When it is locked by itself; undefined where it is locked, or unlocked until somebody locks it. Never stored. */
  readonly unlockedUntil?: UnlockedUntil | undefined;
  /** Whether it answers; undefined before anything was asked of it. Never stored. */
  readonly reach?: Reach | undefined;
  readonly environment: Environment;
  readonly pinned?: PinnedCertificate | undefined;
  /** Path of a PEM file with certificate authorities. */
  readonly caFile?: string | undefined;
  /** `environment`: from NETSENSOR_URL and NETSENSOR_API_KEY, not stored. */
  readonly source: 'saved' | 'environment';
}

/** Where a key is kept: it belongs to a connection and its origin, a changed address never gets it (architecture, rule 6). */
export const secretName = ({ id, address }: Pick<Connection, 'id' | 'address'>): string =>
  `netsensor.key ${id} ${new URL(address).origin}`;

/** The backups of a connection, which another feature writes. */
export interface ConnectionBackups {
  /** Path of the folder that holds those of a connection. */
  readonly folder: (connectionId: string) => string;
  readonly count: (connectionId: string) => Promise<number>;
  /** @throws {Error} when they cannot be deleted */
  readonly delete: (connectionId: string) => Promise<void>;
}

/** What features may ask of the connections; the object itself is made in extension.ts. */
export interface Connections {
  readonly all: readonly Connection[];
  /** Fires after any connection was added, changed, locked, signed in or out, or removed. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires with the connection whose manager answers otherwise than before; once it is back, `onDidChange` fires too. */
  readonly onDidReach: vscode.Event<string>;
  get(id: string): Connection | undefined;
  /** What is to be known of how long VS Code keeps keys; empty where they stay. */
  readonly keyLifetime: Inert | '';
  /**
   * The client of a connection, shared by all features.
   * @throws {Error} with a sentence for people when the connection is gone or signed out
   */
  client(id: string): Promise<ManagerClient>;
}

/** What is said of connections; loaded when the first of them is shown. */
export interface ConnectionWords {
  /** What is said beside its name: environment, what is wrong with its manager, access level. */
  readonly connectionState: (connection: Connection) => Inert;
  /** What is wrong with it as a whole, and what helps; undefined where nothing is. */
  readonly helpFor: (
    connection: Connection,
  ) => { readonly sentence: Inert; readonly remedy: Remedy | undefined } | undefined;
  /** Since when its manager answers. */
  readonly reachLines: (connection: Connection) => readonly Inert[];
}

/** Of which connections something is missing of what was read. */
export interface ReadInPart {
  readonly of: (connectionId: string) => boolean;
  readonly onDidChange: (listener: () => void) => vscode.Disposable;
}

/** What is in front beside documents and notebooks, such as a picture. */
export interface InFront {
  /** Undefined while nothing of it is. */
  readonly connectionId: () => string | undefined;
  readonly onDidChange: vscode.Event<void>;
}
