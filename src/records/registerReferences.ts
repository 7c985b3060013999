import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import { registerCommands } from '../ui/registerCommands.js';
import { textPlace } from '../ui/textPlace.js';
import type { DocumentTable } from './documents/documentKind.js';
import type { UsesTarget } from './references/findUses.js';
import type { RecordFileSystem, RecordSaved } from './documents/recordFileSystem.js';
import type { RecordLists } from './recordLists.js';
import { ReferenceLists } from './references/referenceLists.js';

/** What references need. */
export interface ReferencesOptions {
  readonly connections: Connections;
  readonly lists: RecordLists;
  readonly files: RecordFileSystem;
  readonly kinds: () => Promise<DocumentTable>;
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  readonly log: Log;
}

const selector: vscode.DocumentSelector = ['inventory', 'new', 'bulk'].map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*/*.json`,
}));

/** Names, links, completion and colours in documents of inventory; each part is loaded when it is first needed. */
export function registerReferences(options: ReferencesOptions): {
  /** What does not fit between the records of a document and others. */
  check: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
  /** Fires when a check may find something else. */
  onDidChange: vscode.Event<void>;
  disposable: vscode.Disposable;
} {
  const { connections, lists, openRecord, log } = options;
  const known = new ReferenceLists(lists, connections);
  const { languages } = vscode;
  const disposable = vscode.Disposable.from(
    known,
    languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: known.onDidChange,
      provideInlayHints: async (document, range) =>
        (await import('./referenceHints.js')).referenceHints(document, range, known),
    }),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position) =>
        (await import('./referenceHover.js')).referenceHover(document, position, known),
    }),
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position) => {
          const place = textPlace(document, position);
          const { referenceCompletions } = await import('./references/referenceCompletions.js');
          return referenceCompletions(document.uri, place, lists);
        },
      },
      ' ',
      '"',
    ),
    languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async document =>
        (await import('./referenceLinks.js')).referenceLinks(document, known),
    }),
    languages.registerColorProvider(selector, {
      provideDocumentColors: async document => (await import('./references/colourValues.js')).colourValues(document),
      provideColorPresentations: async color => [
        (await import('./references/colourValues.js')).colourPresentation(color),
      ],
    }),
    languages.registerCodeActionsProvider(selector, {
      provideCodeActions: async (document, _range, { diagnostics }) =>
        (await import('./references/colourValues.js')).colourFixes(document, diagnostics),
    }),
    registerCommands(
      {
        [Command.findUses]: async (target: UsesTarget) =>
          (await import('./references/findUses.js')).findUses(target, { lists, openRecord }),
      },
      log,
    ),
    keepInStep(options),
  );
  const check = async (document: vscode.TextDocument) =>
    (await import('./references/referenceDiagnostics.js')).referenceDiagnostics(document, known);
  return { check, onDidChange: known.onDidChange, disposable };
}

/** Puts what was saved into its list, and what a list shows into open documents. */
function keepInStep({ connections, lists, files, kinds, log }: ReferencesOptions): vscode.Disposable {
  let savedBy: string | undefined;
  const remember = async (saved: RecordSaved) => {
    const { rememberSaved } = await import('./rememberSaved.js');
    savedBy = saved.uri.toString();
    rememberSaved(lists, saved);
    savedBy = undefined;
  };
  const follow = async ({ connectionId, type }: { connectionId: string; type: InventoryType }) => {
    const changed = { connectionId, type, savedBy };
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) =>
      uri.path.startsWith(`/inventory/${type}/`),
    );
    if (!isOpen) return;
    if (!lists.get(connectionId, type)) return void lists.read(connectionId, type).catch(() => undefined);
    const { followList } = await import('./followLists.js');
    await followList({ connections, table: await kinds(), files }, lists, changed);
  };
  return vscode.Disposable.from(
    files.onDidSave(saved => inBackground(log, remember(saved))),
    lists.onDidChange(change => inBackground(log, follow(change))),
  );
}
