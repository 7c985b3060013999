import type * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import type { Inert } from '../words/inert.js';

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
  get(id: string): Connection | undefined;
  /** What is to be known of how long VS Code keeps keys; empty where they stay. */
  readonly keyLifetime: Inert | '';
  /**
   * The client of a connection, shared by all features.
   * @throws {Error} with a sentence for people when the connection is gone or signed out
   */
  client(id: string): Promise<ManagerClient>;
}

/** What is in front beside documents and notebooks, such as a picture. */
export interface InFront {
  /** Undefined while nothing of it is. */
  readonly connectionId: () => string | undefined;
  readonly onDidChange: vscode.Event<void>;
}
