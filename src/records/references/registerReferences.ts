import * as vscode from 'vscode';
import { Command, Scheme } from '../../ids.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import { inBackground } from '../../ui/listeners.js';
import { isRecordDocument, onceDocumentOpens } from '../../ui/onceOpened.js';
import { registerCommands } from '../../ui/registerCommands.js';
import type { ClickedRecord } from '../../ui/recordUri.js';
import type { TextPlace } from '../../ui/textPlace.js';
import type { ReadElements } from '../documents/documentElements.js';
import type { DocumentTable } from '../documents/documentTable.js';
import type { NamedLink, namedValues } from './namedValues.js';
import type { RecordFileSystem, RecordSaved } from '../documents/recordFileSystem.js';
import type { RecordsOptions } from '../recordsOptions.js';
import { ReferenceLists } from './referenceLists.js';

/** What references need. */
export interface ReferencesOptions extends Pick<
  RecordsOptions,
  'connections' | 'lists' | 'treeOf' | 'searchOf' | 'log'
> {
  readonly files: RecordFileSystem;
  readonly elements: ReadElements;
  readonly kinds: () => Promise<DocumentTable>;
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  readonly onDidReadTree: vscode.Event<void>;
}

const selector: vscode.DocumentSelector = ['inventory', 'new', 'lists'].map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*/*.json`,
}));

const drafts = ['domain', 'flow', 'vendor', 'mse', 'accessPoint'].map(kind => `new/${kind}`);
const nodeRoots = ['sensors/*', 'access_points', 'subtree', 'override', ...drafts];
const nodeSelector: vscode.DocumentSelector = nodeRoots.map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*.json`,
}));

/** Names, links, completion and colours in documents of inventory and of nodes; each part is loaded when it is first needed. */
export function registerReferences(options: ReferencesOptions): {
  /** What does not fit between the records of a document and others. */
  check: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
  /** Fires when a check may find something else. */
  onDidChange: vscode.Event<void>;
  disposable: vscode.Disposable;
} {
  const { connections, lists, openRecord, treeOf, elements, log } = options;
  const known = new ReferenceLists(lists, connections);
  const disposable = vscode.Disposable.from(
    known,
    onceDocumentOpens(isRecordDocument, () => registerProviders(options, known)),
    registerCommands(
      {
        [Command.findUses]: async (target: ClickedRecord) =>
          (await import('./findUses.js')).findUses(target, { lists, openRecord }),
      },
      log,
    ),
    keepInStep(options),
  );
  const check = async (document: vscode.TextDocument) => {
    const { nodeDiagnostics, referenceDiagnostics } = await import('./referenceDiagnostics.js');
    const found = await elements(document);
    return [
      ...referenceDiagnostics(document, found, known),
      ...nodeDiagnostics(document, found, treeOf(document.uri.authority)),
    ];
  };
  return { check, onDidChange: known.onDidChange, disposable };
}

/** What editors of records ask for. */
function registerProviders(options: ReferencesOptions, known: ReferenceLists): vscode.Disposable {
  const { lists, treeOf, searchOf, kinds, elements } = options;
  return vscode.Disposable.from(
    registerNames({
      documents: selector,
      onDidChange: known.onDidChange,
      values: async document =>
        (await import('./referenceNames.js')).recordValues(document, await elements(document), known),
      complete: async (uri, place) =>
        (await import('./referenceCompletions.js')).referenceCompletions(uri, place, lists),
      uses: async (document, position) => {
        const { recordReferences } = await import('./goToReferences.js');
        return recordReferences({ document, elements: await elements(document), position }, lists);
      },
    }),
    registerNames({
      documents: nodeSelector,
      onDidChange: options.onDidReadTree,
      values: async document => {
        const { nodeValues } = await import('./nodeNames.js');
        return nodeValues(document, await elements(document), treeOf(document.uri.authority));
      },
      complete: async ({ authority }, place) =>
        (await import('./nodeCompletions.js')).nodeCompletions(place, authority, searchOf),
      uses: async (document, position) => {
        const table = await kinds();
        const { nodeReferences } = await import('./goToReferences.js');
        const tree = treeOf(document.uri.authority);
        const place = { document, elements: await elements(document), position };
        return nodeReferences(place, tree, (...asked) => table.find(asked[0])?.textIn?.(...asked));
      },
    }),
    vscode.languages.registerColorProvider(selector, {
      provideDocumentColors: async document =>
        (await import('./colourValues.js')).colourValues(document, await elements(document)),
      provideColorPresentations: async color => [
        (await import('./colourValues.js')).colourPresentation(color),
      ],
    }),
    vscode.languages.registerCodeActionsProvider(selector, {
      provideCodeActions: async (document, _range, { diagnostics }) =>
        (await import('./colourValues.js')).colourFixes(document, diagnostics),
    }),
  );
}

/** Documents whose values stand for something with a name. */
interface NamedDocuments {
  readonly documents: vscode.DocumentSelector;
  /** Fires when other names are known. */
  readonly onDidChange: vscode.Event<void>;
  readonly values: (document: vscode.TextDocument) => Promise<ReturnType<typeof namedValues>>;
  /** What may be written at a place. */
  readonly complete: (uri: vscode.Uri, place: TextPlace) => Promise<vscode.CompletionList>;
  /** What refers to what stands at a place, else to what the document is about. */
  readonly uses: (document: vscode.TextDocument, position: vscode.Position) => Promise<vscode.Location[]>;
}

function registerNames({
  documents,
  onDidChange,
  values,
  complete,
  uses,
}: NamedDocuments): vscode.Disposable {
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerInlayHintsProvider(documents, {
      onDidChangeInlayHints: onDidChange,
      provideInlayHints: async (document, range) => (await values(document)).hints(range),
    }),
    languages.registerHoverProvider(documents, {
      provideHover: async (document, position) => (await values(document)).hover(position),
    }),
    languages.registerDocumentLinkProvider(documents, {
      provideDocumentLinks: async document => (await values(document)).links(),
      resolveDocumentLink: (link: NamedLink) => Object.assign(link, { target: link.find() }),
    }),
    languages.registerDefinitionProvider(documents, {
      provideDefinition: async (document, position) => (await values(document)).definition(position),
    }),
    languages.registerReferenceProvider(documents, { provideReferences: uses }),
    languages.registerCompletionItemProvider(
      documents,
      {
        provideCompletionItems: async (document, position) => {
          const { textPlace } = await import('../../ui/textPlace.js');
          return complete(document.uri, textPlace(document, position));
        },
      },
      ' ',
      '"',
    ),
  );
}

/** Puts what was saved into its list, and what a list shows into open documents. */
function keepInStep({ connections, lists, files, kinds, log }: ReferencesOptions): vscode.Disposable {
  let savedBy: string | undefined;
  const remember = async (saved: RecordSaved) => {
    const { rememberSaved } = await import('../documents/refreshDocuments.js');
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
    const { refreshFromList } = await import('../documents/refreshDocuments.js');
    await refreshFromList({ connections, table: await kinds(), files }, lists, changed);
  };
  return vscode.Disposable.from(
    files.onDidSave(saved => inBackground(log, remember(saved))),
    lists.onDidChange(change => inBackground(log, follow(change))),
  );
}
