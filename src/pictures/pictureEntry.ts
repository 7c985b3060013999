import type * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { MarkTarget } from '../model/pictures/drawing.js';
import type { PictureSubject } from '../model/pictures/pictureMessages.js';
import type { KindTypes, PictureWithTable } from '../model/pictures/shownPicture.js';
import type { NamedThing } from '../model/pictures/shownThings.js';
import type { Inert } from '../words/inert.js';
import type { DocumentsBeside } from './documentsBeside.js';
import type { PictureParts } from './pictureParts.js';

/** What asks a manager for what a picture shows besides the tree and the lists. */
export interface AskingParts {
  readonly connections: Connections;
  /** Aborts when the tab is closed: nobody waits for the answers to its questions any more. */
  readonly closed: AbortSignal;
}

/** What the source of a picture in a tab needs. */
export interface SourceParts extends PictureParts, AskingParts {
  readonly beside: DocumentsBeside;
}

/** A picture, and what its tab says. */
export interface MadePicture<K extends KindTypes = KindTypes> extends PictureWithTable<K['picture']> {
  readonly title: Inert;
  /** What is left out of it, and why. */
  readonly problem?: Inert | undefined;
  /** What that comes of, where something may help against it. */
  readonly failure?: unknown;
  /** What lies below it, as a data URL. */
  readonly background?: string | undefined;
}

/** What a picture is made of. */
export interface PictureSource<K extends KindTypes = KindTypes> {
  /** @throws {Error} with a sentence for people, or `ApiError` */
  make(): Promise<MadePicture<K>>;
  /** Takes what its page kept over a reload, as far as it can be read. */
  begin?(kept: unknown): void;
  /** Does what was asked on its page. @throws {Error} with a sentence for people */
  act?(message: K['message']): Promise<void> | void;
  /** Opens what has to be open for a node to be seen. */
  show?(target: MarkTarget): void;
  /** Tries again what failed; of floors it reads again behind the picture, too, what is older than a moment. */
  lookAgain?(): Promise<void> | void;
  /** Calls back when what it is made of has changed, besides documents and connections. */
  follow(changed: () => void): vscode.Disposable;
}

/** A kind of picture as the extension knows it: what one is made of, and what its page has in its toolbar, says and asks. */
export interface PictureEntry<K extends KindTypes = KindTypes> {
  /** Loads what makes a source, once a picture is opened. */
  source(): Promise<(subject: PictureSubject, parts: SourceParts) => PictureSource<K>>;
  /** Reads what its page asks besides what every page does. */
  readonly message?: { safeParse(raw: unknown): { readonly data?: K['message'] | undefined } };
  /** What the picture calls what has a document, by what that goes by; left out where it shows nothing of open documents. */
  things?(picture: K['picture']): readonly NamedThing[];
  /** Buttons and choices, as HTML. */
  tools?(): readonly string[];
  /** Names of actions with their words, besides those of every picture. */
  exports?(): readonly (readonly [action: string, words: Inert])[];
  /** The bar below the picture, as HTML; hidden while there is nothing to play. */
  replay?(): string;
  /** What one can do where the connection lets one drag; left out where nothing can be dragged. */
  dragHint?(): Inert;
  /** What one can do where nothing can be dragged. */
  hint?(picture: K['picture']): Inert;
  nothing?(): Inert;
  /** What its page fills in besides what every page does. */
  words?(): K['words'];
}
