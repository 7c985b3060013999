import type * as vscode from 'vscode';
import type { ManagerClient } from '../../api/managerClient.js';
import type {
  AcceptedSave,
  CreatedItem,
  EarlierSaves,
  SaveProgress,
} from '../../changes/records/editedDocument.js';
import type { AlteredField } from '../../model/inventory/recordRules.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { SavedNode } from '../../model/sensors/treeWith.js';
import type { BesidesOfRecord } from '../../words/describeProblems.js';
import type { Inert } from '../../words/inert.js';

/** A document of a manager that is to be read. */
export interface ReadRequest {
  readonly client: ManagerClient;
  readonly uri: vscode.Uri;
}

/** A document that is to be saved. */
export interface SaveRequest extends ReadRequest, SaveProgress {
  /**
   * The text that the document started from.
   * @throws {Error} with a sentence for people when it is not known any more
   */
  readonly baseText: () => string;
  readonly editedText: string;
  /** What earlier saves of the document did that its text does not show. */
  readonly earlier: EarlierSaves;
  /** Whether the user has said that a record that is gone is to be created again. */
  readonly mayCreate: boolean;
}

/** What is saved of a document. */
export interface EditedText extends Pick<SaveRequest, 'baseText' | 'earlier'> {
  readonly content: Uint8Array;
  /** What the document may show where that is another text. */
  readonly saved?: Pick<AcceptedSave, 'saved' | 'sentBefore'>;
}

/** What a save did. */
export interface SaveReceipt {
  /** The document as the manager has it now. */
  readonly storedText: string;
  /** Its fields, where it is one record and they are at hand. */
  readonly stored?: RecordFields | undefined;
  /** What the document started from if it was typed into during the save; the saved text when it is left out. */
  readonly goesOn?: string | undefined;
  /** What the manager made of values that the document was created with, where it stored others. */
  readonly made?: EarlierSaves['made'];
  /** What earlier saves sent and was seen to be stored. */
  readonly arrived?: EarlierSaves['sent'] | undefined;
  /** What earlier saves sent, over which this or a later one was saved, and the user was told that it may still be stored. */
  readonly told?: EarlierSaves['told'];
  /** Whether what was saved is still to be sent, as an edit of what the document has become. */
  readonly isUnsent?: boolean;
  /** What was created from items of a list. */
  readonly created?: readonly CreatedItem[] | undefined;
  readonly sentFields?: readonly string[];
  /** Changed fields that a write of all properties leaves out, because the document says null for them. */
  readonly leftOutFields?: readonly string[];
  /** Fields that someone else changed meanwhile. */
  readonly mergedFields?: readonly string[];
  /** Sent fields whose stored value is not the one that was sent. */
  readonly altered?: readonly AlteredField[];
  /** Fields that nobody sent and that changed with the save, with their values before and now. */
  readonly besides?: readonly BesidesOfRecord[];
  /** What the status bar says in place of the list of sent fields. */
  readonly message?: Inert | undefined;
  /** What the status bar says first. */
  readonly beforehand?: Inert | undefined;
  /** What the status bar says besides. */
  readonly remark?: Inert | '' | undefined;
  readonly node?: SavedNode | undefined;
  /** The address with the name that the record has now: a tab in front that carries another takes it. */
  readonly renamedTo?: vscode.Uri | undefined;
  /** Where the document goes on: its tab is replaced by one with this address. */
  readonly replacedBy?: vscode.Uri | undefined;
  /** What is done once the editor has taken notice of the save. */
  readonly afterwards?: (() => Promise<void>) | undefined;
}

/** What changed with the save of a document besides what was sent. */
export interface ChangedBesides {
  readonly uri: vscode.Uri;
  /** The document that shows it once the saved one is not open any more, because it goes on under another address. */
  readonly goesOnAs?: vscode.Uri | undefined;
  readonly besides: readonly BesidesOfRecord[];
}

/** Something to say about a field of a document while it is edited. */
export interface DocumentProblem {
  readonly field: string;
  readonly message: Inert;
  /** A save would be refused here; otherwise the manager decides. */
  readonly isError: boolean;
}

/** Something that a save would refuse at a place of a text. */
export interface PlacedProblem {
  readonly message: Inert;
  readonly offset: number;
  readonly length: number;
}

/** What a document is checked against. */
export interface CheckRequest {
  readonly uri: vscode.Uri;
  readonly edited: RecordFields;
  /** What the document started from; undefined when it is not known. */
  readonly base: RecordFields | undefined;
  /** The sensor tree of its manager, if it was read. */
  readonly tree: SensorIndex | undefined;
}

/** Fields that a save empties, because it overwrites all and no manager returns them. */
export interface Emptying {
  /** Those of a document that the user was not asked about yet, as far as a tree that was read tells. */
  readonly fields: (uri: vscode.Uri, tree: SensorIndex) => readonly string[];
  /** Notes that the user agrees to it. */
  readonly agree: (uri: vscode.Uri, fields: readonly string[]) => void;
  /** Forgets what was agreed to for a save that stored nothing. */
  readonly askAgain: (uri: vscode.Uri) => void;
}

/** One kind of document: how its address is recognised, its text read and its edit saved. */
export interface DocumentKind {
  /**
   * What a document is, apart from its connection: equal texts mean the same document, whatever name stands in the path.
   * Undefined for a document of another kind.
   */
  readonly identify: (uri: vscode.Uri) => string | undefined;
  /** Whether documents of this kind stand in a folder; VS Code asks for folders of what it writes and of breadcrumbs. */
  readonly isFolder?: (path: string) => boolean;
  /** The text of the document on the manager now. @throws {Error} with a sentence for people, or `ApiError` */
  readonly read: (request: ReadRequest) => Promise<string>;
  /**
   * Saves an edit, or throws and leaves the tab dirty; may show a plan and ask first. Left out for what is only shown.
   * @throws {Error} with a sentence for people, `ApiError`, or `ConflictError`
   */
  readonly save?: (request: SaveRequest) => Promise<SaveReceipt>;
  /** What a save empties besides what is changed. Left out for kinds that send changed fields alone. */
  readonly emptying?: Emptying;
  /** Whether a record that was deleted meanwhile can be created again from its document. */
  readonly canBeCreatedAgain?: boolean;
  /** The text of the document as a tree that was read shows it; undefined when it is not there. Left out for other records. */
  readonly textIn?: (uri: vscode.Uri, tree: SensorIndex) => string | undefined;
  /**
   * Whether a document that shows this text without changes is read again once the tree was: for what stands in no one place
   * of a tree.
   */
  readonly isOutdated?: (uri: vscode.Uri, tree: SensorIndex, text: string) => boolean | Promise<boolean>;
  /** What the JSON schema cannot know: shown in the Problems panel while the document is edited. */
  readonly check?: (request: CheckRequest) => readonly DocumentProblem[];
  /** The same for documents that are not one object; `baseText` is what the document started from, if that is known. */
  readonly checkText?: (
    text: string,
    uri: vscode.Uri,
    baseText: string | undefined,
  ) => readonly PlacedProblem[];
}

/** Text that was saved, and what became of it. */
export interface Stored {
  readonly text: string;
  readonly receipt: SaveReceipt;
}

/** A document that could not be opened, and why. */
export interface OpenFailure {
  readonly uri: vscode.Uri;
  readonly error: unknown;
}
